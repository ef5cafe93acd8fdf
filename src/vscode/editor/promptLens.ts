import * as vscode from 'vscode';
import type { RunTracker } from '../evaluation/runTracker';
import { extensionPrefix, readSettings } from '../settings';
import { promptFileSelector } from './promptFileMatcher';

/** The line over a prompt file: evaluate or cancel, what will be used, how the last run went. */
class PromptLensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #tracker: RunTracker;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #shown = new Map<string, string>();
  readonly #disposables: readonly { dispose(): unknown }[];

  constructor(tracker: RunTracker) {
    this.#tracker = tracker;
    this.#disposables = [
      this.#changed,
      tracker.onDidChange((uri) => this.#follow(uri)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(extensionPrefix)) this.#changed.fire();
      }),
    ];
  }

  /** A new lens moves the text below it, so it is drawn when its words change and not with every reply. */
  #follow(uri: string): void {
    const glimpse = this.#tracker.get(uri);
    const shown = glimpse === undefined ? '' : `${glimpse.phase} ${glimpse.phase === 'running' ? '' : glimpse.failing}`;
    if (this.#shown.get(uri) === shown) return;
    this.#shown.set(uri, shown);
    this.#changed.fire();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const uri = document.uri;
    const glimpse = this.#tracker.get(uri.toString());
    // What the file sets for itself wins over the settings, here as in a run.
    const { readFrontMatter } = await import('../../core/prompt/frontMatter');
    const choices = { ...readSettings(uri).choices, ...readFrontMatter(document.getText()).defaults };
    const lens = (title: string, command: string, tooltip: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
        title,
        tooltip,
        command: `${extensionPrefix}.${command}`,
        arguments: [uri],
      });
    const running = glimpse?.phase === 'running';
    const benchmarks = choices.benchmarks?.length ? choices.benchmarks.join(', ') : 'guideeval';
    const lenses = [
      running
        ? lens(vscode.l10n.t('$(stop-circle) Cancel evaluation'), 'cancel', vscode.l10n.t('What has arrived is kept'))
        : lens(
            vscode.l10n.t('$(play) Evaluate current prompt'),
            'evaluate',
            vscode.l10n.t('Run this text, saved or not, against the chosen benchmarks'),
          ),
      lens(`${benchmarks} $(chevron-down)`, 'chooseBenchmarks', vscode.l10n.t('Choose benchmarks')),
      lens(
        vscode.l10n.t(
          'tutor {0}, judge {1}',
          choices.tutor ?? 'offline',
          choices.judges?.length ? choices.judges.join(', ') : 'offline',
        ) + ' $(chevron-down)',
        'chooseModels',
        vscode.l10n.t('Choose tutor and judge models'),
      ),
    ];
    if (glimpse?.phase === 'done') {
      const simulated = glimpse.simulated ? vscode.l10n.t(' · simulated') : '';
      lenses.push(
        lens(
          vscode.l10n.t('last run: {0} of {1} cases failing', glimpse.failing, glimpse.cases) + simulated,
          'showPanel',
          vscode.l10n.t('Show results'),
        ),
      );
    }
    return lenses;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** Shows the lens over files that the setting names, and follows the setting. */
export function registerPromptLens(tracker: RunTracker): vscode.Disposable {
  const provider = new PromptLensProvider(tracker);
  let registration = vscode.languages.registerCodeLensProvider(promptFileSelector(), provider);
  const follow = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(`${extensionPrefix}.promptFiles`)) return;
    registration.dispose();
    registration = vscode.languages.registerCodeLensProvider(promptFileSelector(), provider);
  });
  return vscode.Disposable.from(provider, follow, {
    dispose: () => {
      registration.dispose();
    },
  });
}

import * as vscode from 'vscode';
import { benchmarkIds } from '../../core/benchmarks/policies';
import type { RunStatusSummary } from '../evaluation/runTracker';
import type { RunInSight } from '../evaluation/shownRun';
import { hasStoredRuns, storeLocation } from '../evaluation/storeLocation';
import { reasonOf, t } from '../log';
import type { WindowServices } from '../prompts/evaluations';
import { namedScore, plainLine, whenText } from '../revisions/revisionText';
import { extensionPrefix, forPromptFiles, readSettings, revisionScheme } from '../settings';

class PromptLensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #shown = new Map<string, string>();
  readonly #revived = new Set<string>();
  readonly #listening: vscode.Disposable;

  constructor(private readonly window: WindowServices) {
    this.#listening = vscode.Disposable.from(
      this.#changed,
      window.tracker.onDidChange((uri) => void this.#follow(uri)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      // An editor that loses the focus drops a change that it was told of shortly before.
      vscode.window.onDidChangeActiveTextEditor(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        // Another store may have runs of files that had none in this one.
        if (event.affectsConfiguration(`${extensionPrefix}.store`)) this.#revived.clear();
        if (event.affectsConfiguration(extensionPrefix)) this.#changed.fire();
      }),
    );
  }

  /** A changed lens moves the text below it, so redraw only when its words change, not with every reply. */
  async #follow(uri: string): Promise<void> {
    const { tracker } = this.window;
    const inSight = tracker.get(uri)?.phase === 'done' ? await this.#inSight(vscode.Uri.parse(uri)) : undefined;
    // Read again, since events may have arrived during the await.
    const summary = tracker.get(uri);
    const words = summary?.phase === 'done' ? [summary.decision, lastRunText(summary, inSight)] : summary?.phase;
    const shown = JSON.stringify([inSight?.runId, words]);
    // This value means a document without a run.
    if ((this.#shown.get(uri) ?? '[null,null]') === shown) return;
    this.#shown.set(uri, shown);
    this.#changed.fire();
  }

  /** Restores the last run once per document, if its store has runs. */
  async #revive(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    // In Restricted Mode no run is shown unasked.
    if (uri.scheme !== 'file' || this.#revived.has(key) || !vscode.workspace.isTrusted) return;
    this.#revived.add(key);
    try {
      if (this.window.tracker.get(key) !== undefined) return;
      const { root } = storeLocation(uri, this.window.globalStorage);
      if (await hasStoredRuns(root)) await (await this.window.evaluations()).of(uri).restore();
    } catch (error) {
      const name = vscode.workspace.asRelativePath(uri);
      this.window.log.warn(`The last run of ${name} cannot be shown above the file.`, reasonOf(error));
    }
  }

  /** The run that a click opens; `undefined` if the history cannot be read, which means the last run. */
  async #inSight(uri: vscode.Uri): Promise<RunInSight | undefined> {
    const all = await this.window.evaluations();
    return all.runInSight(uri).catch(() => undefined);
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const uri = document.uri;
    if (uri.scheme === revisionScheme) return [];
    void this.#revive(uri);
    const summary = this.window.tracker.get(uri.toString());
    // Most new Markdown documents are no prompts.
    const isPrompt = summary !== undefined || this.window.tracker.opened.has(uri.toString());
    if (document.isUntitled && !isPrompt && !/\b(?:tutor|student)s?\b/i.test(document.getText())) return [];
    // The front matter wins over the settings, as in a run.
    const { readFrontMatter } = await import('../../core/prompt/frontMatter');
    const { benchmarks: all } = await import('../../core/benchmarks/registry');
    const choices = { ...readSettings(uri).choices, ...readFrontMatter(document.getText()).defaults };
    const lens = (title: string, name: string, tooltip: string, about: unknown = uri): vscode.CodeLens => {
      const command = `${extensionPrefix}.${name}`;
      return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, tooltip, command, arguments: [about] });
    };
    const lenses = [
      summary?.phase === 'running'
        ? lens(t`$(stop-circle) Cancel`, 'cancel', t`What has arrived is kept`)
        : lens(t`$(play) Evaluate`, 'evaluate', evaluateTip),
    ];
    // Shaped like a line of the view of prompts, so that commands act on the run in the title.
    let target: unknown = uri;
    if (summary?.phase === 'done') {
      const inSight = await this.#inSight(uri);
      const { title, tooltip, hasChange } = lastRunText(summary, inSight);
      const run = inSight === undefined ? uri : { promptUri: uri, run: { id: inSight.runId } };
      target = run;
      const { decision } = summary;
      if (decision !== undefined) {
        const tip = t`${plainLine(decision.sentence, 300)}\nShow the comparison`;
        lenses.push(lens(decision.title, 'showComparison', tip, run));
      }
      lenses.push(lens(title, hasChange ? 'showComparison' : 'showPanel', tooltip, run));
    }
    const { benchmarks = [], tutor = 'offline', judges = [] } = choices;
    const titles = (benchmarks.length > 0 ? benchmarks : benchmarkIds.slice(0, 1)).map(
      (id) => all.get(id)?.title ?? id,
    );
    const what = titles.length > 1 ? t`${String(titles.length)} benchmarks` : titles.join('');
    const tip = [
      t`Benchmarks: ${titles.join(', ')}`,
      t`Tutor: ${tutor}`,
      t`Judges: ${judges.join(', ') || 'offline'}`,
      t`Change these, or compare`,
    ];
    return [...lenses, lens(`$(chevron-down) ${what}`, 'promptMenu', tip.join('\n'), target)];
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

export function registerPromptLens(window: WindowServices): vscode.Disposable {
  const provider = new PromptLensProvider(window);
  const registration = forPromptFiles((files) =>
    vscode.languages.registerCodeLensProvider([...files, { scheme: 'untitled', language: 'markdown' }], provider),
  );
  return vscode.Disposable.from(provider, registration);
}

const evaluateTip = t`Run this text, saved or not, against the chosen benchmarks`;

/** Without `inSight` the run counts as the last one. */
function lastRunText(summary: RunStatusSummary, inSight: RunInSight | undefined) {
  const { headline, simulated } = summary;
  const isOlder = inSight?.isLatest === false;
  const which = isOlder ? t`shown: ` : '';
  const older = isOlder ? [t`Run of ${whenText(inSight.at)}, not the last one`] : [];
  const mark = simulated ? t` · simulated` : '';
  const count = countText(summary);
  if (headline === undefined) {
    const tooltip = [...older, count, t`Show results`].join('\n');
    const { failing, judged } = summary;
    const short = judged === 0 ? count : t`${failing} of ${judged} fail`;
    return { title: `${which}${short}${mark}`, tooltip, hasChange: false };
  }
  const { title, value, n, change, against = '' } = headline;
  const score = namedScore(headline, 32);
  // The decision is beside it, and the "simulated" mark says why there is none.
  const words = change === undefined ? '' : ` (${change.short})`;
  const lines = [
    ...older,
    `${plainLine(title, 200)}: ${value}, n = ${n}`,
    ...(change === undefined
      ? []
      : [t`Compared with ${plainLine(against, 60)}: ${[change.outcomeText, change.text].filter(Boolean).join(', ')}`]),
    count,
    ...(simulated ? [t`Simulated models: no evidence about a real tutor`] : []),
    change === undefined ? t`Show results` : t`Show the comparison`,
  ];
  return { title: `${which}${score}${words}${mark}`, tooltip: lines.join('\n'), hasChange: change !== undefined };
}

/** Cases without a usable verdict count neither as failing nor as passing. */
function countText({ failing, judged, cases }: RunStatusSummary): string {
  if (judged === 0) return cases === 0 ? t`tests rules` : t`no verdicts`;
  return judged < cases
    ? t`${failing} of ${judged} judged cases failing, ${cases} planned`
    : t`${failing} of ${cases} cases failing`;
}

import * as vscode from 'vscode';
import { ChoiceError } from '../../core/run/runChoices';
import type { RunSession } from '../../core/run/runSession';
import type { PromptFile } from '../../core/prompt/promptFile';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { RunReport } from '../../core/results/reportModel';
import { modelName } from '../../core/store/runManifest';
import type { PanelHandlers, ToPanel } from '../../protocol/messages';
import type { PanelBatches, PanelChoices, PanelPhase, PanelState } from '../../protocol/panelState';
import { OpenComparison } from '../comparing/openComparison';
import { isExample } from '../example/exampleDocument';
import type { PromptJudges } from '../judges/promptJudges';
import type { LabelController } from '../labels/labelController';
import { stackOf } from '../log';
import { type HandledKind, type PanelOwner, PromptPanel } from '../panel/promptPanel';
import { readOnlyReason } from '../restrictedMode';
import { HistoryViews } from '../revisions/historyViews';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { readSettings, type Settings } from '../settings';
import type { EvaluationServices } from './evaluationServices';
import { problemText } from './panelProblems';
import { choicesFor } from './prepareRun';
import { sampleLocations } from './sampleFiles';

/** What a panel shows of its prompt. */
interface PanelSources {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
  readonly revisions: PromptRevisions;
  readonly judges: PromptJudges;
  readonly labels: LabelController;
}

/** What an open panel asks of the prompt's controller. */
interface PanelEvents extends Omit<PanelOwner, 'handlers' | 'onReady'> {
  handlers(open: OpenPanel): PanelHandlers<HandledKind>;
}

/** The open panel of a prompt, with what its views have asked to see. */
export class OpenPanel implements vscode.Disposable {
  readonly panel: PromptPanel;
  readonly comparison: OpenComparison;
  readonly histories: HistoryViews;
  readonly #history: LiveView;
  readonly #judges: LiveView;
  readonly #sources: PanelSources;
  readonly #disposables: readonly { dispose(): unknown }[];

  constructor(
    webviewPanel: vscode.WebviewPanel,
    sources: PanelSources,
    { extension, log }: EvaluationServices,
    events: PanelEvents,
  ) {
    const { uri, revisions, judges, labels } = sources;
    this.#sources = sources;
    const post = (message: ToPanel): void => this.panel.post(message);
    this.histories = new HistoryViews(revisions, log);
    this.#history = new LiveView(
      () => this.histories.messages(),
      post,
      (error) => {
        log.error('The history could not be read.', stackOf(error));
        const prompt = revisions.location.promptPath;
        const empty = { prompt, revisions: [], runs: [], series: [], damaged: [], problems: [] };
        post({ kind: 'history', view: { ...empty, problem: problemText(error) } });
      },
    );
    this.#judges = new LiveView(
      async function* () {
        yield { kind: 'judges', view: await judges.view(sources.session) };
      },
      post,
      (error) => log.error('The judges could not be listed.', stackOf(error)),
    );
    this.comparison = new OpenComparison({
      view: async (runs, signal) =>
        revisions.view(runs, sampleLocations(readSettings(uri), uri, extension.uri), signal),
      problemOf: (runs, error) => {
        log.error(`Runs ${runs.before} and ${runs.after} could not be compared.`, stackOf(error));
        return problemText(error);
      },
    });
    this.#disposables = [
      this.comparison,
      revisions.onDidChange(() => this.#history.changed()),
      judges.runs.onDidChange(() => this.#judges.changed()),
    ];
    this.panel = new PromptPanel(webviewPanel, extension.uri, uri, log, {
      ...events,
      handlers: events.handlers(this),
      onReady: () => labels.showAgain(),
      onDispose: () => {
        for (const one of this.#disposables) one.dispose();
        events.onDispose();
      },
    });
    labels.attach(post);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  /** Sends the history, with the points of a series, and again whenever it changes. */
  openHistory(series: string | undefined): void {
    this.histories.want(series);
    this.#history.want();
    // Another window or the command line may have added to the store since.
    this.#sources.revisions.reread();
  }

  /** Sends the view Judges, and again whenever it changes. */
  openJudges(): void {
    this.#judges.want();
    this.#judges.changed();
  }

  /** To be called when there may be other cards of judges. */
  judgesChanged(): void {
    this.#judges.changed();
  }

  dispose(): void {
    for (const one of [...this.#disposables, this.panel]) one.dispose();
    this.#sources.labels.attach(undefined);
  }
}

/** What a view shows, in one message or more: sent whenever it changes, once the page has asked for it. */
class LiveView {
  readonly #messages: () => AsyncIterable<ToPanel>;
  readonly #post: (message: ToPanel) => void;
  readonly #failed: (error: unknown) => void;
  #isWanted = false;
  /** Counts readings: a slow one does not overtake the next. */
  #turn = 0;

  constructor(
    messages: () => AsyncIterable<ToPanel>,
    post: (message: ToPanel) => void,
    failed: (error: unknown) => void,
  ) {
    this.#messages = messages;
    this.#post = post;
    this.#failed = failed;
  }

  want(): void {
    this.#isWanted = true;
  }

  changed(): void {
    if (this.#isWanted) void this.#send();
  }

  async #send(): Promise<void> {
    const turn = ++this.#turn;
    try {
      for await (const message of this.#messages()) {
        if (turn !== this.#turn) return;
        this.#post(message);
      }
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }
}

/** What a panel shows, apart from what the window knows of the file. */
interface ShownParts {
  /** As it stands in the editor. */
  readonly prompt: PromptFile;
  /** Whether the prompt's document is open. */
  readonly isOpen: boolean;
  readonly phase: PanelPhase;
  readonly report: RunReport | undefined;
  readonly changes: BaselineChanges | undefined;
  readonly batches: PanelBatches | undefined;
  readonly waitsFor: string | undefined;
}

/** What a prompt is called in its panel. */
export function promptName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** The whole panel of a prompt as it stands. */
export function panelSnapshot(uri: vscode.Uri, parts: ShownParts): PanelState {
  const { prompt, isOpen, phase, report, changes, batches, waitsFor } = parts;
  return {
    promptName: promptName(uri),
    promptPath: vscode.workspace.asRelativePath(uri),
    editedSinceRun: isOpen && report !== undefined && prompt.revision !== report.run.revision,
    trusted: readOnlyReason(uri) === undefined,
    ...(isExample(uri) ? { example: true } : {}),
    phase,
    choices: panelChoices(prompt, readSettings(uri)),
    report,
    ...(batches === undefined ? {} : { batches }),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(changes === undefined ? {} : { changes }),
  };
}

/** What the next run would use, for the panel's header. A choice that cannot be run is shown as it was written. */
function panelChoices(prompt: PromptFile, settings: Settings): PanelChoices {
  try {
    const choices = choicesFor(prompt, settings);
    return {
      benchmarks: choices.benchmarks.map((benchmark) => benchmark.title),
      tutor: modelName(choices.tutor),
      judges: choices.judges.map(modelName),
      limit: choices.limit,
    };
  } catch (error) {
    if (!ChoiceError.is(error)) throw error;
    const { benchmarks, tutor, judges, limit } = settings.choices;
    return { benchmarks: benchmarks ?? [], tutor: tutor ?? 'offline', judges: judges ?? ['offline'], limit };
  }
}

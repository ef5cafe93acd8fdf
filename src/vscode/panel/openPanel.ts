import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { RunSession } from '../../core/run/runSession';
import { escapeMarkup } from '../../core/text/readableText';
import {
  type Answers,
  type ComparisonAnswer,
  type FromPanel,
  type MessageOf,
  type PanelHandlers,
  type RunPair,
  sentByPanelSchema,
  type ToPanel,
} from '../../protocol/messages';
import type { PanelState } from '../../protocol/panelState';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { problemText } from '../evaluation/panelProblems';
import type { PromptJudges } from '../judges/promptJudges';
import type { LabelController } from '../labels/labelController';
import { language } from '../language';
import { showFailure, stackOf, t } from '../log';
import type { PromptHistories, PromptRevisions } from '../revisions/promptRevisions';
import { nameInPath } from '../revisions/revisionText';
import { historyView } from '../../core/report/historyView';

export type HandlersOf = (panel: OpenPanel) => PanelHandlers<HandledKind>;

type HandledKind = Exclude<FromPanel['kind'], 'ready' | 'drawn'>;

interface PanelOwner {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
  readonly revisions: PromptRevisions;
  readonly judges: PromptJudges;
  readonly labels: LabelController;
  snapshot(): PanelState;
  panelSeen(): void;
  /** The page has drawn its state, and a newer one was requested meanwhile. */
  panelStale(): void;
  panelClosed(panel: OpenPanel): void;
}

export class OpenPanel implements vscode.Disposable {
  readonly comparison: OpenComparison;
  readonly judges: LiveView;
  readonly #handlers: PanelHandlers<HandledKind>;
  readonly #feed = new StateFeed((message) => this.post(message));
  readonly #waiting: ToPanel[] = [];
  readonly #history: LiveView;
  /** Key of the series on the page, once it named one. */
  #series: string | undefined;
  readonly #disposables: { dispose(): unknown }[];

  constructor(
    readonly view: vscode.WebviewPanel,
    private readonly owner: PanelOwner,
    private readonly services: EvaluationServices,
    handlers: HandlersOf,
  ) {
    const { revisions, judges } = owner;
    const { extensionUri, log } = services;
    const post = (message: ToPanel): void => this.post(message);
    this.#history = new LiveView(
      () => historyMessage(revisions, this.#series),
      post,
      (error) => {
        log.error('The history could not be read.', stackOf(error));
        const empty = { revisions: [], runs: [], series: [], damaged: [], problems: [] };
        const { promptPath: prompt } = revisions.location;
        post({ kind: 'history', view: { ...empty, prompt, problem: problemText(error) } });
      },
    );
    this.judges = new LiveView(
      async () => ({ kind: 'judges', view: await judges.view(owner.session) }),
      post,
      (error) => log.error('The judges could not be listed.', stackOf(error)),
    );
    this.comparison = new OpenComparison({
      view: (runs, signal) => revisions.view(runs, signal),
      problemOf: (runs, error) => {
        log.error(`Runs ${runs.before} and ${runs.after} could not be compared.`, stackOf(error));
        return problemText(error);
      },
    });
    this.#handlers = handlers(this);
    const dist = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    view.title = t`${nameInPath(owner.uri)} · results`;
    view.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    view.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#disposables = [
      this.comparison,
      revisions.onDidChange(() => this.#history.changed()),
      judges.runs.onDidChange(() => this.judges.changed()),
      view.webview.onDidReceiveMessage((raw: unknown) => this.#received(raw)),
      view.onDidChangeViewState(() => {
        // A hidden panel loses its page, which sends `ready` again when it returns.
        if (view.visible) owner.panelSeen();
        else this.#feed.end();
      }),
      view.onDidDispose(() => this.dispose()),
    ];
    view.webview.html = panelHtml(view.webview, dist, owner.uri.toString());
  }

  /** Shows the present state. If the page is still drawing, `panelStale` asks for it later. */
  draw(): void {
    if (this.view.visible) this.#feed.send(() => this.owner.snapshot());
  }

  post(message: ToPanel): void {
    if (!this.#feed.isReady) {
      this.#waiting.push(message);
      // Older messages are outdated by the time the page is ready.
      this.#waiting.splice(0, this.#waiting.length - 20);
      return;
    }
    void this.view.webview.postMessage(message);
  }

  openHistory(series: string | undefined): void {
    this.#series = series ?? this.#series;
    this.#history.isOpen = true;
    // Another window or the command line may have added runs.
    this.owner.revisions.reread();
  }

  openSeries(key: string): void {
    this.#series = key;
    this.#history.changed();
  }

  dispose(): void {
    const disposables = this.#disposables.splice(0);
    if (disposables.length === 0) return;
    for (const one of disposables) one.dispose();
    this.view.dispose();
    this.owner.panelClosed(this);
  }

  #received(raw: unknown): void {
    const sent = sentByPanelSchema.safeParse(raw);
    if (!sent.success) {
      this.services.log.warn('An invalid message of the panel was ignored.');
      return;
    }
    const { message, id } = sent.data;
    if (message.kind === 'ready') {
      this.#feed.begin();
      this.draw();
      for (const waiting of this.#waiting.splice(0)) this.post(waiting);
      this.owner.labels.showAgain();
    } else if (message.kind === 'drawn') {
      if (this.#feed.drawn()) this.owner.panelStale();
    } else {
      this.#handle(message, id).catch((error: unknown) =>
        showFailure(this.services.log, `Tutor Prompt: ${problemText(error)}`, error),
      );
    }
  }

  async #handle(message: MessageOf<HandledKind>, id?: number): Promise<void> {
    // The handler table pairs kinds and handlers, which the compiler cannot follow through an index.
    const handle = this.#handlers[message.kind] as (message: FromPanel) => unknown;
    const value = await handle(message);
    if (id !== undefined) this.post({ kind: 'answer', id, value: value as Answers[keyof Answers] });
  }
}

/** Sent on every change after the page has opened it. */
class LiveView {
  isOpen = false;
  readonly changed: () => void;

  constructor(read: () => Promise<ToPanel>, post: (message: ToPanel) => void, failed: (error: unknown) => void) {
    // A slow read must not overtake a newer one.
    let turn = 0;
    const send = async (mine: number): Promise<void> => {
      try {
        const message = await read();
        if (mine === turn) post(message);
      } catch (error) {
        if (mine === turn) failed(error);
      }
    };
    this.changed = () => {
      if (this.isOpen) void send(++turn);
    };
  }
}

/** Only the two bundled files may run or load. The toolkit needs its nonce in a meta element. */
function panelHtml(webview: vscode.Webview, dist: vscode.Uri, promptUri: string): string {
  const nonce = randomBytes(24).toString('base64url');
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeMarkup(language.tag)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escapeMarkup(file('main.css'))}">
<title>Tutor Prompt Lab</title>
</head>
<body data-prompt-uri="${escapeMarkup(promptUri)}">
<div id="app"></div>
<script type="application/json" id="texts">${JSON.stringify(language.texts).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}" type="module" src="${escapeMarkup(file('main.js'))}"></script>
</body>
</html>`;
}

export interface ComparisonSource {
  /** The view as JSON. Rejects when the signal is aborted. */
  view(runs: RunPair, signal: AbortSignal): Promise<string>;
  problemOf(runs: RunPair, error: unknown): string;
}

export class OpenComparison {
  #comparing = new AbortController();
  /** The last requested pair; `undefined` before the first. */
  runs: RunPair | undefined;

  constructor(private readonly source: ComparisonSource) {}

  /** `undefined` once another pair is requested. Never rejects. */
  async compare(runs: RunPair): Promise<ComparisonAnswer | undefined> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    this.runs = runs;
    try {
      const view = await this.source.view(runs, signal);
      return signal.aborted ? undefined : { view };
    } catch (error) {
      return signal.aborted ? undefined : { problem: this.source.problemOf(runs, error) };
    }
  }

  dispose(): void {
    this.#comparing.abort();
  }
}

/** The history as the page gets it, with the points of one series. Rejects with `RunStoreError`. */
export async function historyMessage(
  revisions: PromptHistories,
  series: string | undefined,
): Promise<Extract<ToPanel, { kind: 'history' }>> {
  const history = await revisions.history();
  // Comparisons are suggested within the prompt's own runs only.
  const own = await revisions.ownHistory();
  const view = historyView(history, series);
  const { suggested } = own === history ? view : historyView(own);
  return { kind: 'history', view: { ...view, suggested } };
}

/** Sends one state at a time, so a slow page gets fewer. */
export class StateFeed {
  isReady = false;
  /** `stale`: another state was requested meanwhile. */
  #drawing: 'drawing' | 'stale' | undefined;

  constructor(private readonly post: (message: ToPanel) => void) {}

  /** The page is ready and has no state yet. */
  begin(): void {
    this.end();
    this.isReady = true;
  }

  end(): void {
    this.isReady = false;
    this.#drawing = undefined;
  }

  /** Sends what `make` returns. While the page draws, only marks its state as stale. */
  send(make: () => PanelState): void {
    if (!this.isReady) return;
    if (this.#drawing !== undefined) {
      this.#drawing = 'stale';
      return;
    }
    this.#drawing = 'drawing';
    this.post({ kind: 'state', state: make() });
  }

  /** Returns whether a newer state was requested meanwhile. */
  drawn(): boolean {
    const isStale = this.#drawing === 'stale';
    this.#drawing = undefined;
    return isStale;
  }
}

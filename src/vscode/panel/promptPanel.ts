import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import {
  type Answers,
  type FromPanel,
  type MessageOf,
  type PanelHandlers,
  sentByPanelSchema,
  type ToPanel,
} from '../../protocol/messages';
import type { PanelState } from '../../protocol/panelState';
import type { Evaluations } from '../evaluation/evaluations';
import { problemText } from '../evaluation/panelProblems';
import { showFailure, stackOf } from '../log';
import { StateFeed } from './stateFeed';

export const panelViewType = 'tutorPromptLab.results';

/** Messages kept for a page that is not there yet; what is older is out of date. */
const mostWaiting = 20;

/** Messages that others than the panel itself do something about. */
export type HandledKind = Exclude<FromPanel['kind'], 'ready' | 'drawn'>;

/** What a panel asks of its owner. */
export interface PanelOwner {
  readonly handlers: PanelHandlers<HandledKind>;
  /** The page is there anew and has the newest state. */
  onReady(): void;
  /** The panel came into view: what it shows may be old. */
  onVisible(): void;
  /** The page has drawn its state, and another was asked for meanwhile. */
  onStale(): void;
  onDispose(): void;
}

/** One webview panel: sends snapshots, receives parsed messages. */
export class PromptPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #feed = new StateFeed((message) => this.post(message));
  #make: (() => PanelState) | undefined;
  readonly #waiting: ToPanel[] = [];

  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    promptUri: vscode.Uri,
    log: vscode.LogOutputChannel,
    owner: PanelOwner,
  ) {
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
    };
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((raw: unknown) => {
        const sent = sentByPanelSchema.safeParse(raw);
        if (!sent.success) {
          log.warn('A message of the panel was not understood and is left out.');
          return;
        }
        const { message, id } = sent.data;
        if (message.kind === 'ready') {
          this.#feed.begin();
          this.#sendState();
          for (const waiting of this.#waiting.splice(0)) this.post(waiting);
          owner.onReady();
        } else if (message.kind === 'drawn') {
          if (this.#feed.drawn()) owner.onStale();
        } else {
          this.#handle(owner.handlers, message, id).catch((error: unknown) =>
            showFailure(log, `Tutor Prompt: ${problemText(error)}`, error),
          );
        }
      }),
      panel.onDidChangeViewState(() => {
        // A panel that is hidden loses its page and says `ready` again when it is back.
        if (panel.visible) owner.onVisible();
        else this.#feed.end();
      }),
      panel.onDidDispose(() => {
        this.dispose();
        owner.onDispose();
      }),
    );
    panel.webview.html = panelHtml(panel.webview, extensionUri, promptUri.toString());
  }

  /** Brings the panel forward without taking the focus from the editor. */
  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  /** Brings the panel forward with the keyboard in it, for what is done by keys. */
  focus(): void {
    this.#panel.reveal(undefined, false);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  /** Shows what `make` returns: now, or where the page still draws, when `onStale` has it asked for again. `name` is the prompt's, for the tab. */
  show(name: string, make: () => PanelState): void {
    this.#make = make;
    this.#panel.title = `${name} · results`;
    this.#sendState();
  }

  /** Sends a message, once the page can hear it. */
  post(message: ToPanel): void {
    if (!this.#feed.isReady) {
      this.#waiting.push(message);
      this.#waiting.splice(0, this.#waiting.length - mostWaiting);
      return;
    }
    void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    for (const disposable of this.#disposables.splice(0)) disposable.dispose();
    this.#panel.dispose();
  }

  async #handle(handlers: PanelOwner['handlers'], message: MessageOf<HandledKind>, id?: number): Promise<void> {
    // The table's type pairs each kind with its handler, which the compiler cannot follow through an index.
    const handle = handlers[message.kind] as (message: FromPanel) => unknown;
    const value = await handle(message);
    if (id !== undefined) this.post({ kind: 'answer', id, value: value as Answers[keyof Answers] });
  }

  #sendState(): void {
    const make = this.#make;
    if (!this.#panel.visible || make === undefined) return;
    this.#feed.send(make);
  }
}

/**
 * The panel's page. Nothing may run or load but the two bundled files: scripts and styles by nonce, no network, images
 * from the extension and as data. The toolkit wants its nonce in a meta element of its own.
 */
function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, promptUri: string): string {
  const nonce = randomBytes(24).toString('base64url');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escapeAttribute(file('main.css'))}">
<title>Tutor Prompt Lab</title>
</head>
<body data-prompt-uri="${escapeAttribute(promptUri)}">
<div id="app"></div>
<script nonce="${nonce}" type="module" src="${escapeAttribute(file('main.js'))}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Brings panels back after a reload: the webview's own state names the prompt, the store has the run. */
export function registerPanelSerializer(
  evaluations: () => Promise<Evaluations>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(panelViewType, {
    async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const uri = promptUriOf(state);
      if (uri === undefined) {
        panel.dispose();
        return;
      }
      try {
        await (await evaluations()).restorePanel(uri, panel);
      } catch (error) {
        log.error('A panel could not be restored.', stackOf(error));
      }
    },
  });
}

function promptUriOf(state: unknown): vscode.Uri | undefined {
  if (typeof state !== 'object' || state === null || !('promptUri' in state) || typeof state.promptUri !== 'string')
    return undefined;
  try {
    return vscode.Uri.parse(state.promptUri, true);
  } catch {
    return undefined;
  }
}

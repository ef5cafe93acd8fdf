import * as vscode from 'vscode';
import { fromPanelSchema, type FromPanel, type ToPanel } from '../../protocol/messages';
import type { PanelState } from '../../protocol/panelState';
import { panelHtml } from './panelHtml';

export const panelViewType = 'tutorPromptLab.results';

/** What a panel asks of its owner. */
export interface PanelHandler {
  onMessage(message: FromPanel): void;
  /** The panel came into view: what it shows may be old. */
  onVisible(): void;
  onDispose(): void;
}

/** One webview panel: sends snapshots, receives parsed messages. */
export class PromptPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables: vscode.Disposable[] = [];
  #state: PanelState | undefined;
  #ready = false;

  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    promptUri: vscode.Uri,
    log: vscode.LogOutputChannel,
    handler: PanelHandler,
  ) {
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'panel.svg');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
    };
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((raw: unknown) => {
        const message = fromPanelSchema.safeParse(raw);
        if (!message.success) {
          log.warn('A message of the panel was not understood and is left out.');
          return;
        }
        if (message.data.kind === 'ready') {
          this.#ready = true;
          this.#sendState();
        }
        handler.onMessage(message.data);
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible) handler.onVisible();
      }),
      panel.onDidDispose(() => {
        this.dispose();
        handler.onDispose();
      }),
    );
    panel.webview.html = panelHtml(panel.webview, extensionUri, promptUri.toString());
  }

  /** Brings the panel forward without taking the focus from the editor. */
  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  show(state: PanelState): void {
    this.#state = state;
    this.#panel.title = `${state.promptName} · results`;
    this.#sendState();
  }

  post(message: ToPanel): void {
    void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    for (const disposable of this.#disposables.splice(0)) disposable.dispose();
    this.#panel.dispose();
  }

  #sendState(): void {
    if (!this.#ready || !this.#panel.visible || this.#state === undefined) return;
    this.post({ kind: 'state', state: this.#state });
  }
}

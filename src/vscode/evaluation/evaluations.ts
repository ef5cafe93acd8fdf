import * as vscode from 'vscode';
import { PromptPanel, panelViewType } from '../panel/promptPanel';
import type { FromPanel } from '../../protocol/messages';
import type { PanelAction } from '../../protocol/panelState';
import { extensionPrefix } from '../settings';
import { PromptEvaluation, type EvaluationServices } from './promptEvaluation';

interface Shown {
  readonly evaluation: PromptEvaluation;
  readonly panel: PromptPanel;
}

/** All evaluations of a window with their panels, one of each per prompt file. */
export class Evaluations implements vscode.Disposable {
  readonly #services: EvaluationServices;
  readonly #evaluations = new Map<string, PromptEvaluation>();
  readonly #panels = new Map<string, Shown>();
  readonly #disposables: vscode.Disposable[];

  constructor(services: EvaluationServices) {
    this.#services = services;
    this.#disposables = [
      vscode.workspace.onDidChangeTextDocument((event) =>
        this.#evaluations.get(event.document.uri.toString())?.refresh(),
      ),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(extensionPrefix))
          for (const { evaluation } of this.#panels.values()) evaluation.refresh();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const { evaluation } of this.#panels.values()) evaluation.refresh();
      }),
    ];
  }

  /** The evaluation of a prompt, made when first asked for. */
  of(uri: vscode.Uri): PromptEvaluation {
    const key = uri.toString();
    let evaluation = this.#evaluations.get(key);
    if (evaluation === undefined) {
      evaluation = new PromptEvaluation(uri, this.#services);
      const made = evaluation;
      this.#disposables.push(made.onDidChange(() => this.#draw(key)));
      this.#evaluations.set(key, made);
    }
    return evaluation;
  }

  /** Opens the panel of a prompt beside its editor, or brings it forward; the focus stays where it is. */
  show(uri: vscode.Uri): PromptEvaluation {
    const evaluation = this.of(uri);
    const shown = this.#panels.get(uri.toString());
    if (shown !== undefined) {
      if (!shown.panel.visible) shown.panel.reveal();
      return evaluation;
    }
    const panel = vscode.window.createWebviewPanel(panelViewType, 'Results', {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
    this.#adopt(uri, panel);
    return evaluation;
  }

  /** Takes over a panel that VS Code brought back after a reload. */
  async restorePanel(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
    const evaluation = this.#adopt(uri, panel);
    await evaluation.restore();
    evaluation.refresh();
  }

  /** Whether this prompt was evaluated or shown in this window. */
  has(uri: vscode.Uri): boolean {
    return this.#evaluations.has(uri.toString());
  }

  /** The prompt whose panel has the focus. */
  get active(): vscode.Uri | undefined {
    return [...this.#panels.values()].find(({ panel }) => panel.active)?.evaluation.uri;
  }

  /** Prompts whose panel is open. */
  get shown(): readonly vscode.Uri[] {
    return [...this.#panels.values()].map(({ evaluation }) => evaluation.uri);
  }

  dispose(): void {
    for (const { panel } of [...this.#panels.values()]) panel.dispose();
    for (const evaluation of this.#evaluations.values()) evaluation.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #adopt(uri: vscode.Uri, webviewPanel: vscode.WebviewPanel): PromptEvaluation {
    const key = uri.toString();
    const evaluation = this.of(uri);
    const { log, extension } = this.#services;
    const panel = new PromptPanel(webviewPanel, extension.uri, uri, log, {
      onMessage: (message) => this.#onMessage(evaluation, panel, message),
      onVisible: () => this.#draw(key),
      onDispose: () => this.#panels.delete(key),
    });
    this.#panels.set(key, { evaluation, panel });
    this.#draw(key);
    return evaluation;
  }

  /** A snapshot holds a report: nobody makes one for a panel that is not seen. */
  #draw(key: string): void {
    const shown = this.#panels.get(key);
    if (shown?.panel.visible === true) shown.panel.show(shown.evaluation.snapshot());
  }

  async #openCase(evaluation: PromptEvaluation, panel: PromptPanel, caseId: string): Promise<void> {
    const detail = await evaluation.caseDetail(caseId);
    panel.post({ kind: 'case', caseId, detail });
  }

  #onMessage(evaluation: PromptEvaluation, panel: PromptPanel, message: FromPanel): void {
    switch (message.kind) {
      case 'ready':
        return;
      case 'action':
        void vscode.commands.executeCommand(...commandOf(message.action, evaluation.uri));
        return;
      case 'openCase':
        void this.#openCase(evaluation, panel, message.caseId);
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'error':
        this.#services.log.error(`Panel: ${message.message}`);
        return;
      default:
        // Compare and History are not offered by this host: `hasHistory` is not set, so none of these comes.
        this.#services.log.warn(`Panel: ${message.kind} is not answered.`);
    }
  }
}

function commandOf(action: PanelAction, uri: vscode.Uri): [string, ...vscode.Uri[]] {
  if (action === 'manageTrust') return ['workbench.trust.manage'];
  return [`${extensionPrefix}.${action}`, uri];
}

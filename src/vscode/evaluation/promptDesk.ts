import * as vscode from 'vscode';
import { PromptPanel } from '../panel/promptPanel';
import type { FromPanel, RunPair } from '../../protocol/messages';
import type { PanelAction } from '../../protocol/panelState';
import { BaselineWatch } from '../revisions/baselineWatch';
import { PromptRevisions } from '../revisions/promptRevisions';
import { RevisionMessages } from '../revisions/revisionMessages';
import { extensionPrefix, readSettings } from '../settings';
import { samplePlaces } from './samplePlaces';
import type { EvaluationServices } from './evaluationServices';
import { PromptEvaluation } from './promptEvaluation';

/** Runs that are tried before a prompt counts as having none that can be read. */
const mostTries = 5;

interface OpenPanel {
  readonly panel: PromptPanel;
  readonly messages: RevisionMessages;
}

/** All that belongs to one prompt file: its evaluation, its revisions, and its panel while that is open. */
export class PromptDesk implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly evaluation: PromptEvaluation;
  readonly revisions: PromptRevisions;
  readonly watch: BaselineWatch;
  readonly #services: EvaluationServices;
  readonly #disposables: readonly { dispose(): unknown }[];
  #open: OpenPanel | undefined;

  constructor(uri: vscode.Uri, services: EvaluationServices) {
    this.uri = uri;
    this.#services = services;
    this.evaluation = new PromptEvaluation(uri, services);
    this.revisions = new PromptRevisions(uri, services);
    this.watch = new BaselineWatch(this.evaluation, this.revisions, services.log);
    this.#disposables = [
      this.evaluation.onDidChange(() => this.draw()),
      this.evaluation.onDidEndRun(({ manifest }) => this.revisions.changed(manifest.runId)),
      this.watch,
      this.evaluation,
      this.revisions,
    ];
  }

  get panel(): PromptPanel | undefined {
    return this.#open?.panel;
  }

  /** Takes a new webview panel, or one that VS Code brought back after a reload. */
  adopt(webviewPanel: vscode.WebviewPanel, onMessage: (message: FromPanel) => void): void {
    const { log, extension } = this.#services;
    const panel = new PromptPanel(webviewPanel, extension.uri, this.uri, log, {
      onMessage: (message) => {
        if (!messages.answer(message)) onMessage(message);
      },
      onVisible: () => this.draw(),
      onDispose: () => {
        messages.dispose();
        if (this.#open?.panel === panel) this.#open = undefined;
      },
    });
    const messages = new RevisionMessages(
      this.revisions,
      () => samplePlaces(readSettings(this.uri), this.uri, extension.uri),
      (message) => panel.post(message),
      log,
    );
    this.#open = { panel, messages };
    this.draw();
  }

  /** Shows the run with the newest replies where none is shown yet. */
  async restore(): Promise<void> {
    await this.evaluation.restore(async () => {
      const { runs } = await this.revisions.history();
      // One that goes on in another window is not at rest here.
      const atRest = runs.filter(({ status }) => status !== 'running');
      return atRest.slice(0, mostTries).map(({ id }) => id);
    });
  }

  /** Brings a comparison forward in the open panel. */
  compare(pair: RunPair): void {
    this.#open?.panel.post({ kind: 'show', tab: 'compare' });
    void this.#open?.messages.compare(pair);
  }

  /** A snapshot holds a report: nobody makes one for a panel that is not seen. */
  draw(): void {
    if (this.#open?.panel.visible === true) this.#open.panel.show(this.evaluation.snapshot());
  }

  async openCase(caseId: string): Promise<void> {
    const detail = await this.evaluation.caseDetail(caseId);
    this.#open?.panel.post({ kind: 'case', caseId, detail });
  }

  /** What a button of the panel asks for, as a command about this prompt. */
  run(action: PanelAction): void {
    if (action === 'manageTrust') void vscode.commands.executeCommand('workbench.trust.manage');
    else void vscode.commands.executeCommand(`${extensionPrefix}.${action}`, this.uri);
  }

  dispose(): void {
    this.#open?.panel.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

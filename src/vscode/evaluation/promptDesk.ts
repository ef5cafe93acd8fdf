import * as vscode from 'vscode';
import { isCalibration } from '../../core/calibration/calibrationSession';
import type { RunSession } from '../../core/engine/runSession';
import { PromptPanel } from '../panel/promptPanel';
import type { FromPanel, RunPair } from '../../protocol/messages';
import type { PanelAction, PanelState } from '../../protocol/panelState';
import type { MeasuredPair } from '../comparing/comparisonJob';
import { JudgeMessages } from '../judges/judgeMessages';
import { PromptJudges } from '../judges/promptJudges';
import { LabelDesk } from '../labels/labelController';
import { BaselineWatch } from '../revisions/baselineWatch';
import { PromptRevisions } from '../revisions/promptRevisions';
import { RevisionMessages } from '../revisions/revisionMessages';
import { stackOf } from '../log';
import { extensionPrefix, readSettings } from '../settings';
import { promptName } from './panelSnapshot';
import { samplePlaces } from './sampleFiles';
import { type EvaluationServices, openFirst } from './evaluationServices';
import { PromptEvaluation } from './promptEvaluation';
import { runInSight, type RunInSight } from './shownRun';
import { StoreWatch } from './promptWork';

/** Runs that are tried before a prompt counts as having none that can be read. */
const mostTries = 5;

interface OpenPanel {
  readonly panel: PromptPanel;
  readonly messages: RevisionMessages;
  readonly judgeMessages: JudgeMessages;
}

/** All that belongs to one prompt file: its evaluation, its revisions, and its panel while that is open. */
export class PromptDesk implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly evaluation: PromptEvaluation;
  readonly revisions: PromptRevisions;
  readonly judges: PromptJudges;
  readonly labels: LabelDesk;
  readonly watch: BaselineWatch;
  readonly #services: EvaluationServices;
  readonly #store: StoreWatch;
  readonly #disposables: readonly { dispose(): unknown }[];
  #open: OpenPanel | undefined;

  constructor(uri: vscode.Uri, services: EvaluationServices) {
    this.uri = uri;
    this.#services = services;
    this.evaluation = new PromptEvaluation(uri, services);
    this.revisions = new PromptRevisions(uri, services);
    this.judges = new PromptJudges(uri, services);
    this.labels = new LabelDesk({
      uri,
      log: services.log,
      session: () => this.evaluation.session,
      place: () => services.storeFor(uri),
    });
    this.#store = new StoreWatch(
      this.evaluation,
      () => this.revisions.place.root,
      (former, justEnded) => this.#showOtherStore(former, justEnded),
    );
    this.watch = new BaselineWatch(
      this.evaluation,
      this.revisions,
      services.log,
      (pair) => this.#prepare(pair),
      // In Restricted Mode no other run is read than the one that is shown.
      () => vscode.workspace.isTrusted,
    );
    this.#disposables = [
      this.evaluation.onDidChange(() => this.draw()),
      this.evaluation.onDidEndRun((session) => {
        this.revisions.ended(session);
        void this.#keepCards(session);
      }),
      this.judges.onDidChange(() => this.draw()),
      this.judges.runs.onDidChange(() => void this.judges.reread(this.evaluation.session)),
      this.watch,
      this.evaluation,
      this.revisions,
      this.judges,
      this.labels,
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
        const isAnswered = messages.answer(message) || judgeMessages.answer(message) || this.labels.answer(message);
        if (!isAnswered) onMessage(message);
      },
      onVisible: () => {
        this.draw();
        this.#prepareShown();
        void this.judges.reread(this.evaluation.session);
      },
      onStale: () => {
        // A run that goes on has its pace; what is at rest is shown at once.
        if (this.evaluation.isRunning) this.evaluation.refresh();
        else this.draw();
      },
      onDispose: () => {
        messages.dispose();
        judgeMessages.dispose();
        if (this.#open?.panel !== panel) return;
        this.#open = undefined;
        this.labels.attach(undefined);
      },
    });
    const messages = new RevisionMessages(
      this.revisions,
      () => samplePlaces(readSettings(this.uri), this.uri, extension.uri),
      (message) => panel.post(message),
      log,
    );
    const judgeMessages = new JudgeMessages(
      this.judges,
      () => this.evaluation.session,
      (message) => panel.post(message),
      log,
    );
    this.#open = { panel, messages, judgeMessages };
    this.labels.attach((message) => panel.post(message));
    this.draw();
    this.#prepareShown();
  }

  /** Shows the run with the newest replies where none is shown yet. */
  async restore(): Promise<void> {
    await this.evaluation.restore(async () => {
      const { runs } = await this.revisions.history();
      // One that goes on in another window is not at rest here.
      const atRest = runs.filter(({ status }) => status !== 'running');
      const [newest] = atRest;
      if (newest !== undefined) void this.watch.prepare(newest.id);
      return atRest.slice(0, mostTries).map(({ id }) => id);
    });
  }

  /** To be called when the folder is trusted: what was not read for nobody's asking is read now. */
  trusted(): void {
    this.revisions.changed();
    this.evaluation.refresh();
  }

  /** Takes over from the desk of the prompt's former name: shows the run that ended there, where one did, else the newest. */
  async takeOver(ended: string | undefined): Promise<void> {
    this.revisions.changed(ended);
    if (ended !== undefined && !this.evaluation.isRunning)
      await openFirst([ended], this.#services, (runId) => this.evaluation.open(runId));
    await this.restore();
  }

  /** To be called when settings have changed: they may name another store, or other limits of comparisons. */
  configured(event: vscode.ConfigurationChangeEvent): void {
    if (event.affectsConfiguration(`${extensionPrefix}.store`)) {
      this.#store.look().catch((error: unknown) => {
        this.#services.log.error('The runs of another store could not be shown.', stackOf(error));
      });
    }
    if (!event.affectsConfiguration(`${extensionPrefix}.comparison`)) return;
    void this.watch.measure();
    // A page that is not seen is gone, and asks for its comparison when it is back.
    if (this.#open?.panel.visible === true) void this.#open.messages.measure();
  }

  /** The run that is shown; `undefined` before the first. Rejects as the history does. */
  async runInSight(): Promise<RunInSight | undefined> {
    const { session } = this.evaluation;
    return session && runInSight(session.manifest, await this.revisions.ownHistory());
  }

  /** The pair that Compare shows in the open panel, or showed last. */
  get compared(): RunPair | undefined {
    return this.#open?.messages.compared;
  }

  /** Brings a comparison forward in the open panel. */
  compare(pair: RunPair): void {
    this.#open?.panel.post({ kind: 'show', tab: 'compare', runs: pair });
    void this.#open?.messages.compare(pair);
  }

  /** A snapshot holds a report: nobody makes one for a panel that is not seen, or that draws. */
  draw(): void {
    if (this.#open?.panel.visible === true) this.#open.panel.show(promptName(this.uri), () => this.#state());
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
    const open = this.#open;
    // A panel that is closed from here does not say so.
    this.#open = undefined;
    for (const one of [open?.messages, open?.judgeMessages, open?.panel]) one?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** For a panel that was not in sight when the run was measured. */
  #prepareShown(): void {
    void this.watch.measure().then((pair) => this.#prepare(pair));
  }

  /** The pair that is measured is mostly the one that Compare shows first: a click there then waits for nothing but the way to the page. */
  #prepare(pair: MeasuredPair | undefined): void {
    if (pair !== undefined && this.#open?.panel.visible === true)
      void this.#open.messages.prepare({ before: pair.before.id, after: pair.after.id });
  }

  #state(): PanelState {
    const state = this.evaluation.snapshot();
    const { session } = this.evaluation;
    const { report } = state;
    const isKnown = report !== undefined && session !== undefined;
    return isKnown ? { ...state, report: this.judges.trusted(report, session) } : state;
  }

  async #showOtherStore(former: string, justEnded: boolean): Promise<void> {
    const { root } = this.revisions.place;
    if (justEnded)
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'The run that has ended is kept in {0}, where it began. The results shown now are those of {1}.',
          former,
          root,
        ),
      );
    this.#services.log.info(
      `Runs of ${vscode.workspace.asRelativePath(this.uri)} are read from ${root} now, no more from ${former}.`,
    );
    this.evaluation.clear();
    this.labels.answer({ kind: 'labelling', request: { do: 'end' } });
    this.revisions.reread();
    this.#open?.judgeMessages.changed();
    await this.restore();
  }

  /** A calibration that went on as a run of a panel keeps its cards as any other. */
  async #keepCards(ended: RunSession): Promise<void> {
    try {
      if (isCalibration(ended)) await this.judges.keep(ended);
    } catch (error) {
      this.#services.log.error('The trust cards could not be kept.', stackOf(error));
    }
    await this.judges.reread(this.evaluation.session);
    this.#open?.judgeMessages.changed();
  }
}

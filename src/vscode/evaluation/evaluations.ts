import * as vscode from 'vscode';
import type { RunCaps } from '../../core/engine/runCaps';
import { panelViewType } from '../panel/promptPanel';
import type { CardPlace } from '../../core/report/judgesViewModel';
import type { FromPanel, RunPair } from '../../protocol/messages';
import type { StoredCalibration } from '../judges/calibrateJudge';
import { calibrationWish } from '../judges/calibrationInput';
import type { PromptJudges } from '../judges/promptJudges';
import { showFailure, stackOf } from '../log';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { readOnlyReason } from '../restrictedMode';
import { extensionPrefix } from '../settings';
import type { BatchWish } from '../batches/batchChoice';
import { afterEvaluation } from './afterEvaluation';
import { deleteRuns } from './deleteRuns';
import { problemText } from './panelProblems';
import { PromptDesk } from './promptDesk';
import type { EvaluationServices } from './evaluationServices';
import type { PromptEvaluation } from './promptEvaluation';
import { PromptMoves, type FollowedName } from './promptMoves';
import type { RecordedFile } from './prepareRecorded';
import { revisionAction } from './revisionAction';
import type { RunInSight } from './shownRun';
import { tellUnused } from './tellUnused';

/** All prompts of a window that were evaluated or looked at, with their panels. */
export class Evaluations implements vscode.Disposable {
  readonly #services: EvaluationServices;
  readonly #desks = new Map<string, PromptDesk>();
  readonly #moves = new PromptMoves<vscode.Uri, PromptDesk>({
    find: (uri) => this.#desks.get(uri.toString()),
    replace: (desk, to, ended) => this.#replace(desk, to, ended),
    failed: (error) =>
      this.#services.log.error('A run could not be taken along to its prompt’s new name.', stackOf(error)),
  });
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: EvaluationServices) {
    this.#services = services;
    this.#disposables = [
      vscode.workspace.onDidChangeTextDocument((event) =>
        this.#desks.get(event.document.uri.toString())?.evaluation.refresh(),
      ),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(extensionPrefix)) this.#refreshShown();
        for (const desk of this.#desks.values()) desk.configured(event);
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const desk of this.#desks.values()) desk.trusted();
      }),
    ];
  }

  /** The evaluation of a prompt, made when first asked for. */
  of(uri: vscode.Uri): PromptEvaluation {
    return this.#desk(uri).evaluation;
  }

  /** The history of a prompt, read when first asked for. */
  revisionsOf(uri: vscode.Uri): PromptRevisions {
    return this.#desk(uri).revisions;
  }

  /** What is known of the judges in a prompt's store. */
  judgesOf(uri: vscode.Uri): PromptJudges {
    return this.#desk(uri).judges;
  }

  /** Opens the panel of a prompt beside its editor, or brings it forward; the focus stays where it is. */
  show(uri: vscode.Uri): PromptEvaluation {
    const desk = this.#desk(uri);
    if (desk.panel === undefined) {
      const panel = vscode.window.createWebviewPanel(panelViewType, 'Results', {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
      });
      this.#adopt(desk, panel);
    } else if (!desk.panel.visible) desk.panel.reveal();
    return desk.evaluation;
  }

  /** Evaluates a document as it stands and says how it compares. In Restricted Mode the panel says that no run starts. */
  async evaluate(document: vscode.TextDocument, wish: BatchWish = 'asSet'): Promise<void> {
    const evaluation = this.show(document.uri);
    if (readOnlyReason(evaluation.uri) !== undefined || evaluation.isRunning) return;
    const desk = this.#desk(document.uri);
    const last = (await evaluation.evaluate(document, wish)).at(-1);
    if (last !== undefined) await this.#tell(desk, last.manifest.runId);
  }

  /** Judges the replies in a file as a run of a document; what of them is not used is told, and in the log. */
  async judgeReplies(document: vscode.TextDocument, recorded: RecordedFile): Promise<void> {
    const evaluation = this.show(document.uri);
    const { extension, log } = this.#services;
    const { prepareRecorded } = await import('./prepareRecorded');
    const ended = await evaluation.start(async (prompt, settings) => {
      const { planned, run } = await prepareRecorded(document, recorded, prompt, settings, extension);
      tellUnused(planned, log);
      return [run];
    });
    const last = ended.at(-1);
    if (last !== undefined) await this.#tell(this.#desk(document.uri), last.manifest.runId);
  }

  /** Shows recorded replies of real models with people's labels, in a store of their own that nothing is added to. */
  async openExample(): Promise<void> {
    const [{ keepExample }, { exampleUri }, { examplePair }] = await Promise.all([
      import('../example/keepExample'),
      import('../example/exampleDocument'),
      import('../../core/recorded/exampleRuns'),
    ]);
    await keepExample(this.#services.storeFor(exampleUri).store, this.#services.extension);
    // Compare has its pair ready, and the reader begins with the scores.
    this.showPair(exampleUri, examplePair);
    await this.openRun(exampleUri, examplePair.after);
  }

  /** Goes on with the shown run, or with the newest one; `raised` caps hold in the place of those in force. */
  async resume(uri: vscode.Uri, raised?: RunCaps): Promise<void> {
    const evaluation = this.show(uri);
    const desk = this.#desk(uri);
    await desk.restore();
    if (readOnlyReason(evaluation.uri) !== undefined || evaluation.isRunning) return;
    const ended = await evaluation.resume(raised);
    if (ended !== undefined) await this.#tell(desk, ended.manifest.runId);
  }

  /** Goes on with a stored run whose batches were left with their provider. */
  async collect(uri: vscode.Uri, runId: string): Promise<void> {
    await this.openRun(uri, runId);
    await this.resume(uri);
  }

  /** Stops all runs and leaves their batches with the providers. Resolves when their records are written. */
  async leave(): Promise<void> {
    const desks = [...this.#desks.values()];
    await Promise.all(desks.flatMap(({ evaluation, judges }) => [evaluation.leave(), judges.runs.leave()]));
  }

  /** Shows the newest stored run where none is shown yet, also to the window alone when there is no panel. */
  async restore(uri: vscode.Uri): Promise<void> {
    await this.#desk(uri).restore();
  }

  /** The run that a prompt shows in this window; `undefined` where it shows none. Rejects as its history does. */
  async runInSight(uri: vscode.Uri): Promise<RunInSight | undefined> {
    return this.#desks.get(uri.toString())?.runInSight();
  }

  /** Takes over a panel that VS Code brought back after a reload. */
  async restorePanel(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
    const desk = this.#desk(uri);
    this.#adopt(desk, panel);
    await desk.restore();
    desk.evaluation.refresh();
  }

  /** Opens the panel on Compare with two runs. */
  showPair(uri: vscode.Uri, pair: RunPair): void {
    this.show(uri);
    this.#desk(uri).compare(pair);
  }

  /** Opens the panel on History. */
  async showHistory(uri: vscode.Uri): Promise<void> {
    this.show(uri);
    this.#desk(uri).panel?.post({ kind: 'show', tab: 'history' });
    await this.restore(uri);
  }

  /** Opens the panel on Judges, at a card where one is named. */
  showJudges(uri: vscode.Uri, place?: CardPlace): void {
    this.show(uri);
    this.#desk(uri).panel?.post({ kind: 'showJudges', place });
  }

  /** Checks a judge against labelled replies; what `wish` (a `CalibrationWish`, unchecked) does not give is asked for. */
  async calibrate(uri: vscode.Uri, wish: unknown): Promise<void> {
    const { calibrateJudge } = await import('../judges/calibrateJudge');
    await calibrateJudge({ ...this.#services, all: this, uri }, calibrationWish(wish));
  }

  /** Goes on with a calibration that was cut off. */
  async resumeCalibration(calibration: StoredCalibration): Promise<void> {
    const { resumeCalibration } = await import('../judges/calibrateJudge');
    await resumeCalibration(this, calibration, this.#services.log);
  }

  /** Opens label mode on the run that is shown, or on the newest one, with the keyboard in the panel. */
  async labelReplies(uri: vscode.Uri): Promise<void> {
    this.show(uri);
    await this.restore(uri);
    const { labels, panel } = this.#desk(uri);
    panel?.focus();
    await labels.open();
  }

  /** Shows a stored run in the panel. */
  async openRun(uri: vscode.Uri, runId: string): Promise<void> {
    const evaluation = this.show(uri);
    await evaluation.open(runId);
    this.#desk(uri).panel?.post({ kind: 'show', tab: 'overview' });
  }

  /** Asks, and deletes runs for good. Where the shown run was among them the newest one left takes its place. */
  async deleteRuns(uri: vscode.Uri, runIds: readonly string[]): Promise<void> {
    await deleteRuns(this.#desk(uri), runIds);
  }

  /**
   * A prompt file has another name: its panel, if open, is closed and the new one's shown in its place. While a run or a calibration goes
   * on it waits for that; resolves all the same. Rejects when the runs cannot be read.
   */
  async moved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    // The new name may have been looked up before the journal had it.
    this.#desks.get(to.toString())?.revisions.changed();
    await this.#moves.moved(from, to);
  }

  /** Follows a prompt through its renamings, until disposed. */
  follow(uri: vscode.Uri): FollowedName<vscode.Uri> {
    return this.#moves.follow(uri);
  }

  /** Whether this prompt was evaluated or shown in this window. */
  has(uri: vscode.Uri): boolean {
    return this.#desks.has(uri.toString());
  }

  /** The prompt whose panel has the focus. */
  get active(): vscode.Uri | undefined {
    return [...this.#desks.values()].find(({ panel }) => panel?.active)?.uri;
  }

  /** Prompts that were evaluated or looked at. */
  get prompts(): readonly vscode.Uri[] {
    return [...this.#desks.values()].map(({ uri }) => uri);
  }

  /** Prompts whose panel is open. */
  get shown(): readonly vscode.Uri[] {
    return [...this.#desks.values()].filter(({ panel }) => panel !== undefined).map(({ uri }) => uri);
  }

  dispose(): void {
    for (const desk of this.#desks.values()) desk.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #desk(uri: vscode.Uri): PromptDesk {
    const key = uri.toString();
    let desk = this.#desks.get(key);
    if (desk === undefined) this.#desks.set(key, (desk = new PromptDesk(uri, this.#services)));
    return desk;
  }

  /** The desk of the same prompt under the name that it has by now. Waits for what is under way under the old one. Never rejects. */
  async #deskNow(desk: PromptDesk): Promise<PromptDesk> {
    return this.#desk(await this.#moves.whereIs(desk));
  }

  #adopt(desk: PromptDesk, panel: vscode.WebviewPanel): void {
    desk.adopt(panel, (message) => {
      this.#act(desk, message).catch((error: unknown) =>
        showFailure(this.#services.log, vscode.l10n.t('Tutor Prompt: {0}', problemText(error)), error),
      );
    });
  }

  #refreshShown(): void {
    for (const { evaluation, panel } of this.#desks.values()) if (panel !== undefined) evaluation.refresh();
  }

  /** Under the name that the prompt has by now. */
  async #tell(desk: PromptDesk, runId: string): Promise<void> {
    const now = await this.#deskNow(desk);
    await afterEvaluation(now, runId, this.#services.log, (pair) => this.showPair(now.uri, pair));
  }

  async #replace(old: PromptDesk | undefined, to: vscode.Uri, ended: string | undefined): Promise<void> {
    const wasOpen = old?.panel !== undefined;
    if (old !== undefined) {
      this.#desks.delete(old.uri.toString());
      this.#services.tracker.forget(old.uri.toString());
      old.dispose();
    }
    if (wasOpen) this.show(to);
    await this.#desk(to).takeOver(ended);
  }

  async #act(desk: PromptDesk, message: FromPanel): Promise<void> {
    switch (message.kind) {
      case 'action':
        desk.run(message.action);
        return;
      case 'openCase':
        await desk.openCase(message.caseId);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'error':
        this.#services.log.error(`Panel: ${message.message}`);
        return;
      case 'checkJudge':
        await this.calibrate(desk.uri, message);
        return;
      case 'resumeCheck':
        await this.resumeCalibration({ uri: desk.uri, runId: message.runId, shows: true });
        return;
      case 'tagFailures':
        await (await import('./tagFailures')).tagFailures(desk, this.#services);
        return;
      case 'openRun':
        await this.openRun(desk.uri, message.runId);
        return;
      case 'deleteRun':
        await this.deleteRuns(desk.uri, [message.runId]);
        return;
      case 'ready':
      case 'drawn':
      case 'openHistory':
      case 'openSeries':
      case 'compare':
      case 'openFlip':
      case 'openJudges':
      case 'openJudgeCard':
      case 'labelling':
        return;
      default:
        await revisionAction(message, desk, () => this.#deskNow(desk), this.#services.extension);
    }
  }
}

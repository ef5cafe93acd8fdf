import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { type PromptFile, readPromptFile } from '../../core/prompt/promptFile';
import { promptRules, type Rule } from '../../core/prompt/promptRules';
import { testableGroups } from '../../core/prompt/withoutRules';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { fixFirst } from '../../core/results/failureGroups';
import type { RunReport } from '../../core/results/reportModel';
import type { RunCaps } from '../../core/run/runCaps';
import type { RunSession } from '../../core/run/runSession';
import { spentTogether } from '../../core/run/runState';
import type { RunPair } from '../../protocol/messages';
import type { PanelState } from '../../protocol/panelState';
import { agreedRuns, confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { InTurn } from '../../core/store/inTurn';
import { panelProblems } from '../evaluation/panelProblems';
import { panelChoices, runContext, type RunContext } from '../evaluation/prepareRun';
import { prepareResume } from '../evaluation/prepareStored';
import { keepSummary, type PreparedRun, runInWindow, type WindowRun } from '../evaluation/runInWindow';
import { ShownRun } from '../evaluation/shownRun';
import { isExample } from '../example/exampleDocument';
import { PromptJudges } from '../judges/promptJudges';
import { LabelController } from '../labels/labelController';
import { inform, reasonOf, stackOf, t } from '../log';
import { type HandlersOf, OpenPanel } from '../panel/openPanel';
import { readOnlyReason } from '../restrictedMode';
import { type BaselineWatch, watchBaseline } from '../revisions/baselineWatch';
import { PromptRevisions } from '../revisions/promptRevisions';
import { nameInPath } from '../revisions/revisionText';
import { extensionPrefix, readSettings } from '../settings';
import { PromptWork, runSeries, SnapshotTimer, storeWatch } from './promptWork';

export type Preparation = (context: RunContext) => Promise<readonly PreparedRun[]>;

/** Runs at most one run of a prompt at a time. */
export class PromptController implements vscode.Disposable {
  readonly revisions: PromptRevisions;
  readonly judges: PromptJudges;
  readonly labels: LabelController;
  readonly baseline: BaselineWatch;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #snapshots = new SnapshotTimer(() => this.#publish());
  readonly #openings = new InTurn();
  readonly #shown = new ShownRun(() => readSettings(this.uri).majority);
  readonly #work: PromptWork;
  readonly #followStore: () => Promise<void>;
  readonly #disposables: readonly { dispose(): unknown }[];
  /** Kept, because a run takes up to four snapshots a second of one text. */
  #prompt: (PromptFile & { readonly rules: readonly Rule[]; readonly isTestable: boolean }) | undefined;
  panel: OpenPanel | undefined;

  constructor(
    public uri: vscode.Uri,
    private readonly services: EvaluationServices,
  ) {
    this.#work = new PromptWork({
      showsRun: () => this.session !== undefined,
      problemsOf: (error) => {
        services.log.error('The evaluation could not run.', stackOf(error));
        return panelProblems(error);
      },
      onChange: () => this.#publish(),
    });
    this.revisions = new PromptRevisions(this, services);
    this.judges = new PromptJudges(this, services);
    this.labels = new LabelController(this, services);
    this.baseline = watchBaseline(this, this.revisions, services.log);
    this.#followStore = storeWatch(
      this.#work,
      () => this.revisions.location.root,
      (former, justEnded) => this.#showOtherStore(former, justEnded),
    );
    this.#disposables = [
      this.judges.onDidChange(() => this.panel?.draw()),
      this.judges.runs.onDidChange(() => void this.judges.reread(this.session)),
      this.baseline,
      this.revisions,
      this.judges,
      this.labels,
      this.#snapshots,
      this.#changed,
    ];
  }

  get session(): RunSession | undefined {
    return this.#shown.session;
  }

  /** Of the run that has ended. */
  get report(): RunReport | undefined {
    return this.isRunning ? undefined : this.#shown.finished;
  }

  /** After a reload the document may not be loaded yet, so the shown run's text stands in. */
  get text(): string {
    return this.revisions.document?.getText() ?? this.session?.manifest.prompt.text ?? '';
  }

  get isRunning(): boolean {
    return this.#work.isRunning;
  }

  get compared(): RunPair | undefined {
    return this.panel?.comparison.runs;
  }

  adopt(view: vscode.WebviewPanel, handlers: HandlersOf): void {
    this.panel = new OpenPanel(view, this, this.services, handlers);
    this.panelSeen();
  }

  /** Runs, baseline and cards may have changed while the page was hidden. */
  panelSeen(): void {
    this.panel?.draw();
    void this.baseline.measure();
    void this.judges.reread(this.session);
  }

  /** A live run is redrawn at its own pace, anything else at once. */
  panelStale(): void {
    if (this.isRunning) this.refresh();
    else this.panel?.draw();
  }

  panelClosed(panel: OpenPanel): void {
    if (this.panel === panel) this.panel = undefined;
  }

  refresh(): void {
    this.#snapshots.request();
  }

  snapshot(): PanelState {
    const { uri, session, text } = this;
    const { document } = this.revisions;
    if (this.#prompt?.text !== text) {
      const read = readPromptFile('', text);
      const rules = promptRules(read);
      this.#prompt = { ...read, rules, isTestable: testableGroups(read, rules).length > 1 };
    }
    const prompt = this.#prompt;
    const shown = this.#shown.state();
    const evaluated = shown.report?.run.revision;
    return {
      promptName: nameInPath(uri),
      promptPath: vscode.workspace.asRelativePath(uri),
      editedSinceRun: document !== undefined && evaluated !== undefined && prompt.revision !== evaluated,
      trusted: readOnlyReason(uri) === undefined,
      ...(isExample(uri) ? { example: true } : { hasRules: prompt.isTestable }),
      phase: this.#work.phase,
      choices: panelChoices(prompt, readSettings(uri)),
      ...shown,
      report: shown.report && session && this.judges.trusted(shown.report, session),
      ...(shown.report && { fixFirst: fixFirst(shown.report, shown.report.run.recorded ? undefined : prompt.rules) }),
    };
  }

  compare(pair: RunPair): void {
    this.panel?.post({ kind: 'show', tab: 'compare', runs: pair });
  }

  measured(runId: string, changes: BaselineChanges | undefined): void {
    if (this.#shown.measured(runId, changes)) this.#publish();
  }

  /** Shows the readable run with the newest replies, unless a run is shown already. */
  async restore(): Promise<void> {
    // A run may start during the awaits; it is newer and must stay.
    const isNeeded = (): boolean => this.session === undefined && !this.isRunning;
    // An untitled name is reused by other windows for other prompts.
    if (!isNeeded() || this.uri.scheme === 'untitled') return;
    const { runs } = await this.revisions.history();
    // Skips runs of other windows, and gives up after five unreadable ones.
    const stored = runs.filter(({ status }) => status !== 'running').slice(0, 5);
    const { store } = this.revisions.location;
    for (const { id } of stored) {
      try {
        const session = sessionOfRun(await store.open(id), benchmarks);
        if (isNeeded()) await this.#showDone(session);
        return;
      } catch (error) {
        this.services.log.warn(`Run ${id} cannot be shown.`, reasonOf(error));
      }
    }
  }

  /** Of several requests the last one wins. Says so if a run is under way. Rejects as opening does. */
  async open(runId: string): Promise<void> {
    if (this.saysBusy()) return;
    await this.#openings.next(async () => {
      const stored = await this.revisions.location.store.open(runId);
      if (!this.saysBusy()) await this.#showDone(sessionOfRun(stored, benchmarks));
    });
  }

  clear(): void {
    if (this.isRunning) return;
    this.#shown.clear();
    this.#work.phase = { kind: 'empty' };
    this.services.tracker.forget(this.uri.toString());
    this.#publish();
  }

  /** Whether a run is under way; if so, tells the reader. */
  saysBusy(): boolean {
    if (this.isRunning) inform(t`A run of this prompt is under way. Wait for its end or cancel it.`);
    return this.isRunning;
  }

  /** Runs one after the other if the user agrees. Resolves with the ended runs; the panel shows problems. */
  async start(prepare: Preparation): Promise<readonly RunSession[]> {
    const ended: RunSession[] = [];
    if (this.isRunning || readOnlyReason(this.uri) !== undefined) return ended;
    await this.#work.begin(async (signal) => {
      this.#work.phase = { kind: 'starting' };
      this.#publish();
      const context = runContext(this.uri, this.services);
      const run = async (one: PreparedRun): Promise<void> => {
        // Runs agreed to together share one cap.
        await this.#run(one, context, { signal, spentBefore: spentTogether(ended) });
        ended.push(one.session);
      };
      const agreedOf = (runs: readonly PreparedRun[]) => agreedRuns(runs, context);
      await runSeries({ prepare: () => prepare(context), agreedOf, run }, signal);
    });
    return ended;
  }

  /** With `onGathered` only collects batch answers. Resolves with the run, if it ended. */
  async resume(raised?: RunCaps, onGathered?: () => void): Promise<RunSession | undefined> {
    if (readOnlyReason(this.uri) !== undefined || this.isRunning || this.session === undefined) return undefined;
    let ended: RunSession | undefined;
    const { runId } = this.session.manifest;
    await this.#work.begin(async (signal) => {
      const context = runContext(this.uri, this.services);
      const sends = onGathered === undefined;
      const run = await prepareResume({ runId, raised, sends }, context);
      if ((sends && !(await confirmSending(run, context))) || signal.aborted) return;
      await this.#run(run, context, { signal, onGathered });
      ended = run.session;
    });
    return ended;
  }

  /** Stops the run and cancels its batches, also those of a stopped run. Keeps what has arrived. */
  async cancel(): Promise<void> {
    if (await this.#work.cancel()) return;
    // Resumed briefly, so that answers already in the batches are kept.
    if (this.#shown.batches.state !== undefined) await this.resume(undefined, () => void this.cancel());
  }

  /** Stops the run and leaves its batches to be collected later. Resolves when it has stopped. */
  leave(): Promise<void> {
    return this.#work.leave();
  }

  configured(event: vscode.ConfigurationChangeEvent): void {
    if (this.panel !== undefined) this.refresh();
    if (event.affectsConfiguration(`${extensionPrefix}.store`)) void this.#followStore();
    if (!event.affectsConfiguration(`${extensionPrefix}.comparison`)) return;
    void this.baseline.measure();
    // A hidden page is discarded and asks for its comparison when it returns.
    if (this.panel?.view.visible === true) this.panel.post({ kind: 'compareAgain' });
  }

  /** The caller reopens the panel. A live run stays with the prompt. */
  rename(to: vscode.Uri): void {
    this.panel?.dispose();
    this.services.tracker.forget(this.uri.toString());
    this.uri = to;
    void this.#followStore();
    this.#publish();
  }

  dispose(): void {
    void this.#work.leave();
    this.panel?.dispose();
    for (const one of this.#disposables) one.dispose();
  }

  async #run(run: PreparedRun, context: RunContext, options: Pick<WindowRun, 'signal' | 'spentBefore' | 'onGathered'>) {
    const { session } = run;
    const { store } = context.prompt;
    try {
      await runInWindow(run, {
        ...this.services,
        ...context,
        ...options,
        decideLook: (units) => this.revisions.decideLook(session.manifest.runId, units, run.against),
        onStarted: () => {
          this.#shown.follow(session);
          this.#work.phase = { kind: 'running' };
        },
        onEvent: (event) => {
          this.#shown.heard(event);
          this.refresh();
        },
      });
    } finally {
      // Otherwise the run never started, and the previous one is still shown.
      if (this.session === session) {
        const report = this.#shown.show(session);
        await this.#shown.readBatches(store);
        await keepSummary(session, report, store, this.services);
        this.revisions.ended(session);
        void this.judges.ended(session, () => this.session).then(() => this.panel?.judges.changed());
      }
    }
    this.#work.phase = { kind: 'done' };
  }

  async #showDone(session: RunSession): Promise<void> {
    this.#shown.show(session);
    this.#work.phase = { kind: 'done' };
    this.#publish();
    if (session.manifest.batch !== true) return;
    await this.#shown.readBatches(this.revisions.location.store);
    if (this.session === session && !this.isRunning) this.#publish();
  }

  #publish(): void {
    const { kind } = this.#work.phase;
    const summary = this.#shown.summary(kind === 'running' || kind === 'cancelling');
    if (summary !== undefined) this.services.tracker.set(this.uri.toString(), summary);
    this.panel?.draw();
    this.#changed.fire();
  }

  async #showOtherStore(former: string, justEnded: boolean): Promise<void> {
    const { root } = this.revisions.location;
    const kept = t`The run that has ended is kept in ${former}, where it began.`;
    if (justEnded) inform(t`${kept} The results shown now are those of ${root}.`);
    const name = vscode.workspace.asRelativePath(this.uri);
    this.services.log.info(`Runs of ${name} are now read from ${root}, no longer from ${former}.`);
    this.clear();
    void this.labels.end();
    this.revisions.reread();
    this.panel?.judges.changed();
    await this.restore().catch((error: unknown) => {
      this.services.log.error('The runs of another store could not be shown.', stackOf(error));
    });
  }
}

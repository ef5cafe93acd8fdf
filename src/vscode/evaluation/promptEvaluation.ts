import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { spentTogether } from '../../core/engine/spentUsd';
import type { RunSession } from '../../core/engine/runSession';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { illustratedCase } from '../../core/report/illustratedCase';
import type { CaseDetail } from '../../core/report/reportModel';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { type EvaluationServices, keepSummary, openFirst, type PromptStore } from './evaluationServices';
import type { ImageStore } from '../../core/store/imageStore';
import type { PanelState } from '../../protocol/panelState';
import { readOnlyReason } from '../restrictedMode';
import { readSettings, type Settings } from '../settings';
import { assertNamedServers, confirmSending } from './confirmSending';
import { EvaluationWork, runSeries } from './promptWork';
import { panelProblems } from './panelProblems';
import { panelSnapshot } from './panelSnapshot';
import type { BatchWish } from '../batches/batchChoice';
import { BatchWatch } from '../batches/batchWatch';
import { prepareResume } from './prepareStored';
import { prepareRun } from './prepareRun';
import { type PreparedRun, runInWindow, type RunSurroundings } from './runInWindow';
import { glimpseOf, ShownRun } from './shownRun';
import { InTurn, SnapshotTimer } from './pacing';
import { stackOf } from '../log';

/** Plans runs that are to be asked about together and run one after the other. */
export type Preparation = (prompt: PromptStore, settings: Settings) => Promise<readonly PreparedRun[]>;

/** How a stored run goes on: with caps that are raised, or only for as long as its calls take to find their batches. */
type GoingOn = Pick<PreparedRun, 'raised'> & Pick<RunSurroundings, 'onGathered'>;

/**
 * The evaluation of one prompt file: at most one run at a time, and the run that is shown. Announces a change whenever
 * a new snapshot is worth drawing, and every run that ended.
 */
export class PromptEvaluation implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #services: EvaluationServices;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #ended = new vscode.EventEmitter<RunSession>();
  readonly onDidEndRun = this.#ended.event;
  readonly #snapshots = new SnapshotTimer(() => this.#publish());
  readonly #work: EvaluationWork;
  readonly #openings = new InTurn();
  readonly #shown = new ShownRun(() => readSettings(this.uri).majority);
  #batches = new BatchWatch();

  constructor(uri: vscode.Uri, services: EvaluationServices) {
    this.uri = uri;
    this.#services = services;
    this.#work = new EvaluationWork({
      showsRun: () => this.session !== undefined,
      problemsOf: (error) => {
        services.log.error('The evaluation could not run.', stackOf(error));
        return panelProblems(error);
      },
      onChange: () => this.#publish(),
    });
  }

  get isRunning(): boolean {
    return this.#work.isBusy;
  }

  /** The run that is shown; `undefined` before the first. */
  get session(): RunSession | undefined {
    return this.#shown.session;
  }

  /** Shows the first of these stored runs that can be read, where no run is shown yet. */
  async restore(newestFirst: () => Promise<readonly string[]>): Promise<void> {
    // An untitled document has its name for one window only; an earlier one of that name was another prompt.
    if (this.session !== undefined || this.isRunning || this.uri.scheme === 'untitled') return;
    const { store } = this.#services.storeFor(this.uri);
    await openFirst(await newestFirst(), this.#services, async (runId) => {
      const session = sessionOfRun(await store.open(runId), benchmarks);
      // Meanwhile a run may have started: what it shows is newer.
      if (this.#current() === undefined && !this.isRunning) await this.#showDone(session);
    });
  }

  /** Shows a stored run instead; of several the one that was asked for last. While a run goes on, says so. Rejects as opening a run does. */
  async open(runId: string): Promise<void> {
    if (this.#saysBusy()) return;
    await this.#openings.next(async () => {
      const stored = await this.#services.storeFor(this.uri).store.open(runId);
      if (!this.#saysBusy()) await this.#showDone(sessionOfRun(stored, benchmarks));
    });
  }

  /** Shows no run any more, for instance because it was deleted. */
  clear(): void {
    if (this.isRunning) return;
    this.#shown.clear();
    this.#batches.clear();
    this.#work.enter({ kind: 'empty' });
    this.#services.tracker.forget(this.uri.toString());
    this.#publish();
  }

  /** Starts a run of `document` as it stands in the editor. Problems are shown in the panel, with what mends them. */
  async evaluate(document: vscode.TextDocument, wish: BatchWish = 'asSet'): Promise<readonly RunSession[]> {
    return this.start(async (prompt, settings) => [
      await prepareRun(document, prompt, settings, this.#services.extension, wish),
    ]);
  }

  /** Runs what is prepared, one after the other, once the user agrees; the last one stays shown. Resolves with the runs that ended. */
  async start(prepare: Preparation): Promise<readonly RunSession[]> {
    const ended: RunSession[] = [];
    if (this.isRunning || readOnlyReason(this.uri) !== undefined) return ended;
    await this.#work.begin(async (signal) => {
      this.#work.enter({ kind: 'starting' });
      this.#publish();
      const prompt = this.#services.storeFor(this.uri);
      const settings = readSettings(this.uri);
      const { agreed } = this.#services;
      const steps = {
        prepare: () => prepare(prompt, settings),
        isAgreed: (runs: readonly PreparedRun[]) => confirmSending(runs, { prompt, settings, agreed }),
        run: async (run: PreparedRun) => {
          // One cap holds for all that was agreed to together.
          await this.#run(run, prompt, signal, { spentBefore: spentTogether(ended) });
          ended.push(run.session);
        },
      };
      await runSeries(steps, signal);
    });
    return ended;
  }

  /** Goes on with the shown run where it stopped, with caps that are `raised`. Resolves with the run, if it came to an end. */
  async resume(raised?: PreparedRun['raised']): Promise<RunSession | undefined> {
    return this.#goOn({ raised });
  }

  async #goOn({ raised, onGathered }: GoingOn): Promise<RunSession | undefined> {
    if (readOnlyReason(this.uri) !== undefined || this.isRunning || this.session === undefined) return undefined;
    let ended: RunSession | undefined;
    const { runId } = this.session.manifest;
    await this.#work.begin(async (signal) => {
      const prompt = this.#services.storeFor(this.uri);
      const settings = readSettings(this.uri);
      const { agreed } = this.#services;
      const sends = onGathered === undefined;
      const run = await prepareResume(runId, prompt, settings, {
        raised,
        sends,
        isAgreed: (manifest) => agreed.has(manifest),
        assertServers: (models) => assertNamedServers(models, settings),
      });
      if (sends && !(await confirmSending([run], { prompt, settings, agreed }))) return;
      if (signal.aborted) return;
      await this.#run(run, prompt, signal, { onGathered });
      ended = run.session;
    });
    return ended;
  }

  /**
   * Stops the run and ends its batches at the provider, also those that a run at rest has left; what has arrived is kept. Resolves
   * when it has stopped.
   */
  async cancel(): Promise<void> {
    if (await this.#work.cancel()) return;
    // Gone on with for a moment, so that what its batches have answered by now is kept.
    if (this.#batches.state !== undefined) await this.#goOn({ onGathered: () => void this.cancel() });
  }

  /** Stops the run and leaves its batches with the provider, to be collected later. Resolves when it has stopped. */
  async leave(): Promise<void> {
    await this.#work.leave();
  }

  /** The whole panel as it stands. */
  snapshot(): PanelState {
    const { session, changes, waitsFor } = this.#shown;
    const [batches, report] = [this.#batches.state, this.#shown.snapshot()];
    return panelSnapshot(this.uri, { phase: this.#work.phase, session, report, changes, batches, waitsFor });
  }

  /** Tells how a run differs from its baseline; shown as long as that run is. */
  measured(runId: string, changes: BaselineChanges | undefined): void {
    if (this.#shown.measured(runId, changes)) this.#publish();
  }

  /** Where the images of this prompt's samples are kept. */
  get images(): ImageStore {
    return this.#services.storeFor(this.uri).store.images;
  }

  /** A case of the shown run with its images; `undefined` when there is none of this id. */
  async caseDetail(caseId: string): Promise<CaseDetail | undefined> {
    const { session } = this;
    return session && illustratedCase(session, caseId, this.images, { majority: readSettings(this.uri).majority });
  }

  /** Draws again, for instance after an edit or a changed setting. */
  refresh(): void {
    this.#snapshots.request();
  }

  dispose(): void {
    void this.#work.leave();
    this.#snapshots.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  async #run(
    run: PreparedRun,
    prompt: PromptStore,
    signal: AbortSignal,
    going: Pick<RunSurroundings, 'spentBefore' | 'onGathered'>,
  ): Promise<void> {
    const { session } = run;
    try {
      await runInWindow(run, {
        ...this.#services,
        prompt,
        settings: readSettings(this.uri),
        signal,
        ...going,
        onStarted: () => {
          this.#shown.follow(session);
          this.#batches.clear();
          this.#work.enter({ kind: 'running' });
        },
        onEvent: (event) => {
          this.#batches.heard(event, session.manifest);
          this.#shown.heard(event);
          this.#snapshots.request();
        },
      });
    } finally {
      // Otherwise it has not started, and what was shown before is shown still.
      if (this.session === session) {
        this.#shown.show(session);
        await this.#batches.read(session, prompt.store);
        const { extension, log } = this.#services;
        await keepSummary(session, this.#shown.report, prompt.store, extension.version, log);
        this.#ended.fire(session);
      }
    }
    this.#work.enter({ kind: 'done' });
  }

  async #showDone(session: RunSession): Promise<void> {
    this.#shown.show(session);
    this.#batches.clear();
    this.#work.enter({ kind: 'done' });
    this.#publish();
    if (session.manifest.batch !== true) return;
    const { store } = this.#services.storeFor(this.uri);
    const batches = new BatchWatch();
    await batches.read(session, store);
    if (this.session !== session || this.isRunning) return;
    this.#batches = batches;
    this.#publish();
  }

  /** Whether a run goes on, which the reader is told where something else was asked for. */
  #saysBusy(): boolean {
    if (!this.isRunning) return false;
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A run of this prompt is under way. Wait for its end or cancel it.'),
    );
    return true;
  }

  #current(): RunSession | undefined {
    return this.#shown.session;
  }

  #publish(): void {
    this.#track();
    this.#changed.fire();
  }

  #track(): void {
    const { session, report, changes } = this.#shown;
    if (session === undefined) return;
    const { kind } = this.#work.phase;
    const running = kind === 'running' || kind === 'cancelling';
    const glimpse = glimpseOf(session, running, report, changes);
    this.#services.tracker.set(this.uri.toString(), { ...glimpse, callsInBatches: this.#batches.waitingCalls });
  }
}

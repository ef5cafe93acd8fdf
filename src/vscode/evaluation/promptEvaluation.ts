import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { spentUsd } from '../../core/engine/spentUsd';
import type { RunSession } from '../../core/engine/runSession';
import { buildReport } from '../../core/report/buildReport';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { illustratedCase } from '../../core/report/illustratedCase';
import type { CaseDetail, RunReport } from '../../core/report/reportModel';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { summarizeRun } from '../../core/revisions/summarizeRun';
import type { ImageStore } from '../../core/store/imageStore';
import type { PanelPhase, PanelState } from '../../protocol/panelState';
import type { ApiKeys } from '../models/apiKeys';
import { readSettings, type Settings } from '../settings';
import { assertNamedServers } from './assertNamedServers';
import { confirmSending } from './confirmSending';
import { panelProblems } from './panelProblems';
import { panelSnapshot } from './panelSnapshot';
import { prepareRun } from './prepareRun';
import { runInWindow, type PreparedRun } from './runInWindow';
import { glimpseOf } from './glimpseOf';
import type { PromptStore } from './runStores';
import type { RunTracker } from './runTracker';
import { SnapshotTimer } from './snapshotTimer';
import { stackOf } from '../log';

/** What an evaluation needs from the extension. */
export interface EvaluationServices {
  readonly extension: { readonly uri: vscode.Uri; readonly version: string };
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  storeFor(uri: vscode.Uri): PromptStore;
}

/** Plans runs that are to be asked about together and run one after the other. */
export type Preparation = (prompt: PromptStore, settings: Settings) => Promise<readonly PreparedRun[]>;

/** While a run goes on its intervals are drawn from fewer resamples, so that a snapshot costs milliseconds. */
const liveResamples = 500;

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
  #phase: PanelPhase = { kind: 'empty' };
  #session: RunSession | undefined;
  #abort: AbortController | undefined;
  /** The finished run's report; a live one is made anew for each snapshot. */
  #report: RunReport | undefined;
  #changes: { readonly runId: string; readonly of: BaselineChanges } | undefined;
  #going: Promise<void> | undefined;

  constructor(uri: vscode.Uri, services: EvaluationServices) {
    this.uri = uri;
    this.#services = services;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** The run that is shown; `undefined` before the first. */
  get session(): RunSession | undefined {
    return this.#session;
  }

  /** Shows the first of these stored runs that can be read, where no run is shown yet. */
  async restore(newestFirst: () => Promise<readonly string[]>): Promise<void> {
    // An untitled document has its name for one window only; an earlier one of that name was another prompt.
    if (this.#session !== undefined || this.isRunning || this.uri.scheme === 'untitled') return;
    const { store } = this.#services.storeFor(this.uri);
    for (const runId of await newestFirst()) {
      try {
        const session = sessionOfRun(await store.open(runId), benchmarks);
        // Meanwhile a run may have started: what it shows is newer.
        if (this.#current() === undefined && !this.#isBusy()) this.#showDone(session);
        return;
      } catch (error) {
        this.#services.log.warn(
          `Run ${runId} cannot be shown.`,
          error instanceof Error ? error.message : String(error),
        );
      }
    }
  }

  /** Shows a stored run instead. Rejects as opening a run does. */
  async open(runId: string): Promise<void> {
    if (this.isRunning) return;
    const stored = await this.#services.storeFor(this.uri).store.open(runId);
    if (!this.#isBusy()) this.#showDone(sessionOfRun(stored, benchmarks));
  }

  /** Shows no run any more, for instance because it was deleted. */
  clear(): void {
    if (this.isRunning) return;
    this.#session = undefined;
    this.#report = undefined;
    this.#phase = { kind: 'empty' };
    this.#services.tracker.forget(this.uri.toString());
    this.#publish();
  }

  /** Starts a run of `document` as it stands in the editor. Problems are shown in the panel, with what mends them. */
  async evaluate(document: vscode.TextDocument): Promise<readonly RunSession[]> {
    return this.start(async (prompt, settings) => [
      await prepareRun(document, prompt, settings, this.#services.extension),
    ]);
  }

  /** Runs what is prepared, one after the other, once the user agrees; the last one stays shown. Resolves with the runs that ended. */
  async start(prepare: Preparation): Promise<readonly RunSession[]> {
    const ended: RunSession[] = [];
    if (this.isRunning) return ended;
    await this.#guard(async (signal) => {
      this.#phase = { kind: 'starting' };
      this.#publish();
      const prompt = this.#services.storeFor(this.uri);
      const settings = readSettings(this.uri);
      const prepared = await prepare(prompt, settings);
      const go = !settings.confirmBeforeSending || (await confirmSending(prepared.map(({ session }) => session)));
      if (!go) this.#phase = this.#session === undefined ? { kind: 'empty' } : { kind: 'done' };
      for (const run of prepared) {
        if (!go || signal.aborted) break;
        // One cap holds for all that was agreed to together.
        const spent = ended.reduce((sum, session) => sum + spentUsd(session), 0);
        await this.#run(run, prompt, signal, spent);
        ended.push(run.session);
      }
    });
    return ended;
  }

  /** Goes on with the shown run where it stopped. Resolves with the run, if it came to an end. */
  async resume(): Promise<RunSession | undefined> {
    if (this.isRunning || this.#session === undefined) return undefined;
    let ended: RunSession | undefined;
    const { runId } = this.#session.manifest;
    await this.#guard(async (signal) => {
      const prompt = this.#services.storeFor(this.uri);
      const stored = await prompt.store.open(runId);
      const settings = readSettings(this.uri);
      assertNamedServers(stored.manifest, settings);
      const session = sessionOfRun(stored, benchmarks);
      await this.#run({ session, openWriter: () => prompt.store.reopen(runId) }, prompt, signal);
      ended = session;
    });
    return ended;
  }

  /** Stops the run; what has arrived is kept. Resolves when it has stopped. */
  async cancel(): Promise<void> {
    if (this.#abort === undefined) return;
    this.#phase = { kind: 'cancelling' };
    this.#publish();
    this.#abort.abort('cancelled');
    await this.#going;
  }

  /** The whole panel as it stands. */
  snapshot(): PanelState {
    const session = this.#session;
    const report =
      session === undefined
        ? undefined
        : (this.#report ?? buildReport(session, { resamples: liveResamples, now: Date.now() }));
    return panelSnapshot(this.uri, { phase: this.#phase, session, report, changes: this.#shownChanges });
  }

  /** Tells how a run differs from its baseline; shown as long as that run is. */
  measured(runId: string, changes: BaselineChanges | undefined): void {
    if (changes === undefined && this.#changes === undefined) return;
    this.#changes = changes === undefined ? undefined : { runId, of: changes };
    this.#publish();
  }

  /** Where the images of this prompt's samples are kept. */
  get images(): ImageStore {
    return this.#services.storeFor(this.uri).store.images;
  }

  /** A case of the shown run with its images; `undefined` when there is none of this id. */
  async caseDetail(caseId: string): Promise<CaseDetail | undefined> {
    return this.#session === undefined ? undefined : illustratedCase(this.#session, caseId, this.images);
  }

  /** Draws again, for instance after an edit or a changed setting. */
  refresh(): void {
    this.#snapshots.request();
  }

  dispose(): void {
    this.#abort?.abort('interrupted');
    this.#snapshots.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  async #guard(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#going = work(abort.signal)
      .catch((error: unknown) => {
        this.#services.log.error('The evaluation could not run.', stackOf(error));
        this.#phase = { kind: 'blocked', problems: panelProblems(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.#abort = undefined;
        this.#publish();
      });
    await this.#going;
  }

  async #run(run: PreparedRun, prompt: PromptStore, signal: AbortSignal, spent = 0): Promise<void> {
    const { session } = run;
    try {
      await runInWindow(run, {
        ...this.#services,
        prompt,
        settings: readSettings(this.uri),
        signal,
        spentUsd: spent,
        onStarted: () => {
          this.#show(session);
          this.#report = undefined;
          this.#phase = { kind: 'running' };
        },
        onEvent: () => this.#snapshots.request(),
      });
    } finally {
      // Otherwise it has not started, and what was shown before is shown still.
      if (this.#session === session) {
        this.#show(session);
        await this.#summarize(session, prompt);
        this.#ended.fire(session);
      }
    }
    this.#phase = { kind: 'done' };
  }

  /** Derived data: a run without it is only listed a little more slowly. */
  async #summarize(session: RunSession, { store }: PromptStore): Promise<void> {
    if (this.#report === undefined) return;
    const summary = summarizeRun(this.#report, session, this.#services.extension.version);
    await store.writeSummary(session.manifest.runId, summary).catch((error: unknown) => {
      this.#services.log.warn(`The summary of run ${session.manifest.runId} could not be written.`, String(error));
    });
  }

  #show(session: RunSession): void {
    this.#session = session;
    this.#report = buildReport(session);
  }

  #showDone(session: RunSession): void {
    this.#show(session);
    this.#phase = { kind: 'done' };
    this.#publish();
  }

  /** Those of another run say nothing of this one. */
  get #shownChanges(): BaselineChanges | undefined {
    return this.#changes?.runId === this.#session?.manifest.runId ? this.#changes?.of : undefined;
  }

  #isBusy(): boolean {
    return this.#going !== undefined;
  }

  #current(): RunSession | undefined {
    return this.#session;
  }

  #publish(): void {
    this.#track();
    this.#changed.fire();
  }

  #track(): void {
    if (this.#session === undefined) return;
    const running = this.#phase.kind === 'running' || this.#phase.kind === 'cancelling';
    this.#services.tracker.set(
      this.uri.toString(),
      glimpseOf(this.#session, running, this.#report, this.#shownChanges),
    );
  }
}

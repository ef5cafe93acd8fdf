import type { PromptHistory } from '../../core/history/promptHistory';
import type { WaitingRun } from '../../core/history/sessionOfRun';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { headlineOf } from '../../core/report/headline';
import { buildReport } from '../../core/results/buildReport';
import { passes } from '../../core/results/explored';
import { KeptRows } from '../../core/results/caseDetail';
import type { RunReport } from '../../core/results/reportModel';
import { leftBatches } from '../../core/run/batch/batchPlan';
import { dayFullWords } from '../../core/run/runCaps';
import { serverTitle } from '../../core/run/runChoices';
import type { RunEvent } from '../../core/run/runEvent';
import { plannedReplies, type RunSession } from '../../core/run/runSession';
import { silenceWords } from '../../core/run/serverSilence';
import { FileBatchLog } from '../../core/store/batchLog';
import type { FileRunStore } from '../../core/store/fileRunStore';
import type { RunManifest } from '../../core/store/runManifest';
import { askedModels, simulatedPartsOf, sourceOf } from '../../core/store/runManifest';
import { t } from '../../core/text/countWords';
import type { PanelBatches, PanelState } from '../../protocol/panelState';
import { providerTitle } from '../models/runProviders';
import type { RunStatusSummary } from './runTracker';

/** Fewer resamples during a run, so that a snapshot takes milliseconds. */
const liveResamples = 500;

export class ShownRun {
  session: RunSession | undefined;
  finished: RunReport | undefined;
  #rows = new KeptRows();
  #planned: number | undefined;
  /** New for each run, so that a late read never lands in another run. */
  batches = new BatchWatch();
  /** In monotonic milliseconds. */
  #followedSince = 0;
  #dayFull: string | undefined;
  #silent: Required<Pick<PanelState, 'waitsFor' | 'silentServer'>> | undefined;
  #changes: { readonly runId: string; readonly of: BaselineChanges } | undefined;
  /** Whether `finished` includes the majority vote; the setting may change. */
  #hasMajority = false;

  constructor(private readonly majority: () => boolean) {}

  show(session: RunSession): RunReport {
    this.#take(session);
    this.#hasMajority = this.majority();
    return (this.finished = buildReport(session, { majority: this.#hasMajority, rows: this.#rows }));
  }

  follow(session: RunSession): void {
    this.#take(session);
    this.batches = new BatchWatch();
    this.#followedSince = performance.now();
    this.finished = undefined;
  }

  heard(event: RunEvent): void {
    if (this.session !== undefined) this.batches.heard(event, this.session.manifest);
    if (event.kind === 'dayFull') this.#dayFull = event.isWaiting ? dayFullWords(event.reached) : undefined;
    if (event.kind === 'waiting')
      this.#silent = event.isWaiting
        ? {
            waitsFor: silenceWords(providerTitle(event.provider), event),
            silentServer: event.nextTryIn === undefined ? 'asked' : 'askedLater',
          }
        : undefined;
  }

  clear(): void {
    this.#take(undefined);
    this.finished = undefined;
  }

  async readBatches(store: FileRunStore): Promise<void> {
    if (this.session !== undefined) await this.batches.read(this.session, store);
  }

  state(): Pick<PanelState, 'report' | 'batches' | 'waitsFor' | 'silentServer' | 'changes'> {
    return {
      report: this.#reportNow(),
      batches: this.batches.state,
      ...(this.#dayFull === undefined ? this.#silent : { waitsFor: this.#dayFull }),
      changes: this.#changesOfShown(),
    };
  }

  /** Returns whether anything changed on screen. */
  measured(runId: string, changes: BaselineChanges | undefined): boolean {
    if (changes === undefined && this.#changes === undefined) return false;
    this.#changes = changes === undefined ? undefined : { runId, of: changes };
    return true;
  }

  /** `undefined` before the first run. Failing cases count once the report is finished. */
  summary(isRunning: boolean): RunStatusSummary | undefined {
    const session = this.session;
    if (session === undefined) return undefined;
    const { counts } = session.state;
    const cases = this.finished?.benchmarks.flatMap((benchmark) => benchmark.cases) ?? [];
    const changes = this.#changesOfShown();
    // The value of failing cases alone is nobody's score.
    const isEvidence = session.manifest.purpose === undefined;
    const headline = isEvidence && this.finished ? headlineOf(this.finished, changes) : undefined;
    this.#planned ??= plannedReplies(session);
    return {
      phase: isRunning ? 'running' : 'done',
      replies: { done: counts.replies, planned: this.#planned },
      judgements: counts.judgements,
      callsInBatches: this.batches.waitingCalls,
      cases: session.manifest.ruleTest ? 0 : session.items.length,
      judged: cases.filter((one) => passes(one) !== undefined).length,
      failing: cases.filter((one) => passes(one) === false).length,
      simulated: simulatedPartsOf(session.manifest).length > 0,
      headline,
      status: this.finished?.run.status,
      decision: changes?.decision && { ...changes.decision, sentence: changes.sentence ?? '' },
    };
  }

  #reportNow(): RunReport | undefined {
    const majority = this.majority();
    if (this.session === undefined) return undefined;
    if (this.finished !== undefined) return this.#hasMajority === majority ? this.finished : this.show(this.session);
    const runningMs = performance.now() - this.#followedSince;
    return buildReport(this.session, { resamples: liveResamples, runningMs, majority, rows: this.#rows });
  }

  #changesOfShown(): BaselineChanges | undefined {
    return this.#changes?.runId === this.session?.manifest.runId ? this.#changes?.of : undefined;
  }

  #take(session: RunSession | undefined): void {
    this.#dayFull = undefined;
    this.#silent = undefined;
    if (session !== undefined && session === this.session) return;
    this.session = session;
    this.#rows = new KeptRows();
    this.#planned = undefined;
    this.batches = new BatchWatch();
  }
}

export interface RunInSight {
  readonly runId: string;
  readonly at: string;
  /** Ordered by the time of the replies; runs under way do not count. */
  readonly isLatest: boolean;
}

export function runInSight(
  { runId, createdAt }: Pick<RunManifest, 'runId' | 'createdAt'>,
  { runs }: Pick<PromptHistory, 'runs'>,
): RunInSight {
  const latest = runs.find(({ status }) => status !== 'running');
  return { runId, at: createdAt, isLatest: latest === undefined || latest.id === runId };
}

/** Batches of a run: from events while it is live, from its record otherwise. */
export class BatchWatch {
  state: PanelBatches | undefined;

  /** 0 for a stopped run. */
  get waitingCalls(): number {
    return this.state?.isFollowed === true ? this.state.waits.reduce((sum, { calls }) => sum + calls, 0) : 0;
  }

  heard(event: RunEvent, manifest: RunManifest): void {
    if (event.kind !== 'batches') return;
    const provider = providerName(event.provider, manifest);
    const followed = this.state?.isFollowed === true ? this.state.waits : [];
    const others = followed.filter((wait) => wait.provider !== provider);
    const { batches, calls, done, collected } = event;
    const [since, polledAt, nextPollAt] = [event.since, event.polledAt, event.nextPollAt].map((time) =>
      time === undefined ? undefined : new Date(time).toISOString(),
    );
    const wait = { provider, batches, calls, done, collected, since, polledAt, nextPollAt };
    const waits = calls === 0 ? others : [...others, wait];
    this.state = waits.length === 0 ? undefined : { isFollowed: true, waits };
  }

  /** For a stopped run. An unreadable record counts as empty. */
  async read(session: RunSession, store: FileRunStore): Promise<void> {
    const { manifest } = session;
    const left = await leftBatches(session, new FileBatchLog(store.directoryOf(manifest.runId))).catch(() => []);
    const waits = left.map((one) => ({ ...one, provider: providerName(one.provider, manifest) }));
    this.state = waits.length === 0 ? undefined : { isFollowed: false, waits };
  }
}

export function callsInBatches({ left }: WaitingRun): number {
  return left.reduce((sum, { calls }) => sum + calls, 0);
}

export function providersOfBatches({ manifest, left }: WaitingRun): string {
  return left.map(({ provider }) => providerName(provider, manifest)).join(t` and `);
}

/** Includes the address if it is not the provider's own server. */
function providerName(id: string, manifest: RunManifest): string {
  const baseUrl = askedModels(manifest).find((model) => sourceOf(model) === id)?.baseUrl;
  return serverTitle({ title: providerTitle(id), baseUrl });
}

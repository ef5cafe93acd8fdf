import { setMaxListeners } from 'node:events';
import { ProviderError } from '../providers/provider';
import { sum } from '../statistics/sum';
import type { ImageStore } from '../store/imageStore';
import { hasGivenReplies } from '../store/runManifest';
import type { RunEnding, RunRecord, StatusRecord } from '../store/runRecord';
import type { RunWriter } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import type { Spending, SpendingLedger } from '../store/spendingLedger';
import { Suspended } from './batch/batchCall';
import { Budget } from './budget';
import { isoTime } from './clock';
import type { RunEndpoints } from './createEndpoints';
import { DayBudget } from './dayBudget';
import { type ItemServices, runItem } from './runItem';
import { type CallerServices, ModelCaller } from './modelCaller';
import type { Continuation, RunSession } from './runSession';
import { type DecideLook, continuedLook, isPlayed, limitOfLooks, type LookDecision, stagesOf } from './runScope';
import { type CapKind, capsOf, type RunCaps } from './runCaps';
import { RunHealth, type RunStop, Stopped } from './runFailure';
import { stoppedWords } from './savedCalls';
import { spentOf } from './runState';
import { type EverySecond, ServerSilence } from './serverSilence';
import { messageOf } from '../text/errors';
import type { WorkItem } from './workItem';

export interface RunServices
  extends RunCaps, RunEndpoints, Continuation, Pick<CallerServices, 'cache' | 'clock' | 'random' | 'onEvent'> {
  /** Asked after each look of the run's sequence but the last. If it rejects, the run goes on as before. */
  readonly decideLook?: DecideLook | undefined;
  readonly images: ImageStore;
  readonly writer: RunWriter;
  readonly everySecond?: EverySecond | undefined;
  readonly spentBefore?: Spending | undefined;
  readonly byHand?: readonly CapKind[];
  readonly spending: SpendingLedger | undefined;
}

/** Resumes from the records. Reports failures of provider, files and disk in the status and never throws for them. */
export async function executeRun(
  session: RunSession,
  services: RunServices,
  signal: AbortSignal,
): Promise<StatusRecord> {
  const { clock, random, onEvent, writer, spending, spentBefore } = services;
  const { state } = session;
  const started = clock.elapsed();
  const stopper = new AbortController();
  const cancel = (): void => {
    const status = signal.reason === 'interrupted' ? 'interrupted' : 'cancelled';
    stopper.abort(new Stopped({ status }));
  };
  // Every call in flight listens to the signal. The slots bound the number, so this is no leak.
  setMaxListeners(0, stopper.signal);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const day = spending && new DayBudget(spending, services, session.manifest.runId, clock, random);
  const budget = new Budget({ caps: services, spent: spentOf(session), spentBefore, clock, day, onEvent });
  const execution = new RunExecution(session, services, budget, stopper);
  const stop = await execution.play().finally(() => signal.removeEventListener('abort', cancel));
  await day?.close();
  const detail = stoppedWords(session) ?? execution.lookProblems[0];
  const ended = await closeBatches(services, stop ?? { status: endStatus(session), detail });
  const reached = ended.status === 'overBudget' ? stop?.reached : undefined;
  const status: StatusRecord = {
    kind: 'status',
    at: isoTime(clock),
    ...ended,
    ...(reached && { cap: reached.kind, reached: { cap: reached.cap, ...reached.spent, day: reached.day } }),
    unrecorded: unrecorded(budget.spent, spentOf(session)),
    wallMs: clock.elapsed() - started,
  };
  // A full disk refuses this line as well. The journal then ends without a status and reads as interrupted.
  await writer.append(status).catch((error: unknown) => {
    if (!RunStoreError.is(error)) throw error;
  });
  state.apply(status);
  onEvent({ kind: 'finished', status });
  return status;
}

class RunExecution {
  readonly lookProblems: string[] = [];
  readonly #silence: ServerSilence;
  readonly #health = new RunHealth();
  readonly #itemServices: ItemServices;
  #thrown: { readonly error: unknown } | undefined;

  constructor(
    private readonly session: RunSession,
    private readonly services: RunServices,
    budget: Budget,
    private readonly stopper: AbortController,
  ) {
    const { tutor, student, judges, images, batches, cache, clock, random, onEvent } = services;
    const silence = (this.#silence = new ServerSilence(clock, onEvent));
    const calling = { cache, underWay: new Map(), budget, clock, random, onEvent, silence, steps: batches?.steps };
    this.#itemServices = {
      tutor: new ModelCaller(tutor, calling),
      student: student && new ModelCaller(student, calling),
      judges: judges.map((endpoint) => new ModelCaller(endpoint, calling, true)),
      images,
      clock,
      record: (record) => this.#record(record),
      failed: (error, caller) => this.#failed(error, caller),
    };
  }

  /** Resolves with what stopped the run; `undefined` if it came to its end. */
  async play(): Promise<RunStop | undefined> {
    const stopPolling = this.services.everySecond?.(() => this.#silence.poll());
    try {
      await this.#playStages();
      return undefined;
    } catch (error) {
      const reasons = [this.stopper.signal.reason, error].filter((reason) => Stopped.is(reason));
      return reasons[0]?.stop ?? { status: 'failed', detail: messageOf(error) };
    } finally {
      stopPolling?.();
    }
  }

  async #playStages(): Promise<void> {
    const { session, services } = this;
    const { batches, clock, byHand = [] } = services;
    const { signal } = this.stopper;
    const resumed = session.state.status !== undefined;
    const limit = limitOfLooks(session, services);
    // Asked while failed calls still count as failed.
    const atLimit = limit === undefined ? undefined : await this.#decisionAfter(limit);
    session.state.forgetFailures();
    const named = { ...capsOf(services), ...(byHand.length > 0 && { byHand: [...byHand] }) };
    const caps = Object.keys(capsOf(services)).length === 0 ? undefined : named;
    await this.#record({ kind: 'status', at: isoTime(clock), status: 'running', caps });
    const asked = continuedLook(session, services, atLimit !== undefined && !isDecided(atLimit));
    if (asked !== undefined) await this.#record({ kind: 'look', at: isoTime(clock), ...asked });
    services.onEvent({ kind: 'started', resumed });
    const answered = (keys: ReadonlySet<string>): WorkItem[] => session.items.filter(({ key }) => keys.has(key));
    for (const { units, items } of stagesOf(session, services.decideLook !== undefined)) {
      await this.#playAll(items.filter((item) => isPlayed(session, item)));
      await batches?.run((keys) => this.#playAll(answered(keys), true), signal);
      if (this.#thrown !== undefined) throw this.#thrown.error;
      if (batches?.isWaiting === true) signal.throwIfAborted();
      if (units === Infinity || (await this.#isOverAfter(units))) return;
    }
  }

  /** Whether nothing is left to decide after so many units. */
  async #isOverAfter(units: number): Promise<boolean> {
    const decision = await this.#decisionAfter(units);
    if (decision === undefined) return false;
    const { isOver, ...rest } = decision;
    const end = isOver ? { end: units } : {};
    await this.#record({ kind: 'look', at: isoTime(this.services.clock), from: units, ...rest, ...end });
    return isOver;
  }

  /** A comparison that fails settles nothing; the run goes on, and its end says why it was not shorter. */
  async #decisionAfter(units: number): Promise<LookDecision | undefined> {
    const decision = await this.services.decideLook?.(units).catch((error: unknown) => {
      this.lookProblems.push(`The comparison after ${units} units failed: ${messageOf(error)}`);
      return undefined;
    });
    this.stopper.signal.throwIfAborted();
    return decision;
  }

  /** After a stop only items with batch answers go on, because those are paid for. */
  async #playAll(items: readonly WorkItem[], haveAnswers = false): Promise<void> {
    const { session } = this;
    const { signal } = this.stopper;
    const left = items.values();
    const playNext = async (): Promise<void> => {
      for (const item of left) {
        try {
          if (!haveAnswers) signal.throwIfAborted();
          const played = { session, item, state: session.state.item(item.key), services: this.#itemServices };
          await runItem({ ...played, signal });
        } catch (error) {
          // The item is played again when its batch has answered.
          if (Suspended.is(error)) continue;
          this.#thrown ??= { error };
          if (!signal.aborted) this.stopper.abort(error);
        }
      }
    };
    await Promise.all(Array.from({ length: poolSize(this.services) }, playNext));
  }

  async #record(record: RunRecord): Promise<void> {
    await this.services.writer.append(record);
    this.session.state.apply(record);
    if (record.kind !== 'status' && record.kind !== 'look') this.services.onEvent({ kind: 'record', record });
  }

  #failed(error: unknown, caller: ModelCaller): void {
    const { signal } = this.stopper;
    if (signal.aborted) throw signal.reason;
    const { name, limiter, batches } = caller.endpoint;
    const stop = this.#health.judge(error, name, {
      answers: caller.answers,
      // One time-out says less than a call that waited for a server to come back.
      cutOff: ProviderError.is(error, 'timeout') ? limiter.isGivenUp : limiter.isCutOff,
      full: caller.isFull,
      isBatched: batches !== undefined,
    });
    if (stop === undefined) return;
    this.stopper.abort(new Stopped(stop));
    throw signal.reason;
  }
}

/** What is decided goes on for its size alone, so no look ends it. */
function isDecided({ isOver, settled }: LookDecision): boolean {
  return isOver || settled.some(({ outcome }) => outcome === 'better' || outcome === 'worse' || outcome === 'changed');
}

/** Calls of unfinished steps, so that caps still count them when the run resumes. */
function unrecorded(spent: Spending, recorded: Spending): StatusRecord['unrecorded'] {
  const usd = spent.usd - recorded.usd;
  const calls = Math.max(0, spent.calls - recorded.calls);
  return calls === 0 && usd < 1e-6 ? undefined : { usd: Math.max(0, usd), calls };
}

async function closeBatches(
  { batches }: RunServices,
  { status, detail }: { readonly status: RunEnding; readonly detail?: string | undefined },
): Promise<Pick<StatusRecord, 'status' | 'detail'>> {
  try {
    const said = [detail, await batches?.close(status)].filter((sentence) => sentence !== undefined);
    return { status, detail: said.length === 0 ? undefined : said.join(' ') };
  } catch (error) {
    if (!RunStoreError.is(error)) throw error;
    return { status: 'failed', detail: error.message };
  }
}

const itemsOfBatches = 32;

/** Enough items to keep every slot busy while others wait for judges. The bound keeps memory flat. */
function poolSize({ tutor, student, judges }: RunServices): number {
  const limiters = new Set([tutor, student ?? [], judges].flat().map(({ limiter }) => limiter));
  const slots = [...limiters].map(({ ceiling }) => (Number.isFinite(ceiling) ? ceiling : itemsOfBatches));
  return 2 * sum(slots);
}

const lastingFailures: ReadonlySet<string> = new Set(['imagesRefused', 'refused']);

/** `incomplete` when a resume would try some failed call again. */
function endStatus({ manifest, state }: RunSession): 'completed' | 'incomplete' {
  const asksForReplies = !hasGivenReplies(manifest);
  const lost = [...state.items.values()].some(
    ({ tutorFailure, judgeFailures }) =>
      (asksForReplies && tutorFailure !== undefined && !lastingFailures.has(tutorFailure.failure)) ||
      [...judgeFailures.values()].some((failures) => failures.size > 0),
  );
  return lost ? 'incomplete' : 'completed';
}

import { setMaxListeners } from 'node:events';
import { ProviderError } from '../providers/provider';
import type { ImageStore } from '../store/imageStore';
import { hasGivenReplies } from '../store/runManifest';
import type { RunEnding, StatusRecord } from '../store/runRecord';
import type { RunWriter } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { MemorySpendingLedger, type Spending, type SpendingLedger } from '../store/spendingLedger';
import { Suspended } from './batch/batchCall';
import type { BatchWaves } from './batch/batchWaves';
import { Budget } from './budget';
import { type Clock, isoTime } from './clock';
import { DayBudget } from './dayBudget';
import type { LearnedJudges } from './decideOffline';
import { LimitRecorder } from './limitRecorder';
import { type CallerServices, ModelCaller } from './modelCaller';
import type { ModelEndpoint } from './modelEndpoint';
import type { ItemServices } from './playDialogue';
import type { ReplyCache } from './replyCache';
import { type CapKind, capsOf, type ReachedCap, type RunCaps } from './runCaps';
import type { RunListener } from './runEvent';
import { RunHealth, type RunStop, Stopped } from './runFailure';
import { runItem } from './runItem';
import type { RunSession } from './runSession';
import { spentOf } from './runState';
import { type EverySecond, ServerSilence } from './serverSilence';
import type { WorkItem } from './workItem';

/** Everything a run needs from outside, with the caps that hold for it now. */
export interface RunServices extends RunCaps {
  readonly tutor: ModelEndpoint;
  readonly judges: readonly ModelEndpoint[];
  /** Plays the student where a model does. */
  readonly student?: ModelEndpoint | undefined;
  /** Of the endpoints whose calls go through batches. */
  readonly batches?: BatchWaves | undefined;
  /** Those that the run's offline judge is made of; a run that needs one which is not here fails. */
  readonly learnedJudges?: LearnedJudges;
  /** Where the samples' images are kept. */
  readonly images: ImageStore;
  readonly writer: RunWriter;
  readonly cache: ReplyCache | undefined;
  readonly clock: Clock;
  /** Uniform in [0, 1); used for the jitter of back-off only, never for results. */
  readonly random: () => number;
  readonly onEvent: RunListener;
  /** When servers that are silent are looked for; never unless set. */
  readonly everySecond?: EverySecond | undefined;
  /** What other runs came to that share the caps over the run with this one. */
  readonly spentBefore?: Spending | undefined;
  /** Those of the caps that somebody named for this run, now or in an earlier stretch. */
  readonly byHand?: readonly CapKind[];
  /** Where all runs of the store note what they spend. Without it a cap per day holds for this run alone. */
  readonly spending?: SpendingLedger;
}

/**
 * Runs a session to its end, from wherever its records stand, and returns how it ended. `signal` cancels: calls in
 * flight are dropped, everything that arrived is kept. Never throws for what a provider, a file or the disk does: the
 * status says it.
 */
export async function executeRun(
  session: RunSession,
  services: RunServices,
  signal: AbortSignal,
): Promise<StatusRecord> {
  const { clock, onEvent, writer } = services;
  const { state } = session;
  const started = clock.elapsed();
  const stopper = new AbortController();
  const cancel = (): void => stopper.abort(new Stopped(stopFor(signal)));
  // Every call in flight listens to the signal; their number is bounded by the slots, not by a leak.
  setMaxListeners(0, stopper.signal);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const resumed = state.status !== undefined;
  state.forgetFailures();
  const day = dayBudget(session, services);
  const { batches, spentBefore } = services;
  const budget = new Budget({
    caps: services,
    spent: spentOf(session),
    spentBefore,
    clock,
    day,
    onEvent,
  });
  const silence = new ServerSilence(clock, onEvent);
  const callers = createCallers(services, budget, silence);
  const limits = new LimitRecorder(endpointsOf(services), clock, (record) => {
    state.apply(record);
    // A journal that takes no more says so at the next answer.
    writer.append(record).catch(() => undefined);
  });
  const health = new RunHealth();
  const itemServices: ItemServices = {
    ...callers,
    learnedJudges: services.learnedJudges ?? new Map(),
    images: services.images,
    clock,
    async record(record) {
      await writer.append(record);
      state.apply(record);
      if (record.kind !== 'status' && record.kind !== 'limit') onEvent({ kind: 'record', record });
    },
    failed(error, caller) {
      if (stopper.signal.aborted) throw stopper.signal.reason;
      const { name, limiter, batches: inBatches } = caller.endpoint;
      const stop = health.judge(error, name, {
        answers: caller.metered.answers,
        // One call that took too long says less than one that waited for a server to come back.
        cutOff: ProviderError.is(error, 'timeout') ? limiter.isGivenUp : limiter.isCutOff,
        full: caller.isFull,
        isBatched: inBatches !== undefined,
      });
      if (stop === undefined) return;
      stopper.abort(new Stopped(stop));
      throw stopper.signal.reason;
    },
  };
  let thrown: { readonly error: unknown } | undefined;
  /** Plays items, some at a time. After a stop only those are begun that have answers of a batch: they are paid for. */
  const playAll = async (items: readonly WorkItem[], haveAnswers = false): Promise<void> => {
    const left = items.values();
    const playNext = async (): Promise<void> => {
      for (const item of left) {
        try {
          if (!haveAnswers) stopper.signal.throwIfAborted();
          const { signal: stopped } = stopper;
          await runItem({ session, item, state: state.item(item.key), services: itemServices, signal: stopped });
        } catch (error) {
          // It is played again when its batch has answered.
          if (Suspended.is(error)) continue;
          thrown ??= { error };
          if (!stopper.signal.aborted) stopper.abort(error);
        }
      }
    };
    await Promise.all(Array.from({ length: poolSize(services) }, playNext));
  };
  const playKeys = (keys: ReadonlySet<string>): Promise<void> =>
    playAll(
      session.items.filter(({ key }) => keys.has(key)),
      true,
    );
  const stopLooking = services.everySecond?.(() => silence.look());
  let stop: RunStop | undefined;
  try {
    await itemServices.record({ kind: 'status', at: isoTime(clock), status: 'running', ...capsInForce(services) });
    onEvent({ kind: 'started', items: session.items.length, resumed });
    await playAll(session.items);
    await batches?.run(playKeys, stopper.signal);
    if (thrown !== undefined) throw thrown.error;
    if (batches?.isWaiting === true) stopper.signal.throwIfAborted();
  } catch (error) {
    stop = stopOf(error, stopper);
  } finally {
    signal.removeEventListener('abort', cancel);
    limits.close();
    stopLooking?.();
  }
  await day?.close();
  await Promise.all([callers.tutor, callers.student, ...callers.judges].map(async (caller) => caller?.settled()));
  const ended = await closeBatches(services, stop ?? { status: endStatus(session) });
  const status: StatusRecord = {
    kind: 'status',
    at: isoTime(clock),
    status: ended.status,
    detail: ended.detail,
    ...(stop?.reached === undefined || ended.status !== 'overBudget' ? {} : recordOf(stop.reached)),
    ...unrecorded(budget.spent, spentOf(session)),
    wallMs: clock.elapsed() - started,
  };
  // A disk that refused a reply refuses this line too; the journal then simply ends, and reads as interrupted.
  await writer.append(status).catch((error: unknown) => {
    if (!RunStoreError.is(error)) throw error;
  });
  state.apply(status);
  onEvent({ kind: 'finished', status });
  return status;
}

/** For the record of a stretch's start; nothing where no cap holds, as when only batches are cancelled. */
function capsInForce(services: RunServices): Pick<StatusRecord, 'caps'> {
  const caps = capsOf(services);
  const { byHand = [] } = services;
  if (Object.keys(caps).length === 0) return {};
  return { caps: { ...caps, ...(byHand.length === 0 ? {} : { byHand: [...byHand] }) } };
}

function recordOf({ kind, cap, spent, day }: ReachedCap): Pick<StatusRecord, 'cap' | 'reached'> {
  return { cap: kind, reached: { cap, usd: spent.usd, calls: spent.calls, ...(day === undefined ? {} : { day }) } };
}

/** Calls of steps that never came to a record: a cap must not forget them when the run goes on. */
function unrecorded(spent: Spending, recorded: Spending): Pick<StatusRecord, 'unrecorded'> {
  const usd = spent.usd - recorded.usd;
  const calls = Math.max(0, spent.calls - recorded.calls);
  // Less than a millionth of a dollar is rounding.
  return calls === 0 && usd < 1e-6 ? {} : { unrecorded: { usd: Math.max(0, usd), calls } };
}

/** Adds to the end of a run what is still under way at the providers. */
async function closeBatches(
  { batches }: RunServices,
  { status, detail }: { readonly status: RunEnding; readonly detail?: string | undefined },
): Promise<{ readonly status: RunEnding; readonly detail: string | undefined }> {
  try {
    const said = [detail, await batches?.close(status)].filter((sentence) => sentence !== undefined);
    return { status, detail: said.length === 0 ? undefined : said.join(' ') };
  } catch (error) {
    if (!RunStoreError.is(error)) throw error;
    return { status: 'failed', detail: error.message };
  }
}

function endpointsOf({ tutor, student, judges }: RunServices): readonly ModelEndpoint[] {
  return [tutor, ...(student === undefined ? [] : [student]), ...judges];
}

function dayBudget({ manifest }: RunSession, services: RunServices): DayBudget | undefined {
  const { maxCostUsdPerDay, maxCallsPerDay, clock, random } = services;
  const isCapped = maxCostUsdPerDay !== undefined || maxCallsPerDay !== undefined;
  const ledger = services.spending ?? (isCapped ? new MemorySpendingLedger() : undefined);
  return ledger === undefined ? undefined : new DayBudget(ledger, services, manifest.runId, clock, random);
}

function createCallers(
  services: RunServices,
  budget: Budget,
  silence: ServerSilence,
): Pick<ItemServices, 'tutor' | 'student' | 'judges'> {
  const caller: CallerServices = {
    cache: services.cache,
    underWay: new Map(),
    budget,
    clock: services.clock,
    random: services.random,
    onEvent: services.onEvent,
    silence,
    steps: services.batches?.steps,
  };
  return {
    tutor: new ModelCaller(services.tutor, caller),
    student: services.student === undefined ? undefined : new ModelCaller(services.student, caller),
    judges: services.judges.map((endpoint) => new ModelCaller(endpoint, caller, true)),
  };
}

/** Items under way at once whose calls go into batches: such an item is left as soon as it waits. */
const itemsOfBatches = 32;

/** Enough items under way to keep every slot busy while others wait for their judges, and no more: memory stays flat. */
function poolSize(services: RunServices): number {
  const limiters = new Set(endpointsOf(services).map((endpoint) => endpoint.limiter));
  const slots = [...limiters].map(({ ceiling }) => (Number.isFinite(ceiling) ? ceiling : itemsOfBatches));
  return 2 * slots.reduce((sum, count) => sum + count, 0);
}

function stopFor(signal: AbortSignal): RunStop {
  return { status: signal.reason === 'interrupted' ? 'interrupted' : 'cancelled' };
}

function stopOf(error: unknown, stopper: AbortController): RunStop {
  if (stopper.signal.reason instanceof Stopped) return stopper.signal.reason.stop;
  if (error instanceof Stopped) return error.stop;
  return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
}

/** Failures that a resume would only meet again. */
const lastingFailures: ReadonlySet<string> = new Set(['imagesRefused', 'refused']);

/** `incomplete` when a call failed for good that a resume tries again. No resume asks for a reply that was to be there before the run. */
function endStatus({ manifest, state }: RunSession): 'completed' | 'incomplete' {
  const asksForReplies = !hasGivenReplies(manifest);
  const lost = [...state.items.values()].some(
    ({ tutorFailure, judgeFailures }) =>
      (asksForReplies && tutorFailure !== undefined && !lastingFailures.has(tutorFailure.failure)) ||
      [...judgeFailures.values()].some((failures) => failures.size > 0),
  );
  return lost ? 'incomplete' : 'completed';
}

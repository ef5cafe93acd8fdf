import { setMaxListeners } from 'node:events';
import { ProviderError } from '../providers/provider';
import { sum } from '../statistics/sum';
import type { ImageStore } from '../store/imageStore';
import { hasGivenReplies } from '../store/runManifest';
import type { RunEnding, StatusRecord } from '../store/runRecord';
import type { RunWriter } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import type { Spending, SpendingLedger } from '../store/spendingLedger';
import { Suspended } from './batch/batchCall';
import { Budget } from './budget';
import { type Clock, isoTime } from './clock';
import type { RunEndpoints } from './createEndpoints';
import { DayBudget } from './dayBudget';
import { type ItemServices, runItem } from './runItem';
import { ModelCaller } from './modelCaller';
import type { Continuation, RunSession } from './runSession';
import { type DecideLook, continuedLook, isPlayed, stagesOf } from './runScope';
import type { ReplyCache } from './replyCache';
import { type CapKind, capsOf, type RunCaps } from './runCaps';
import type { RunListener } from './runEvent';
import { RunHealth, type RunStop, Stopped } from './runFailure';
import { stoppedWords } from './savedCalls';
import { spentOf } from './runState';
import { type EverySecond, ServerSilence } from './serverSilence';
import { messageOf } from '../text/errors';
import type { WorkItem } from './workItem';

export interface RunServices extends RunCaps, RunEndpoints, Continuation {
  /** Asked after each look of the run's sequence but the last. If it rejects, the run goes on as before. */
  readonly decideLook?: DecideLook | undefined;
  readonly images: ImageStore;
  readonly writer: RunWriter;
  readonly cache: ReplyCache | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: RunListener;
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
  const { batches, clock, onEvent, writer, tutor, student, judges } = services;
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
  const resumed = state.status !== undefined;
  state.forgetFailures();
  const { spentBefore, spending, random, cache } = services;
  const day = spending && new DayBudget(spending, services, session.manifest.runId, clock, random);
  const budget = new Budget({ caps: services, spent: spentOf(session), spentBefore, clock, day, onEvent });
  const silence = new ServerSilence(clock, onEvent);
  const calling = { cache, underWay: new Map(), budget, clock, random, onEvent, silence, steps: batches?.steps };
  const health = new RunHealth();
  const itemServices: ItemServices = {
    tutor: new ModelCaller(tutor, calling),
    student: student && new ModelCaller(student, calling),
    judges: judges.map((endpoint) => new ModelCaller(endpoint, calling, true)),
    images: services.images,
    clock,
    async record(record) {
      await writer.append(record);
      state.apply(record);
      if (record.kind !== 'status' && record.kind !== 'look') onEvent({ kind: 'record', record });
    },
    failed(error, caller) {
      if (stopper.signal.aborted) throw stopper.signal.reason;
      const { name, limiter, batches: inBatches } = caller.endpoint;
      const stop = health.judge(error, name, {
        answers: caller.answers,
        // One time-out says less than a call that waited for a server to come back.
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
  /** After a stop only items with batch answers go on, because those are paid for. */
  const playAll = async (items: readonly WorkItem[], haveAnswers = false): Promise<void> => {
    const left = items.values();
    const playNext = async (): Promise<void> => {
      for (const item of left) {
        try {
          if (!haveAnswers) stopper.signal.throwIfAborted();
          const played = { session, item, state: state.item(item.key), services: itemServices };
          await runItem({ ...played, signal: stopper.signal });
        } catch (error) {
          // The item is played again when its batch has answered.
          if (Suspended.is(error)) continue;
          thrown ??= { error };
          if (!stopper.signal.aborted) stopper.abort(error);
        }
      }
    };
    await Promise.all(Array.from({ length: poolSize(services) }, playNext));
  };
  const stopPolling = services.everySecond?.(() => silence.poll());
  let stop: RunStop | undefined;
  const lookProblems: string[] = [];
  try {
    const { byHand = [] } = services;
    const named = { ...capsOf(services), ...(byHand.length > 0 && { byHand: [...byHand] }) };
    const caps = Object.keys(capsOf(services)).length === 0 ? undefined : named;
    await itemServices.record({ kind: 'status', at: isoTime(clock), status: 'running', caps });
    const asked = continuedLook(session, services);
    if (asked !== undefined) await itemServices.record({ kind: 'look', at: isoTime(clock), ...asked });
    const stages = stagesOf(session, services.decideLook !== undefined);
    onEvent({ kind: 'started', items: sum(stages.map(({ items }) => items.length)), resumed });
    const answered = (keys: ReadonlySet<string>): WorkItem[] => session.items.filter(({ key }) => keys.has(key));
    for (const { units, items } of stages) {
      await playAll(items.filter((item) => isPlayed(session, item)));
      await batches?.run((keys) => playAll(answered(keys), true), stopper.signal);
      if (thrown !== undefined) throw thrown.error;
      if (batches?.isWaiting === true) stopper.signal.throwIfAborted();
      if (units === Infinity) break;
      // A comparison that fails settles nothing; the run goes on, and its end says why it was not shorter.
      const decision = await services.decideLook?.(units).catch((error: unknown) => {
        lookProblems.push(`The comparison after ${units} units failed: ${messageOf(error)}`);
        return undefined;
      });
      stopper.signal.throwIfAborted();
      if (decision === undefined) continue;
      const { isOver, ...rest } = decision;
      const end = isOver ? { end: units } : {};
      await itemServices.record({ kind: 'look', at: isoTime(clock), from: units, ...rest, ...end });
      if (isOver) break;
    }
  } catch (error) {
    const reasons = [stopper.signal.reason, error].filter((reason) => Stopped.is(reason));
    stop = reasons[0]?.stop ?? { status: 'failed', detail: messageOf(error) };
  } finally {
    signal.removeEventListener('abort', cancel);
    stopPolling?.();
  }
  await day?.close();
  const detail = stoppedWords(session) ?? lookProblems[0];
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

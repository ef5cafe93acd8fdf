import { setMaxListeners } from 'node:events';
import { type BatchReference, ProviderError } from '../../providers/provider';
import { type Clock, isoTime } from '../clock';
import { retry } from '../retry';
import type { RunEvent, RunListener } from '../runEvent';
import { serverTitle } from '../runChoices';
import { type BatchCall, stoppedCall, type UnansweredFate } from './batchCall';
import { type BatchServer, type BatchServices, usualBatchTimes } from './batchServices';

export interface OpenBatch extends BatchReference {
  readonly server: BatchServer;
  readonly handedOverAt: number;
  readonly waiting: Map<string, BatchCall>;
  /** Whether a call of this process has waited for the batch. */
  isUsed: boolean;
  fate: 'open' | 'ended' | 'cancelled' | 'lost';
  polledAt: number | undefined;
  nextPollAt: number;
  done: number;
  answered: number;
}

export function batchesEvent(server: BatchServer, batches: readonly OpenBatch[]): RunEvent {
  const own = batches.filter((batch) => batch.server === server);
  const open = own.filter(({ waiting }) => waiting.size > 0);
  const polls = open.flatMap(({ polledAt }) => polledAt ?? []);
  return {
    kind: 'batches',
    provider: server.id,
    calls: open.reduce((sum, { waiting }) => sum + waiting.size, 0),
    batches: open.length,
    done: open.reduce((sum, { done }) => sum + done, 0),
    collected: own.reduce((sum, { answered }) => sum + answered, 0),
    since: open.length === 0 ? undefined : Math.min(...open.map(({ handedOverAt }) => handedOverAt)),
    polledAt: polls.length === 0 ? undefined : Math.max(...polls),
    nextPollAt: open.length === 0 ? undefined : Math.min(...open.map(({ nextPollAt }) => nextPollAt)),
  };
}

export function leftUnderWay(server: BatchServer, batches: readonly OpenBatch[]): string | undefined {
  const open = batches.filter((batch) => batch.server === server && batch.fate === 'open').length;
  if (open === 0) return undefined;
  const [are, them] = open === 1 ? ['A batch is', 'it'] : [`${open} batches are`, 'them'];
  return `${are} still under way with ${serverTitle(server)}; resume the run to collect ${them}.`;
}

export function modelOf({ server, request }: BatchCall): string {
  return `${server.id} ${server.baseUrl ?? ''} ${request.model}`;
}

export function* inBatches(
  calls: readonly BatchCall[],
  largestBatches: ReadonlyMap<string, number>,
): Generator<readonly BatchCall[]> {
  for (const model of new Set(calls.map(modelOf))) {
    let batch: BatchCall[] = [];
    let bytes = 0;
    for (const call of calls.filter((one) => modelOf(one) === model)) {
      const { maxCalls, maxBytes } = call.server.api.limits;
      const more = call.bytes;
      const isFull = batch.length >= (largestBatches.get(model) ?? maxCalls) || bytes + more > maxBytes;
      if (isFull && batch.length > 0) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(call);
      bytes += more;
    }
    yield batch;
  }
}

/** Returns the batch's id once it is in the log. Rejects with `ProviderError` and `RunStoreError`. */
export async function submitBatch(
  { id: provider, baseUrl, api }: BatchServer,
  model: string,
  named: ReadonlyMap<string, BatchCall>,
  { log, clock, random, times = usualBatchTimes }: BatchServices,
  onEvent: RunListener,
  signal: AbortSignal,
): Promise<string> {
  const calls = [...named].map(([id, { request }]) => ({ id, request }));
  const server = { provider, model, baseUrl };
  await log.append({ kind: 'intent', at: isoTime(clock), ...server, calls: calls.length });
  if (signal.aborted) throw stoppedCall(provider);
  // A batch being handed over when the run stops still gets its id into the log.
  return withGrace(signal, clock, times.graceMs, async (late) => {
    const batchId = await retry(() => api.submit(calls, late), {
      signal,
      delay: (ms, abort) => clock.delay(ms, abort),
      random,
      now: () => clock.elapsed(),
      baseMs: 2_000,
      onRetry: ({ error: { failure, message }, delayMs }) =>
        onEvent({ kind: 'retrying', provider, failure, message, delayMs }),
    });
    try {
      await log.append({ kind: 'submitted', at: isoTime(clock), ...server, batchId, ids: [...named.keys()] });
    } catch (error) {
      // The batch would be paid for, but nobody could find it again.
      await api.cancel({ batchId, model }, late).catch(() => undefined);
      throw error;
    }
    return batchId;
  });
}

export async function withGrace<Result>(
  signal: AbortSignal,
  clock: Clock,
  graceMs: number,
  work: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  setMaxListeners(0, late.signal);
  const begin = (): void => {
    clock.delay(graceMs, late.signal).then(
      () => late.abort(),
      () => undefined,
    );
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', begin);
    late.abort();
  }
}

/** Returns the fate of calls without an answer; `undefined` where the results are gone. */
export async function collect(
  batch: OpenBatch,
  signal: AbortSignal,
  onAnswer: (call: BatchCall) => void,
): Promise<ReadonlyMap<string, UnansweredFate> | undefined> {
  const fates = new Map<string, UnansweredFate>();
  try {
    for await (const { id, outcome } of batch.server.api.results(batch, signal)) {
      const call = batch.waiting.get(id);
      if (call === undefined) continue;
      if (outcome.kind !== 'reply') {
        fates.set(id, outcome);
        continue;
      }
      batch.waiting.delete(id);
      // A run stopped meanwhile must not report the batch as still under way.
      if (batch.waiting.size === 0) batch.fate = 'ended';
      batch.answered += 1;
      const { reply } = outcome;
      call.answered({ ...reply, usage: reply.usage && { ...reply.usage, batch: true } });
      onAnswer(call);
    }
    return fates;
  } catch (error) {
    if (!ProviderError.is(error) || error.status !== 404) throw error;
    return undefined;
  }
}

import { setMaxListeners } from 'node:events';
import { ProviderError } from '../../providers/provider';
import { type Clock, isoTime } from '../clock';
import { retry } from '../retry';
import type { RunListener } from '../runEvent';
import { type BatchCall, stoppedCall, type UnansweredFate } from './batchCall';
import { type BatchServer, type BatchServices, usualBatchTimes } from './batchServices';
import type { OpenBatch } from './openBatch';

/**
 * Hands over calls of one model by their ids, and returns the batch's id once it is in the log. Rejects with
 * `ProviderError` and `RunStoreError`. A process that dies between the two lines of the log leaves a batch that nobody
 * finds again; so does an answer that is lost on its way.
 */
export async function submitBatch(
  { id: provider, baseUrl, api }: BatchServer,
  model: string,
  named: ReadonlyMap<string, BatchCall>,
  { log, clock, random, times = usualBatchTimes }: BatchServices,
  onEvent: RunListener,
  signal: AbortSignal,
): Promise<string> {
  const calls = [...named].map(([id, { request }]) => ({ id, request }));
  const place = { provider, model, baseUrl };
  await log.append({ kind: 'intent', at: isoTime(clock), ...place, calls: calls.length });
  if (signal.aborted) throw stoppedCall(provider);
  // A batch that is on its way when the run stops is to get its id.
  return withGrace(signal, clock, times.graceMs, async (late) => {
    const batchId = await retry(() => api.submit(calls, late), {
      signal,
      delay: (ms, abort) => clock.delay(ms, abort),
      random,
      now: () => clock.elapsed(),
      baseMs: 2_000,
      onRetry: ({ error: { failure, message }, attempt, delayMs }) =>
        onEvent({ kind: 'retrying', provider, failure, message, attempt, delayMs }),
    });
    try {
      await log.append({ kind: 'submitted', at: isoTime(clock), ...place, batchId, ids: [...named.keys()] });
    } catch (error) {
      // Nobody could find it again, and it would be paid for.
      await api.cancel({ batchId, model }, late).catch(() => undefined);
      throw error;
    }
    return batchId;
  });
}

export function untilAborted(signal: AbortSignal, ask: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    ask();
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

/** Gives calls their answers, and returns what became of the others; `undefined` where the results are gone. */
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
      // A run that is stopped meanwhile must not take the batch for one that is under way.
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

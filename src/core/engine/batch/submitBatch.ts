import { retry } from '../retry';
import type { RunListener } from '../runEvent';
import { isoTime, type Clock } from '../clock';
import { stoppedCall, type BatchCall } from './batchCall';
import type { BatchServer, BatchServices, BatchTimes } from './batchServices';

/** Batches are of one model at one server. */
export function modelOf({ model: { server }, request }: BatchCall): string {
  return `${server.id} ${server.baseUrl ?? ''} ${request.model}`;
}

/** Puts the calls of each model into batches, no more into one than it may hold; `rooms` says by model where that is less. */
export function* inBatches(
  calls: readonly BatchCall[],
  rooms: ReadonlyMap<string, number>,
): Generator<readonly BatchCall[]> {
  for (const model of new Set(calls.map(modelOf))) {
    let batch: BatchCall[] = [];
    let bytes = 0;
    for (const call of calls.filter((one) => modelOf(one) === model)) {
      const { maxCalls, maxBytes } = call.model.server.api.limits;
      const more = call.bytes;
      const isFull = batch.length >= (rooms.get(model) ?? maxCalls) || bytes + more > maxBytes;
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

/**
 * Hands over calls of one model by their ids, and returns the batch once its id is in the log. Rejects with
 * `ProviderError` and `RunStoreError`. A process that dies between the two lines of the log leaves a batch that nobody finds
 * again; so does an answer that is lost on its way.
 */
export async function submitBatch(
  named: ReadonlyMap<string, BatchCall>,
  { log, clock, random }: BatchServices,
  { graceMs }: BatchTimes,
  onEvent: RunListener,
  signal: AbortSignal,
): Promise<{ readonly server: BatchServer; readonly model: string; readonly batchId: string }> {
  const calls = [...named].map(([id, { request }]) => ({ id, request }));
  const [first] = named.values();
  if (first === undefined) throw new Error('A batch without calls.');
  const { server } = first.model;
  const { model } = first.request;
  const { id: provider, baseUrl, api } = server;
  const place = { provider, model, ...(baseUrl === undefined ? {} : { baseUrl }) };
  await log.append({ kind: 'intent', at: isoTime(clock), ...place, calls: calls.length });
  if (signal.aborted) throw stoppedCall(provider);
  return withGrace(signal, clock, graceMs, async (late) => {
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
    return { server, model, batchId };
  });
}

/** Does `work`, whose own signal is aborted `graceMs` after `signal`: a batch that is on its way is to get its id. */
async function withGrace<Result>(
  signal: AbortSignal,
  clock: Clock,
  graceMs: number,
  work: (late: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const begin = (): void => {
    clock.delay(graceMs, late.signal).then(
      () => late.abort(),
      () => undefined,
    );
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', begin);
    late.abort();
  }
}

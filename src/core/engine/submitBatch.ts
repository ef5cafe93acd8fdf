import type { BatchApi, BatchCall } from '../providers/batchApi';
import type { BatchLog } from '../store/batchLog';
import { stoppedCall } from './batchFailure';
import { isoTime, type Clock } from './clock';
import { retry } from './retry';
import type { RunListener } from './runEvent';

/** What handing over a batch needs. */
export interface Submission {
  readonly api: BatchApi;
  readonly provider: string;
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly calls: readonly BatchCall[];
  readonly log: BatchLog;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: RunListener;
}

/**
 * Hands over a batch and returns its id once that is in the log. `resting` ends waits, `over` a request on its way as well.
 * Throws `ProviderError` and `RunStoreError`. A process that dies between the two lines of the log leaves a batch that nobody
 * finds again; so does an answer that is lost on its way.
 */
export async function submitBatch(
  { api, provider, baseUrl, model, calls, log, clock, random, onEvent }: Submission,
  resting: AbortSignal,
  over: AbortSignal,
): Promise<string> {
  const place = { provider, model, ...(baseUrl === undefined ? {} : { baseUrl }) };
  await log.append({ kind: 'intent', at: isoTime(clock), ...place, calls: calls.length });
  if (resting.aborted) throw stoppedCall(provider);
  const batchId = await retry(() => api.submit(calls, over), {
    signal: resting,
    delay: (ms, signal) => clock.delay(ms, signal),
    random,
    now: () => clock.elapsed(),
    baseMs: 2_000,
    onRetry: ({ error: { failure, message }, attempt, delayMs }) =>
      onEvent({ kind: 'retrying', provider, failure, message, attempt, delayMs }),
  });
  try {
    const ids = calls.map(({ id }) => id);
    await log.append({ kind: 'submitted', at: isoTime(clock), ...place, batchId, ids });
  } catch (error) {
    // Nobody could find it again, and it would be paid for.
    await api.cancel({ batchId, model }, over).catch(() => undefined);
    throw error;
  }
  return batchId;
}

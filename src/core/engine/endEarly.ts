import { RunStoreError } from '../store/runStore';
import type { Clock } from './clock';
import type { BatchTimes } from './batchTimes';
import type { OpenBatch } from './openBatch';

/**
 * Ends batches at the provider and takes what they had finished, for as long as `times` say; `over` is aborted at the end. `batches` resolves
 * when none is on its way there any more. Throws `RunStoreError`.
 */
export async function endAllEarly(
  batches: () => Promise<readonly OpenBatch[]>,
  clock: Clock,
  { cancelPatienceMs, cancelLookMs }: BatchTimes,
  over: AbortController,
): Promise<void> {
  const patience = clock.delay(cancelPatienceMs, over.signal).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    await Promise.all((await batches()).map((batch) => endEarly(batch, clock, cancelLookMs, over.signal)));
  } finally {
    over.abort();
    await patience;
  }
}

/**
 * Ends a batch at the provider and takes what it had finished; looks every `lookMs`. One that does not end before `signal`
 * says so stays open. Throws `RunStoreError`.
 */
async function endEarly(batch: OpenBatch, clock: Clock, lookMs: number, signal: AbortSignal): Promise<void> {
  // One that has ended by itself refuses, and is looked at all the same.
  await batch.cancel(signal).catch(() => undefined);
  try {
    while (!(await batch.look(signal))) await clock.delay(lookMs, signal);
    if (batch.fate === 'ended') batch.fate = 'cancelled';
  } catch (error) {
    if (RunStoreError.is(error)) throw error;
  }
}

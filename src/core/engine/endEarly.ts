import { RunStoreError } from '../store/runStore';
import type { Clock } from './clock';
import type { OpenBatch } from './openBatch';

/**
 * Ends a batch at the provider and takes what it had finished; looks every `lookMs`. One that does not end before `signal`
 * says so stays open. Throws `RunStoreError`.
 */
export async function endEarly(batch: OpenBatch, clock: Clock, lookMs: number, signal: AbortSignal): Promise<void> {
  // One that has ended by itself refuses, and is looked at all the same.
  await batch.cancel(signal).catch(() => undefined);
  try {
    while (!(await batch.look(signal))) await clock.delay(lookMs, signal);
    if (batch.fate === 'ended') batch.fate = 'cancelled';
  } catch (error) {
    if (RunStoreError.is(error)) throw error;
  }
}

import type { BatchServices } from './batchServices';
import { isoTime } from './clock';
import type { OpenBatch } from './openBatch';
import type { RunEnding } from './runBatches';

/**
 * Writes into the log which batches have nothing more to give to a run that ends so, and takes them out of `batches`. Throws
 * `RunStoreError`.
 */
export async function noteBatchesOver(
  batches: Set<OpenBatch>,
  ending: RunEnding,
  { log, clock }: BatchServices,
): Promise<void> {
  const done = ending === 'completed' || ending === 'incomplete';
  for (const batch of batches) {
    // After a run that goes on later even a batch with all answers is kept: what it said may be needed once more. One that has failures
    // alone would end the run with them each time.
    const isVain = ending === 'failed' && batch.fate === 'ended' && batch.answered === 0;
    const isOver = isVain || (done && (batch.fate === 'ended' || !batch.claimed));
    if (batch.fate !== 'cancelled' && !isOver) continue;
    const kind = batch.fate === 'cancelled' ? 'cancelled' : 'collected';
    await log.append({ kind, at: isoTime(clock), batchId: batch.batchId });
    batches.delete(batch);
  }
}

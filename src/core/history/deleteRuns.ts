import type { LockChoice, RunStore } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';

export interface DeletedRuns {
  readonly deleted: readonly string[];
  readonly left: readonly { readonly runId: string; readonly reason: string }[];
}

/** Deletes runs one by one. Reports a run that cannot be deleted, for instance because it was resumed. */
export async function deleteRuns(
  store: RunStore,
  runIds: readonly string[],
  choice?: LockChoice,
): Promise<DeletedRuns> {
  const deleted: string[] = [];
  const left: { readonly runId: string; readonly reason: string }[] = [];
  for (const runId of runIds) {
    try {
      await store.delete(runId, choice);
      deleted.push(runId);
    } catch (error) {
      if (!RunStoreError.is(error)) throw error;
      // Another window deleted it first.
      if (error.failure !== 'notFound') left.push({ runId, reason: error.message });
    }
  }
  return { deleted, left };
}

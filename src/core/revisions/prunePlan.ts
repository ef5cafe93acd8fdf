import { RunStoreError, type RunStore } from '../store/runStore';
import type { PromptHistory } from './promptHistory';

/**
 * The runs of a prompt to delete so that the latest `keep` (a whole number from 1) are left, the oldest first. Never the
 * latest run of a revision that is pinned or labelled (nor its latest completed one), and never one that is under way. Throws `RangeError`.
 */
export function prunePlan(history: PromptHistory, { keep }: { readonly keep: number }): readonly string[] {
  if (!Number.isInteger(keep) || keep < 1) throw new RangeError(`Runs to keep: ${keep} is not a whole number from 1.`);
  const spared = new Set(
    history.revisions
      .filter(({ pinned, label }) => pinned || label !== undefined)
      .flatMap(({ runs }) => [runs[0]?.id, runs.find(({ status }) => status === 'completed')?.id]),
  );
  return [...history.runs]
    .sort((left, right) => right.createdAt.localeCompare(left.createdAt) || right.id.localeCompare(left.id))
    .slice(keep)
    .filter(({ id, status }) => status !== 'running' && !spared.has(id))
    .map(({ id }) => id)
    .reverse();
}

/** What became of runs that were to be deleted. */
export interface PrunedRuns {
  readonly deleted: readonly string[];
  readonly left: readonly { readonly runId: string; readonly reason: string }[];
}

/** Deletes runs, one after the other. One that cannot be deleted (somebody has gone on with it) is left and named. */
export async function pruneRuns(store: RunStore, runIds: readonly string[]): Promise<PrunedRuns> {
  const deleted: string[] = [];
  const left: { readonly runId: string; readonly reason: string }[] = [];
  for (const runId of runIds) {
    try {
      await store.delete(runId);
      deleted.push(runId);
    } catch (error) {
      if (!RunStoreError.is(error)) throw error;
      // Another window was quicker.
      if (error.failure !== 'notFound') left.push({ runId, reason: error.message });
    }
  }
  return { deleted, left };
}

import { type LockChoice, type RunStore, RunStoreError } from '../store/runStore';
import { baselineOf } from './baseline';
import type { HistoryRun } from './historyRun';
import type { PromptHistory } from './promptHistory';

export interface PruneOptions {
  /** A whole number from 1. */
  readonly keep: number;
  /** Ids of runs whose batches hold answers that are paid for and not collected yet; none unless set. */
  readonly waiting?: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * The runs of a prompt to delete so that the latest `keep` are left, the oldest first. Never the latest run of a revision that
 * is pinned or labelled (nor its latest completed one), the baseline of the latest run, a run whose replies a kept run judges,
 * one that is under way, or one that waits for its batches. Throws `RangeError`.
 */
export function prunePlan(history: PromptHistory, { keep, waiting }: PruneOptions): readonly string[] {
  if (!Number.isInteger(keep) || keep < 1) throw new RangeError(`Runs to keep: ${keep} is not a whole number from 1.`);
  const byAge = [...history.runs].sort(
    (left, right) => right.createdAt.localeCompare(left.createdAt) || right.id.localeCompare(left.id),
  );
  const named = history.revisions.filter(({ pinned, label }) => pinned || label !== undefined);
  const kept = withOrigins(history, [
    ...byAge.slice(0, keep),
    ...byAge.filter(({ id, status }) => status === 'running' || waiting?.has(id) === true),
    ...named.flatMap(({ runs }) => [runs[0], runs.find(({ status }) => status === 'completed')]),
    // The latest run made may judge old replies again: then another one has the latest replies.
    ...[byAge[0], history.runs[0]].map((latest) => baselineOf(history, latest?.id)),
  ]);
  return byAge
    .filter(({ id }) => !kept.has(id))
    .map(({ id }) => id)
    .reverse();
}

/** The ids of runs and of those whose replies they judge, back to the run that asked the tutor. */
function withOrigins(history: PromptHistory, runs: readonly (HistoryRun | undefined)[]): ReadonlySet<string> {
  const byId = new Map(history.runs.map((run) => [run.id, run]));
  const ids = new Set<string>();
  for (const one of runs) {
    let run = one;
    while (run !== undefined && !ids.has(run.id)) {
      ids.add(run.id);
      run = run.rejudgedFrom === undefined ? undefined : byId.get(run.rejudgedFrom);
    }
  }
  return ids;
}

/** What became of runs that were to be deleted. */
export interface PrunedRuns {
  readonly deleted: readonly string[];
  readonly left: readonly { readonly runId: string; readonly reason: string }[];
}

/** Deletes runs, one after the other. One that cannot be deleted (somebody has gone on with it) is left and named. */
export async function pruneRuns(store: RunStore, runIds: readonly string[], choice?: LockChoice): Promise<PrunedRuns> {
  const deleted: string[] = [];
  const left: { readonly runId: string; readonly reason: string }[] = [];
  for (const runId of runIds) {
    try {
      await store.delete(runId, choice);
      deleted.push(runId);
    } catch (error) {
      if (!RunStoreError.is(error)) throw error;
      // Another window was quicker.
      if (error.failure !== 'notFound') left.push({ runId, reason: error.message });
    }
  }
  return { deleted, left };
}

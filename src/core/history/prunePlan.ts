import type { RevisionEntry } from '../store/revisionLog';
import type { LockChoice, RunListing, RunStore } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { baselineOf } from './baseline';
import type { EarlierPath } from './git';
import { type HistoryRun, movedName, type PromptHistory, promptHistory } from './promptHistory';

interface PruneOptions {
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

export interface PrunedRuns {
  readonly deleted: readonly string[];
  readonly left: readonly { readonly runId: string; readonly reason: string }[];
}

/** Deletes runs one by one. One that cannot be deleted (somebody has gone on with it) is left and named. */
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

/** Another prompt has the same name in the next window. */
const untitled = 'untitled:';

interface PromptFiles {
  earlierPathsOf(prompt: string): Promise<readonly EarlierPath[]>;
  isThere(prompt: string): boolean;
}

/**
 * `prunePlan` for each prompt of a store, which has the runs `all`. Calibrations and runs of untitled documents stay. Throws
 * `RunStoreError` and `RangeError`.
 */
export async function pruneStorePlan(
  store: RunStore,
  all: readonly RunListing[],
  options: PruneOptions,
  files: PromptFiles,
): Promise<readonly string[]> {
  const listings = all.filter(isOfPrompt);
  const { entries } = await store.revisions.read();
  const histories: PromptHistory[] = [];
  for (const prompt of namesOf(listings, entries)) {
    histories.push(await promptHistory(store, prompt, { listings, earlierPaths: await files.earlierPathsOf(prompt) }));
  }
  const kept = new Set<string>();
  const old = new Set<string>();
  for (const history of withoutEarlierLives(histories, files)) {
    const plan = new Set(prunePlan(history, options));
    for (const { id } of history.runs) (plan.has(id) ? old : kept).add(id);
  }
  // What is old under one name may be new under another, as where a new file has a name that was given up.
  return [...old].filter((id) => !kept.has(id));
}

/**
 * A name that was given up, and not taken again, is no prompt of its own: its runs are those of the name that it has now. A file that
 * has the name is a prompt of its own whatever is known of its runs: a renaming that is staged does not say since when.
 */
function withoutEarlierLives(
  histories: readonly PromptHistory[],
  files: Pick<PromptFiles, 'isThere'>,
): readonly PromptHistory[] {
  const ids = new Map(histories.map((one) => [one, new Set(one.runs.map(({ id }) => id))]));
  const isPartOf = (one: PromptHistory, other: PromptHistory): boolean =>
    one.runs.length < other.runs.length && one.runs.every(({ id }) => ids.get(other)?.has(id) === true);
  return histories.filter((one) => files.isThere(one.prompt) || !histories.some((other) => isPartOf(one, other)));
}

export function isOfPrompt(listing: RunListing): boolean {
  if (listing.kind === 'damaged') return false;
  const { calibration, prompt } = listing.manifest;
  return calibration === undefined && !prompt.path.startsWith(untitled);
}

/** All names that runs have, and those that prompts were moved to: whose runs are whose is decided by the histories. */
function namesOf(listings: readonly RunListing[], entries: readonly RevisionEntry[]): ReadonlySet<string> {
  const names = new Set(listings.flatMap((one) => (one.kind === 'run' ? [one.manifest.prompt.path] : [])));
  for (const entry of entries) {
    if (entry.kind !== 'moved') continue;
    for (const name of [...names]) {
      const moved = movedName(name, entry);
      if (moved !== undefined) names.add(moved);
    }
  }
  return names;
}

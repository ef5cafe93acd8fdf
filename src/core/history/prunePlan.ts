import type { RevisionEntry } from '../store/revisionLog';
import type { LockChoice, RunListing, RunStore } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { baselineOf } from './baseline';
import type { EarlierPath } from './git';
import { type HistoryRun, movedName, type PromptHistory, promptHistory } from './promptHistory';

interface PruneOptions {
  /** A whole number from 1. */
  readonly keep: number;
  /** Ids of runs with paid batch answers that are not collected yet; default: none. */
  readonly waiting?: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * The runs of a prompt to delete so that the latest `keep` remain, oldest first. Keeps the latest (and latest
 * completed) run of a pinned or labelled revision, and the latest run's baseline. Keeps runs whose replies a kept run
 * judges, running runs and runs that wait for batches. Throws `RangeError`.
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
    // The newest run may be a rejudging; then another run has the latest replies.
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

/** Deletes runs one by one. Reports a run that cannot be deleted, for instance because it was resumed. */
export async function pruneRuns(store: RunStore, runIds: readonly string[], choice?: LockChoice): Promise<PrunedRuns> {
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

/** Untitled names are reused across windows. */
const untitled = 'untitled:';

interface PromptFiles {
  earlierPathsOf(prompt: string): Promise<readonly EarlierPath[]>;
  isThere(prompt: string): boolean;
}

/**
 * `prunePlan` for each prompt of a store with the runs `all`. Calibrations and runs of untitled documents stay. Throws
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
  // A run that is old under one name may be kept under another, for instance if a new file took a freed name.
  return [...old].filter((id) => !kept.has(id));
}

/**
 * Drops names that were given up and not reused: their runs belong to the current name. A name that a file has now is
 * always kept, because a staged renaming has no date.
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

/** All names in runs and move targets. The histories decide which runs belong to which name. */
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

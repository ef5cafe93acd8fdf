import type { GitState } from '../store/runManifest';
import type { RevisionEntry } from '../store/revisionLog';
import type { RunStore, SummaryListing } from '../store/runStore';
import type { EarlierPath } from './earlierPaths';
import { historyRuns, type HistoryRun } from './historyRun';
import { promptOwnership } from './promptOwnership';

/** One evaluated text of a prompt. The same text evaluated again is the same revision. */
export interface PromptRevision {
  readonly revision: string;
  readonly label: string | undefined;
  /** Whether it is the prompt's baseline. */
  readonly pinned: boolean;
  /** When it was first and last put to a tutor, ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** Where the file stood in git when it was evaluated, the latest first, each state once. */
  readonly git: readonly GitState[];
  /** The latest first; at least one. */
  readonly runs: readonly HistoryRun[];
}

export interface PromptHistory {
  readonly prompt: string;
  /** The last evaluated first. */
  readonly revisions: readonly PromptRevision[];
  /** All runs of the prompt, the latest replies first. */
  readonly runs: readonly HistoryRun[];
  /** Runs of the store that cannot be read; nobody can say which prompt they are of. */
  readonly damaged: readonly { readonly id: string; readonly problem: string }[];
  /** One sentence for each line of the revision journal that had to be left out. */
  readonly problems: readonly string[];
}

export interface HistoryOptions {
  /** Names that git knows the file had, as runs record them. */
  readonly earlierPaths?: readonly EarlierPath[];
  /** Listings at hand, for instance with summaries computed anew; the store's own unless given. */
  readonly listings?: readonly SummaryListing[];
}

/** All that a store knows of a prompt, under its present path and those it had before. Throws `RunStoreError`. */
export async function promptHistory(
  store: RunStore,
  promptPath: string,
  options: HistoryOptions = {},
): Promise<PromptHistory> {
  const { entries, problems } = await store.revisions.read();
  const listings = options.listings ?? (await store.summaries());
  const owns = promptOwnership(promptPath, entries, options.earlierPaths ?? []);
  const runs = historyRuns(listings)
    .filter((run) => owns(run.path, run.createdAt))
    .sort(latestFirst);
  const said = entries.filter((entry) => entry.kind !== 'moved' && owns(entry.prompt, entry.at));
  return {
    prompt: promptPath,
    revisions: revisionsOf(runs, said),
    runs,
    damaged: listings.flatMap((listing) =>
      listing.kind === 'damaged' ? [{ id: listing.id, problem: listing.problem }] : [],
    ),
    problems,
  };
}

/** By the time of the replies; judgings of the same replies by their own. */
function latestFirst(left: HistoryRun, right: HistoryRun): number {
  return (
    right.repliesAt.localeCompare(left.repliesAt) ||
    right.createdAt.localeCompare(left.createdAt) ||
    right.id.localeCompare(left.id)
  );
}

function revisionsOf(runs: readonly HistoryRun[], said: readonly RevisionEntry[]): readonly PromptRevision[] {
  const groups = new Map<string, HistoryRun[]>();
  for (const run of runs) {
    const group = groups.get(run.revision);
    if (group === undefined) groups.set(run.revision, [run]);
    else group.push(run);
  }
  const labels = new Map<string, string | undefined>();
  let pinned: string | undefined;
  for (const entry of said) {
    if (entry.kind === 'label') labels.set(entry.revision, entry.label ?? undefined);
    if (entry.kind === 'pin') pinned = entry.revision ?? undefined;
  }
  return [...groups].map(([revision, group]) => ({
    revision,
    label: labels.get(revision),
    pinned: revision === pinned,
    firstAt: group.at(-1)?.repliesAt ?? '',
    lastAt: group[0]?.repliesAt ?? '',
    git: distinctStates(group),
    runs: group,
  }));
}

function distinctStates(runs: readonly HistoryRun[]): readonly GitState[] {
  const states = new Map<string, GitState>();
  for (const { git } of runs) {
    if (git === undefined) continue;
    const key = JSON.stringify([git.commit, git.branch, git.dirty, git.path]);
    if (!states.has(key)) states.set(key, git);
  }
  return [...states.values()];
}

import type { RevisionEntry } from '../store/revisionLog';
import type { RunListing, RunStore } from '../store/runStore';
import type { EarlierPath } from './earlierPaths';
import { promptHistory, type PromptHistory } from './promptHistory';
import { prunePlan, type PruneOptions } from './prunePlan';

/** What an untitled document is called; another prompt has the same name in the next window. */
const untitled = 'untitled:';

/** What is known of the prompts of a store outside of it. */
export interface PromptFiles {
  /** The names that git knows a prompt had. */
  earlierPathsOf(prompt: string): Promise<readonly EarlierPath[]>;
  /** Whether there is a file of this name now. */
  isThere(prompt: string): boolean;
}

/**
 * The runs to delete so that of each prompt of a store, which has the runs `all`, the latest `keep` are left, as `prunePlan` has it for one. Calibrations and runs of
 * untitled documents stay. Throws `RunStoreError` and `RangeError`.
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

/** Whether a run is one of a prompt file, and can be read. */
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
      // A folder was moved, and the prompt with it.
      const rest = name.startsWith(entry.from) ? name.slice(entry.from.length) : undefined;
      if (rest === '' || (rest !== undefined && /^[/\\]/.test(rest))) names.add(entry.to + rest);
    }
  }
  return names;
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { FileRunStore } from '../core/store/fileRunStore';
import type { RunListing } from '../core/store/runStore';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { newestFirst } from './newestFirst';
import { storeDirectory } from './storeDirectory';

/** A stored run, found and not read. */
export interface FoundRun {
  readonly runId: string;
  readonly root: string;
  readonly store: FileRunStore;
}

/**
 * Finds a run named on the command line: an id, the start of one, `latest`, or the path of a run's folder. `mayBeLatest` says which runs
 * `latest` may mean. Throws `CliError` or `RunStoreError`.
 */
export async function findRun(
  name: string,
  storeOption: string | undefined,
  context: Pick<CliContext, 'cwd' | 'err'>,
  mayBeLatest: (listing: RunListing) => boolean = () => true,
): Promise<FoundRun> {
  const { cwd } = context;
  if (name === '') throw new CliError('The name of a run is empty. List runs with: tutor-prompt-lab runs');
  const folder = path.resolve(cwd, name);
  // A copy elsewhere is not the run that a store has under this id.
  const isFolder = existsSync(path.join(folder, 'run.json')) && path.basename(path.dirname(folder)) === 'runs';
  const named = isFolder ? path.dirname(path.dirname(folder)) : storeOption;
  const root = storeDirectory(named, cwd, context);
  const store = new FileRunStore(root);
  return { runId: isFolder ? path.basename(folder) : await resolveId(name, store, root, mayBeLatest), root, store };
}

async function resolveId(
  name: string,
  store: FileRunStore,
  root: string,
  mayBeLatest: (listing: RunListing) => boolean,
): Promise<string> {
  const listings = newestFirst(await store.list());
  const ids = listings.map((listing) => listing.id);
  if (ids.includes(name)) return name;
  if (ids.length === 0) throw new CliError(`There are no runs in ${root}. Give --store, or evaluate a prompt first.`);
  if (name === 'latest') {
    const latest = listings.find(mayBeLatest);
    if (latest !== undefined) return latest.id;
    throw new CliError(
      `There are only calibrations in ${root}, which have no scores of a prompt. Evaluate a prompt first.`,
    );
  }
  const fitting = ids.filter((id) => id.startsWith(name));
  if (fitting.length === 1) return fitting[0] ?? name;
  if (fitting.length > 1)
    throw new CliError(
      `“${name}” fits ${fitting.length} runs: ${fitting.slice(0, 5).join(', ')}. Give more of the id.`,
    );
  throw new CliError(`There is no run “${name}” in ${root}. List runs with: tutor-prompt-lab runs`);
}

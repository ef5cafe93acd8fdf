import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunSession } from '../core/engine/runSession';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import { FileRunStore } from '../core/store/fileRunStore';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { newestFirst } from './newestFirst';
import { defaultStore } from './storeDirectory';

/** A stored run, found. */
export interface OpenedRun {
  readonly runId: string;
  readonly root: string;
  readonly store: FileRunStore;
  readonly session: RunSession;
}

/**
 * Finds and reads a run named on the command line: an id, the start of one, `latest`, or the path of a run's folder.
 * Throws `CliError` or `RunStoreError`.
 */
export async function openRun(name: string, storeOption: string | undefined, context: CliContext): Promise<OpenedRun> {
  const folder = path.resolve(context.cwd, name);
  const isFolder = existsSync(path.join(folder, 'run.json'));
  const root = isFolder
    ? path.dirname(path.dirname(folder))
    : path.resolve(context.cwd, storeOption ?? defaultStore(context.cwd));
  const store = new FileRunStore(root);
  const runId = isFolder ? path.basename(folder) : await resolveId(name, store, root);
  const stored = await store.open(runId);
  for (const problem of stored.problems) context.err(`warning: ${foreignText(problem)}\n`);
  return { runId, root, store, session: sessionOfRun(stored, context.benchmarks) };
}

async function resolveId(name: string, store: FileRunStore, root: string): Promise<string> {
  const ids = newestFirst(await store.list()).map((listing) => listing.id);
  if (ids.includes(name)) return name;
  if (ids.length === 0) throw new CliError(`There are no runs in ${root}. Give --store, or evaluate a prompt first.`);
  if (name === 'latest') return ids[0] ?? name;
  const fitting = ids.filter((id) => id.startsWith(name));
  if (fitting.length === 1) return fitting[0] ?? name;
  if (fitting.length > 1)
    throw new CliError(
      `“${name}” fits ${fitting.length} runs: ${fitting.slice(0, 5).join(', ')}. Give more of the id.`,
    );
  throw new CliError(`There is no run “${name}” in ${root}. List runs with: tutor-prompt-lab runs`);
}

import path from 'node:path';
import { pruneRuns } from '../core/revisions/prunePlan';
import { mayWait } from '../core/revisions/sessionOfRun';
import { FileRunStore } from '../core/store/fileRunStore';
import type { LockChoice } from '../core/store/runStore';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { findRun, type FoundRun } from './findRun';
import { inShell } from './inShell';
import { sayDeleted, type DeleteOptions } from './sayDeleted';

/**
 * Deletes the named runs for good. None where one of the names fits no run; one that is under way, or whose batches hold answers that are
 * paid for, is left and said. Returns the exit code.
 */
export async function deleteNamedRuns(
  names: readonly string[],
  { root, json, takeOver }: DeleteOptions & LockChoice,
  context: CliContext,
): Promise<number> {
  const found: FoundRun[] = [];
  for (const name of names) found.push(await namedWhole(name, root, context));
  const roots = [...new Set(found.map((one) => one.root))];
  const [own, ...others] = roots;
  if (own === undefined || others.length > 0)
    throw new CliError(`--delete names runs of more than one store: ${roots.join(', ')}. Delete them one by one.`);
  const ids = [...new Set(found.map(({ runId }) => runId))];
  const waiting = await mayWait(own, ids, context.benchmarks);
  const store = new FileRunStore(own);
  const pruned = await pruneRuns(
    store,
    ids.filter((id) => !waiting.has(id)),
    { takeOver },
  );
  const left = [...waiting].map(([runId, why]) => ({
    runId,
    reason: why === 'waits' ? batchesOf(runId, own) : unreadable(runId, store.directoryOf(runId)),
  }));
  return sayDeleted({ deleted: pruned.deleted, left: [...left, ...pruned.left] }, { root: own, json }, context);
}

/** What is deleted for good is named whole. */
async function namedWhole(name: string, root: string, context: CliContext): Promise<FoundRun> {
  const found = await findRun(name, root, context);
  if (name === 'latest' || path.basename(path.resolve(context.cwd, name)) === found.runId) return found;
  throw new CliError(`“${name}” is only the start of ${found.runId}. Give the whole id to delete that run.`);
}

function unreadable(runId: string, directory: string): string {
  return `Run ${runId} cannot be read, and has batches whose answers, paid for, cannot be collected with it. If that is lost, delete the folder ${directory}`;
}

function batchesOf(runId: string, root: string): string {
  const command = `tutor-prompt-lab resume ${runId} --store ${inShell(root)}`;
  return `Run ${runId} has batches with answers that are paid for. Collect them with: ${command}; or end them with: ${command} --cancel-batches`;
}

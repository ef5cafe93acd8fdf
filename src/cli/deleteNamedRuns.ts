import { pruneRuns } from '../core/revisions/prunePlan';
import { mayWait } from '../core/revisions/waitingRuns';
import { FileRunStore } from '../core/store/fileRunStore';
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
  { root, json }: DeleteOptions,
  context: CliContext,
): Promise<number> {
  const found: FoundRun[] = [];
  for (const name of names) found.push(await findRun(name, root, context));
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
  );
  const left = ids.filter((id) => waiting.has(id)).map((runId) => ({ runId, reason: batchesOf(runId, own) }));
  return sayDeleted({ deleted: pruned.deleted, left: [...left, ...pruned.left] }, { root: own, json }, context);
}

function batchesOf(runId: string, root: string): string {
  const command = `tutor-prompt-lab resume ${runId} --store ${inShell(root)}`;
  return `Run ${runId} has batches with answers that are paid for. Collect them with: ${command}; or end them with: ${command} --cancel-batches`;
}

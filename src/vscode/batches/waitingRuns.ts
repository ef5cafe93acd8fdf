import { benchmarks } from '../../core/benchmarks/registry';
import * as core from '../../core/revisions/sessionOfRun';

export type { WaitingRun } from '../../core/revisions/sessionOfRun';

/** The runs of a store that have left batches, the newest first, by all benchmarks that there are. */
export function waitingRuns(root: string): Promise<readonly core.WaitingRun[]> {
  return core.waitingRuns(root, benchmarks);
}

/** Those of the runs that have left batches, or may have. */
export async function mayWait(root: string, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await core.mayWait(root, runIds, benchmarks)).keys());
}

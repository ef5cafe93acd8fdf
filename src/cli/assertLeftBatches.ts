import { leftBatches } from '../core/engine/batch/leftBatches';
import type { RunSession } from '../core/engine/runSession';
import type { BatchLog } from '../core/store/batchLog';
import { CliError } from './cliError';

/** Refuses `--cancel-batches` where a run has nothing to collect. Throws `CliError` and `RunStoreError`. */
export async function assertLeftBatches(session: RunSession, log: BatchLog): Promise<void> {
  if ((await leftBatches(session, log)).length > 0) return;
  throw new CliError(
    `Run ${session.manifest.runId} has no batches under way, so --cancel-batches has nothing to do. Leave it out to go on with the run.`,
  );
}

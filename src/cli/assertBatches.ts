import { batchSupport, leftBatches } from '../core/engine/batch/batchPlan';
import type { RunSession } from '../core/engine/runSession';
import type { BatchLog } from '../core/store/batchLog';
import type { ManifestModel } from '../core/store/runManifest';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';

/** Refuses `--batch` before anything is written where a model cannot be asked in batches. Throws `CliError`. */
export function assertBatches(models: readonly ManifestModel[], { providers }: Pick<CliContext, 'providers'>): void {
  const support = batchSupport(models, providers);
  if (support.kind === 'nothing') {
    throw new CliError('--batch has nothing to do: all models are simulated. Leave it out, or name a real model.');
  }
  if (support.kind === 'unable') {
    throw new CliError(`${support.model} cannot be asked in batches. Leave --batch out, or choose another model.`);
  }
}

/** Refuses `--cancel-batches` where a run has nothing to collect. Throws `CliError` and `RunStoreError`. */
export async function assertLeftBatches(session: RunSession, log: BatchLog): Promise<void> {
  if ((await leftBatches(session, log)).length > 0) return;
  throw new CliError(
    `Run ${session.manifest.runId} has no batches under way, so --cancel-batches has nothing to do. Leave it out to go on with the run.`,
  );
}

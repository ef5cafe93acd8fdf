import { batchSupport } from '../core/engine/batch/batchPlan';
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

import { modelName, type ManifestModel } from '../core/store/runManifest';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';

/** Refuses `--batch` before anything is written where a model cannot be asked in batches. Throws `CliError`. */
export function assertBatches(models: readonly ManifestModel[], { providers }: Pick<CliContext, 'providers'>): void {
  const sent = models.filter(({ simulated }) => !simulated);
  if (sent.length === 0) {
    throw new CliError('--batch has nothing to do: all models are simulated. Leave it out, or name a real model.');
  }
  for (const model of sent) {
    if (providers.get(model.provider)?.hasBatches === true) continue;
    throw new CliError(`${modelName(model)} cannot be asked in batches. Leave --batch out, or choose another model.`);
  }
}

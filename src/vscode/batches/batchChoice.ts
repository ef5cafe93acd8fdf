import { batchSupport } from '../../core/engine/batch/batchPlan';
import { ChoiceError } from '../../core/engine/runChoices';
import type { ProviderEntry } from '../../core/providers/providerEntry';
import type { ManifestModel } from '../../core/store/runManifest';

/** How an evaluation was asked for: by the command that names batches, or as the setting says. */
export type BatchWish = 'always' | 'asSet';

/**
 * Whether a run of these models goes through batches. The setting says nothing of simulated models; who asks for batches by name
 * is told. Throws `ChoiceError` where a model has none.
 */
export function goesByBatch(
  models: readonly ManifestModel[],
  wish: BatchWish,
  setting: boolean,
  providers: ReadonlyMap<string, ProviderEntry>,
): boolean {
  if (wish === 'asSet' && !setting) return false;
  const support = batchSupport(models, providers);
  if (support.kind === 'able') return true;
  if (support.kind === 'unable') {
    throw new ChoiceError(`${support.model} cannot be asked in batches. Choose another model.`);
  }
  if (wish === 'asSet') return false;
  throw new ChoiceError(
    'All models are simulated, so a batch has nothing to do. Choose a model of OpenAI or Anthropic.',
  );
}

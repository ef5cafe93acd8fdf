import type { ProviderEntry } from '../providers/providerEntry';
import { modelName, sourceOf, type ManifestModel } from '../store/runManifest';

/** Whether models can be asked in batches: `nothing` is sent by simulated ones; `unable` is the first without batches. */
export type BatchSupport = { readonly kind: 'able' | 'nothing' } | { readonly kind: 'unable'; readonly model: string };

/** Says it of a provider by its entry: a server of one's own may still have none. */
export function batchSupport(
  models: readonly ManifestModel[],
  providers: ReadonlyMap<string, ProviderEntry>,
): BatchSupport {
  const sent = models.filter(({ simulated }) => !simulated);
  if (sent.length === 0) return { kind: 'nothing' };
  const unable = sent.find((model) => providers.get(sourceOf(model))?.hasBatches !== true);
  return unable === undefined ? { kind: 'able' } : { kind: 'unable', model: modelName(unable) };
}

import type { ProviderEntry } from '../../providers/providerEntry';
import { hasGivenReplies, type ManifestModel, modelName, sourceOf } from '../../store/runManifest';
import type { RunSession } from '../runSession';

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

/**
 * How many batches follow one another at most before the last reply of a run is there, each waiting for the one before: a
 * turn can only be asked when the one before it is answered. Judging comes on top.
 */
export function wavesOfReplies(session: RunSession): number {
  if (hasGivenReplies(session.manifest)) return 0;
  const { tutor, student } = session.manifest;
  const seen = new Set<string>();
  let most = 0;
  for (const item of session.items) {
    const sample = `${item.benchmark.id}/${item.sample.id}`;
    if (seen.has(sample)) continue;
    seen.add(sample);
    const plan = session.planOf(item);
    const turns = plan.studentTurns.length;
    const spoken = plan.modelledStudent === undefined || student?.simulated !== false ? 0 : turns - 1;
    most = Math.max(most, (tutor.simulated ? 0 : turns) + spoken);
  }
  return most;
}

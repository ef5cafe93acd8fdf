import type { ProviderEntry } from '../../providers/providerEntry';
import { type BatchLog, openBatches } from '../../store/batchLog';
import { hasGivenReplies, type ManifestModel, modelName, modelsOf, sourceOf } from '../../store/runManifest';
import { hasEnded } from '../../store/statusTexts';
import type { RunSession } from '../runSession';

/** `nothing`: simulated models send nothing. `unable` names the first model without batches. */
export type BatchSupport = { readonly kind: 'able' | 'nothing' } | { readonly kind: 'unable'; readonly model: string };

export function batchSupport(
  models: readonly ManifestModel[],
  providers: ReadonlyMap<string, ProviderEntry>,
): BatchSupport {
  const sent = models.filter(({ simulated }) => !simulated);
  if (sent.length === 0) return { kind: 'nothing' };
  const unable = sent.find((model) => providers.get(sourceOf(model))?.hasBatches !== true);
  return unable === undefined ? { kind: 'able' } : { kind: 'unable', model: modelName(unable) };
}

export function wavesOfReplies(session: RunSession): number {
  if (hasGivenReplies(session.manifest)) return 0;
  const { tutor, student } = session.manifest;
  const waves = session.items.map((item) => {
    if (item.repeat > 0) return 0;
    const { studentTurns, modelledStudent } = session.planOf(item);
    const spoken = modelledStudent === undefined || student?.simulated !== false ? 0 : studentTurns.length - 1;
    return (tutor.simulated ? 0 : studentTurns.length) + spoken;
  });
  return waves.reduce((most, count) => Math.max(most, count), 0);
}

export interface LeftBatches {
  readonly provider: string;
  readonly batches: number;
  readonly calls: number;
  readonly since: string;
}

/** Batches that a run at rest left behind. Rejects with `RunStoreError`. */
export async function leftBatches(session: RunSession, log: BatchLog): Promise<readonly LeftBatches[]> {
  if (session.manifest.batch !== true || hasEnded(session.state.status?.status)) return [];
  const recorded = answeredInBatches(session);
  const left = new Map<string, LeftBatches>();
  const { entries } = await log.read();
  for (const { provider, ids, at } of openBatches(entries)) {
    // Batches are handed over one after the other, so recorded answers came from the oldest ones.
    const known = Math.min(ids.length, recorded.get(provider) ?? 0);
    recorded.set(provider, (recorded.get(provider) ?? 0) - known);
    const calls = ids.length - known;
    if (calls === 0) continue;
    const before = left.get(provider) ?? { batches: 0, calls: 0, since: at };
    left.set(provider, { ...before, provider, batches: before.batches + 1, calls: before.calls + calls });
  }
  return [...left.values()];
}

function answeredInBatches({ manifest, state }: RunSession): Map<string, number> {
  const counts = new Map<string, number>();
  const models = new Map(modelsOf(manifest).map((model) => [modelName(model), sourceOf(model)]));
  for (const [name, provider] of models) counts.set(provider, (counts.get(provider) ?? 0) + state.useOf(name).batched);
  return counts;
}

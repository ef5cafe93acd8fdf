import type { ProviderEntry } from '../../providers/providerEntry';
import { type BatchLog, openBatches } from '../../store/batchLog';
import { hasGivenReplies, type ManifestModel, modelName, modelsOf, sourceOf } from '../../store/runManifest';
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

/** What a run has left with one provider, as its records tell: nobody has asked the provider. */
export interface LeftBatches {
  readonly provider: string;
  readonly batches: number;
  /** Calls in them whose answers are not recorded. */
  readonly calls: number;
  /** When the oldest of them was handed over, ISO 8601. */
  readonly since: string;
}

/**
 * The batches of a run at rest that hold answers it does not have, by provider. Empty for a run that has come to its end. Rejects
 * with `RunStoreError`.
 */
export async function leftBatches(session: RunSession, log: BatchLog): Promise<readonly LeftBatches[]> {
  const { status } = session.state.status ?? {};
  if (session.manifest.batch !== true || status === 'completed' || status === 'incomplete') return [];
  const recorded = answeredInBatches(session);
  const left = new Map<string, LeftBatches>();
  const { entries } = await log.read();
  for (const { provider, ids, at } of openBatches(entries)) {
    // One batch follows another's answers, so what is recorded came from the oldest ones. A batch stays in the log until the run is
    // over, as an answer that had to be asked for twice is recorded with the second.
    const known = Math.min(ids.length, recorded.get(provider) ?? 0);
    recorded.set(provider, (recorded.get(provider) ?? 0) - known);
    const calls = ids.length - known;
    if (calls === 0) continue;
    const before = left.get(provider);
    left.set(provider, {
      provider,
      batches: (before?.batches ?? 0) + 1,
      calls: (before?.calls ?? 0) + calls,
      since: before?.since ?? at,
    });
  }
  return [...left.values()];
}

/** Recorded calls that came by a batch, by provider. The words of a student's model are not counted: its records are not kept. */
function answeredInBatches({ manifest, state }: RunSession): Map<string, number> {
  const providers = new Map(modelsOf(manifest).map((model) => [modelName(model), sourceOf(model)]));
  const counts = new Map<string, number>();
  const count = (model: string, calls: number): void => {
    const provider = providers.get(model);
    if (provider !== undefined) counts.set(provider, (counts.get(provider) ?? 0) + calls);
  };
  for (const item of state.items.values()) {
    for (const record of item.replyRecords) if (record.batch === true) count(modelName(manifest.tutor), record.calls);
    for (const [judge, answers] of item.answers) {
      for (const record of answers.values()) if (record.batch === true) count(judge, record.calls);
    }
  }
  return counts;
}

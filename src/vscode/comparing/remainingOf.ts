import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/engine/runSession';
import { readPlannedSamples } from '../../core/engine/readPlannedSamples';
import { remainingSamples, type RemainingSamples } from '../../core/revisions/remainingSamples';
import type { SamplePlace } from './comparisonJob';

/**
 * What is left to play of each benchmark that both runs have, from the samples that are set today. A benchmark whose samples cannot be
 * read is left out: what is wrong with a file is said when somebody wants to run it. Never rejects.
 */
export async function remainingOf(
  before: RunSession,
  after: RunSession,
  places: readonly SamplePlace[],
): Promise<ReadonlyMap<string, RemainingSamples>> {
  const found = new Map<string, RemainingSamples>();
  for (const { benchmark: id, kind, file } of places) {
    const benchmark = benchmarks.get(id);
    const isShared = [before, after].every(({ manifest }) => manifest.benchmarks.some((entry) => entry.id === id));
    if (benchmark === undefined || !isShared) continue;
    const planned = await readPlannedSamples(benchmark, kind, file, benchmarks.values()).catch(() => undefined);
    const remaining = planned && remainingSamples(before, after, planned);
    if (remaining !== undefined) found.set(id, remaining);
  }
  return found;
}

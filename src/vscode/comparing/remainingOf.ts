import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/engine/runSession';
import { readPlannedSamples } from '../../core/engine/readPlannedSamples';
import { remainingSamples, type RemainingSamples } from '../../core/revisions/planLarger';
import type { SamplePlace } from './comparisonJob';

/** What is left to play, by benchmark. */
export interface Remaining {
  readonly byBenchmark: ReadonlyMap<string, RemainingSamples>;
  /** Whether it follows from the sample files alone: all were read, and those of a person's own name no images beside them. */
  readonly isSettled: boolean;
}

/**
 * What is left to play of each benchmark that both runs have, from the samples that are set today. A benchmark whose samples cannot be
 * read is left out: what is wrong with a file is said when somebody wants to run it. Never rejects.
 */
export async function remainingOf(
  before: RunSession,
  after: RunSession,
  places: readonly SamplePlace[],
): Promise<Remaining> {
  const found = new Map<string, RemainingSamples>();
  let isSettled = true;
  for (const { benchmark: id, kind, file } of places) {
    const benchmark = benchmarks.get(id);
    const isShared = [before, after].every(({ manifest }) => manifest.benchmarks.some((entry) => entry.id === id));
    if (benchmark === undefined || !isShared) continue;
    const planned = await readPlannedSamples(benchmark, kind, file, benchmarks.values()).catch(() => undefined);
    const remaining = planned && remainingSamples(before, after, planned);
    if (remaining !== undefined) found.set(id, remaining);
    // A sample whose image is missing is a problem of the file.
    const { images = [], problems = [] } = planned?.loaded ?? {};
    if (planned === undefined || (kind === 'file' && images.length + problems.length > 0)) isSettled = false;
  }
  return { byBenchmark: found, isSettled };
}

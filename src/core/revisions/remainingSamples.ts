import type { Benchmark, Sample } from '../benchmarks/benchmark';
import { isSameSample } from '../compare/alignSamples';
import type { PlannedBenchmark } from '../engine/loadSamples';
import type { RunSession } from '../engine/runSession';
import type { RunManifest } from '../store/runManifest';

/**
 * What the samples that are set today hold beyond those of two runs. `others`: they are not the runs' data, as they lack the sample
 * `missing` or have it with another content. `file` is a name for people.
 */
export type RemainingSamples =
  | { readonly kind: 'known'; readonly file: string; readonly unplayed: number }
  | { readonly kind: 'others'; readonly file: string; readonly missing: string };

/** Counts what is left to play of one benchmark; `undefined` where the runs share no sample of it. */
export function remainingSamples(
  before: RunSession,
  after: RunSession,
  planned: PlannedBenchmark,
): RemainingSamples | undefined {
  const shared = sharedSamples(before, after, planned.benchmark);
  if (shared.length === 0) return undefined;
  const file = planned.source.name;
  const missing = missingSample(shared, planned, before.manifest) ?? missingSample(shared, planned, after.manifest);
  if (missing !== undefined) return { kind: 'others', file, missing };
  const ids = new Set(shared.map(({ id }) => id));
  const later = new Set(playedSamples(planned, after.manifest).map(({ id }) => id));
  const fresh = new Set(playedSamples(planned, before.manifest).map(({ id }) => id));
  return { kind: 'known', file, unplayed: [...fresh].filter((id) => later.has(id) && !ids.has(id)).length };
}

/** Samples of a benchmark that both runs have with the same content, each once. */
export function sharedSamples(before: RunSession, after: RunSession, benchmark: Benchmark): readonly Sample[] {
  const later = samplesById(after, benchmark);
  return [...samplesById(before, benchmark).values()].filter((sample) => {
    const other = later.get(sample.id);
    return other !== undefined && isSameSample(sample, other);
  });
}

/** The samples that a run with this manifest's choices would be drawn from. */
export function playedSamples({ benchmark, loaded }: PlannedBenchmark, { policy }: RunManifest): readonly Sample[] {
  return benchmark.expand?.(loaded.samples, policy) ?? loaded.samples;
}

/** Id of the first of `wanted` that is not among the planned samples with the same content; `undefined` where all are. */
export function missingSample(
  wanted: readonly Sample[],
  planned: PlannedBenchmark,
  manifest: RunManifest,
): string | undefined {
  const { benchmark, loaded } = planned;
  const today = new Map(playedSamples(planned, manifest).map((sample) => [sample.id, sample] as const));
  const stored = manifest.benchmarks.find(({ id }) => id === benchmark.id)?.images ?? {};
  const hashes = new Map(loaded.images.map(({ path, sha256 }) => [path, sha256]));
  const isSameImage = (path: string): boolean =>
    !Object.hasOwn(stored, path) || hashes.get(path) === stored[path]?.sha256;
  return wanted.find(
    (sample) =>
      !isSameSample(today.get(sample.id), sample) ||
      !(benchmark.imagesOf?.(sample) ?? []).every(({ path }) => path === undefined || isSameImage(path)),
  )?.id;
}

function samplesById({ items }: RunSession, { id }: Benchmark): ReadonlyMap<string, Sample> {
  return new Map(items.flatMap(({ benchmark, sample }) => (benchmark.id === id ? [[sample.id, sample] as const] : [])));
}

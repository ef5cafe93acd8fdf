import { rolesOf } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId, Sample } from '../benchmark/samples';
import { isSameSample } from '../compare/alignSamples';
import { readPromptFile } from '../prompt/promptFile';
import type { PlannedBenchmark } from '../run/loadSamples';
import { limited, type NewRunFacts, type PlannedRun, planRun } from '../run/planRun';
import type { RunSession } from '../run/runSession';
import type { RunManifest } from '../store/runManifest';
import { hasOwnText } from '../store/storedSamples';
import { boundedText } from '../text/boundedText';
import { StoredRunError } from './planRejudge';

export interface LargerRunRequest extends NewRunFacts {
  /** The samples that both runs of the comparison have now, each once. */
  readonly shared: readonly Sample[];
  /** Additional samples wanted; all remaining ones if there are fewer. */
  readonly more: number;
  /** Chooses the samples; the same for both runs of a comparison. */
  readonly seed: number;
}

/**
 * Plans a run's prompt again on one benchmark with more samples; all else stays the same. With the run's own seed its
 * samples are included, so cached replies are not paid for twice. Throws `StoredRunError` if there are no more samples
 * or they do not match, and what `planRun` throws.
 */
export function planLarger(
  manifest: RunManifest,
  planned: PlannedBenchmark,
  request: LargerRunRequest,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedRun {
  const { benchmark, source } = planned;
  const entry = manifest.benchmarks.find(({ id }) => id === benchmark.id);
  if (entry === undefined) throw new StoredRunError(`Run ${manifest.runId} does not include ${benchmark.title}.`);
  if (!hasOwnText(manifest)) {
    throw new StoredRunError(
      `The prompt in run.json of run ${manifest.runId} is not the one that was evaluated. Evaluate the prompt file again.`,
    );
  }
  if (manifest.recorded !== undefined) {
    throw new StoredRunError(
      `The replies of run ${manifest.runId} were recorded elsewhere, so no more can be requested. Judge a file with more replies.`,
    );
  }
  const { shared, more, seed } = request;
  const played = playedSamples(planned, manifest);
  const missing = missingSample(shared, planned, manifest);
  if (missing !== undefined) {
    throw new StoredRunError(
      `${benchmark.title}: both runs have played the sample “${boundedText(missing, 80)}”, which ${source.name} lacks or has with different content. Name the file of samples that the runs were played with, or one that holds them all.`,
    );
  }
  if (played.length <= shared.length) {
    throw new StoredRunError(
      `${benchmark.title}: ${source.name} has ${played.length} samples and both runs have played ${shared.length}. Name a larger file of samples for it, or ask for more repeats.`,
    );
  }
  return planRun(
    {
      ...request,
      prompt: readPromptFile(manifest.prompt.path, manifest.prompt.text),
      promptName: manifest.prompt.name,
      git: manifest.prompt.git,
      benchmarks: [{ ...planned, overrides: entry.wordings }],
      tutor: manifest.tutor,
      judges: manifest.judges,
      student: manifest.student,
      limit: unitsFor(benchmark, played, shared.length + more, seed),
      repeats: entry.repeatsChosen === true ? entry.repeats : undefined,
      placement: entry.placement,
      policy: manifest.policy,
      earlier: manifest.sequence && { ...manifest.sequence, families: familiesOf(manifest, all) },
      aims: manifest.aims,
    },
    all,
  );
}

/** Benchmarks with targets at the start: to go on with the most promising one of six does not make it the only one. */
function familiesOf(
  { benchmarks, aims, sequence }: RunManifest,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): number | undefined {
  const played = benchmarks.flatMap(({ id }) => all.get(id) ?? []);
  const roles = rolesOf(played, aims ?? { targets: [], guards: [] });
  const targeted = new Set([...roles].flatMap(([name, role]) => (role === 'target' ? [name.split('/')[0]] : [])));
  const families = Math.max(sequence?.families ?? 1, targeted.size);
  return families > 1 ? families : undefined;
}

/** The smallest limit in units that gives this many samples; a unit may have several. */
function unitsFor(benchmark: Benchmark, samples: readonly Sample[], wanted: number, seed: number): number | undefined {
  const units = new Set(samples.map((sample) => benchmark.unitOf(sample))).size;
  let limit = Math.max(1, Math.floor((wanted * units) / samples.length) - 1);
  while (limit < units && limited(benchmark, samples, limit, seed).length < wanted) limit += 1;
  return limit >= units ? undefined : limit;
}

/** `others`: the current samples lack `missing` or have it with other content. `file` is a name for display. */
export type RemainingSamples =
  | { readonly kind: 'known'; readonly file: string; readonly unplayed: number }
  | { readonly kind: 'others'; readonly file: string; readonly missing: string };

/** What is left to play of one benchmark; `undefined` if the runs share no sample of it. */
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
  const idsOf = (samples: readonly Sample[]): ReadonlySet<string> => new Set(samples.map(({ id }) => id));
  const [ids, later] = [idsOf(shared), idsOf(playedSamples(planned, after.manifest))];
  const fresh = [...idsOf(playedSamples(planned, before.manifest))];
  return { kind: 'known', file, unplayed: fresh.filter((id) => later.has(id) && !ids.has(id)).length };
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
function playedSamples({ benchmark, loaded }: PlannedBenchmark, { policy }: RunManifest): readonly Sample[] {
  return benchmark.expand?.(loaded.samples, policy) ?? loaded.samples;
}

/** Id of the first wanted sample that is not planned with the same content; `undefined` if all are. */
function missingSample(
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

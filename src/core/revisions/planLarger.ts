import type { Benchmark, BenchmarkId, Sample } from '../benchmarks/benchmark';
import { limited, planRun, type PlannedBenchmark, type PlannedRun } from '../engine/planRun';
import { capsOf, type RunCaps } from '../engine/runCaps';
import { readPromptFile } from '../prompt/promptFile';
import { boundedText } from '../report/boundedText';
import { hasOwnText } from '../store/storedSamples';
import type { RunManifest } from '../store/runManifest';
import { missingSample, playedSamples } from './remainingSamples';

/** A run cannot be repeated with more samples. The message says why and how to mend it. */
export class LargerRunError extends Error {
  override readonly name = 'LargerRunError';

  static is(error: unknown): error is LargerRunError {
    return error instanceof LargerRunError;
  }
}

export interface LargerRunRequest extends RunCaps {
  readonly runId: string;
  readonly createdAt: string;
  readonly toolVersion: string;
  /** The samples that both runs of the comparison have now, each once. */
  readonly shared: readonly Sample[];
  /** Samples wanted beyond those; as many as there are when there are fewer. */
  readonly more: number;
  /** Chooses the samples; the same for both runs of a comparison. */
  readonly seed: number;
  /** Whether calls go through the providers' batches; how the first run was asked plays no part. */
  readonly batch?: boolean;
}

/**
 * Plans a run's prompt again on one benchmark with more samples: same text, models, placement, repeats and policy. With the
 * run's own seed its samples are among the new ones, so that replies in the cache are not paid for twice. Throws
 * `LargerRunError` when there are no more samples or they are not those that the runs were played with, and what `planRun` throws.
 */
export function planLarger(
  manifest: RunManifest,
  planned: PlannedBenchmark,
  request: LargerRunRequest,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedRun {
  const { benchmark, source } = planned;
  const entry = manifest.benchmarks.find(({ id }) => id === benchmark.id);
  if (entry === undefined) throw new LargerRunError(`Run ${manifest.runId} has nothing of ${benchmark.title}.`);
  if (!hasOwnText(manifest)) {
    throw new LargerRunError(
      `The prompt in run.json of run ${manifest.runId} is not the one that was evaluated. Evaluate the prompt file again.`,
    );
  }
  if (manifest.recorded !== undefined) {
    throw new LargerRunError(
      `The replies of run ${manifest.runId} were recorded elsewhere, and nobody is asked for more. Judge a file with more replies.`,
    );
  }
  const { shared, more, seed } = request;
  const played = playedSamples(planned, manifest);
  const missing = missingSample(shared, planned, manifest);
  if (missing !== undefined) {
    throw new LargerRunError(
      `${benchmark.title}: both runs have played the sample “${boundedText(missing, 80)}”, which ${source.name} lacks or has with another content. Name the file of samples that the runs were played with, or one that holds them all.`,
    );
  }
  if (played.length <= shared.length) {
    throw new LargerRunError(
      `${benchmark.title}: ${source.name} has ${played.length} samples and both runs have played ${shared.length}. Name a larger file of samples for it, or ask for more repeats.`,
    );
  }
  return planRun(
    {
      runId: request.runId,
      createdAt: request.createdAt,
      toolVersion: request.toolVersion,
      prompt: readPromptFile(manifest.prompt.path, manifest.prompt.text),
      promptName: manifest.prompt.name,
      git: manifest.prompt.git,
      benchmarks: [{ ...planned, wordings: entry.wordings }],
      tutor: manifest.tutor,
      judges: manifest.judges,
      student: manifest.student,
      seed,
      limit: unitsFor(benchmark, played, shared.length + more, seed),
      repeats: entry.repeatsChosen === true ? entry.repeats : undefined,
      placement: entry.placement,
      policy: manifest.policy,
      ...capsOf(request),
      batch: request.batch,
    },
    all,
  );
}

/** The least limit in units that gives so many samples; units may have several. */
function unitsFor(
  benchmark: Benchmark,
  samples: Parameters<typeof limited>[1],
  wanted: number,
  seed: number,
): number | undefined {
  const units = new Set(samples.map((sample) => benchmark.unitOf(sample))).size;
  let limit = Math.max(1, Math.floor((wanted * units) / samples.length) - 1);
  while (limit < units && limited(benchmark, samples, limit, seed).length < wanted) limit += 1;
  return limit >= units ? undefined : limit;
}

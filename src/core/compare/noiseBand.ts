import type { BenchmarkId } from '../benchmarks/benchmark';
import type { MetricUnit } from '../benchmarks/metric';
import type { RunSession } from '../engine/runSession';
import { studentQuantile95 } from '../statistics/studentQuantile';
import { metricNoise, type MetricNoise } from './metricNoise';
import { sortNoiseRuns, type LeftOutRun } from './noiseRuns';
import { drained } from './slice';

/** Where the noise of a metric was read from. */
export interface NoiseSources {
  /** The largest number of plays of a sample in one run. */
  readonly repeats: number;
  /** Runs of the prompt with replies of their own. */
  readonly runs: number;
  /** Times that replies were judged again. */
  readonly rejudgings: number;
}

/** How much a metric varies although the prompt does not; in the metric's own unit. */
export interface NoiseBand {
  readonly benchmark: BenchmarkId;
  readonly block?: string;
  readonly id: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /**
   * 95 of 100 differences between two runs of the same prompt are no larger than this. Where only the judge's noise is known, a
   * lower bound of it.
   */
  readonly halfWidth: number;
  readonly covers: 'run' | 'judge';
  /** Standard deviations of one run's value: in all, and of its two parts where they could be told apart. */
  readonly deviation: { readonly total?: number; readonly judge?: number; readonly tutor?: number };
  /** The judge's part of the variance, 0..1, where both are known. */
  readonly judgeShare?: number;
  readonly from: NoiseSources;
}

/** The A/A bands of one prompt revision. A metric that nothing is known about has no band. */
export interface NoiseBands {
  readonly revision: string;
  readonly bands: readonly NoiseBand[];
  readonly leftOut: readonly LeftOutRun[];
}

export interface NoiseOptions {
  readonly judge: string;
  readonly seed: number | string;
}

/**
 * How far apart runs of one prompt fall, from repeats within a run, from several runs, and from replies that were judged again.
 * The first run names the prompt; runs that are not like it are left out, with a reason. `undefined` without any run.
 */
export function noiseBand(runs: readonly RunSession[], options: NoiseOptions): NoiseBands | undefined {
  return drained(noiseSteps(runs, options));
}

/** The same as a generator that yields after every slice of work, some milliseconds at most but for one metric's look at one run. */
export function* noiseSteps(
  runs: readonly RunSession[],
  { judge, seed }: NoiseOptions,
): Generator<undefined, NoiseBands | undefined> {
  const [first] = runs;
  if (first === undefined) return undefined;
  const { groups, leftOut } = sortNoiseRuns(runs, judge);
  const bands: NoiseBand[] = [];
  for (const benchmark of new Set(first.items.map((item) => item.benchmark))) {
    for (const noise of metricNoise(benchmark, groups, judge, String(seed))) {
      const band = noise && bandOf(noise);
      if (band !== undefined) bands.push(band);
      yield undefined;
    }
  }
  return { revision: first.manifest.prompt.revision, bands, leftOut };
}

function bandOf({ benchmark, definition, total, judge, from }: MetricNoise): NoiseBand | undefined {
  const source = total ?? judge;
  if (source === undefined) return undefined;
  const { id, block, title, unit } = definition;
  const parts =
    total === undefined || judge === undefined
      ? {}
      : { tutor: Math.sqrt(Math.max(0, total.variance - judge.variance)) };
  return {
    benchmark,
    ...(block === undefined ? {} : { block }),
    id,
    title,
    unit,
    // The difference of two runs varies twice as much as one run.
    halfWidth: studentQuantile95(source.degrees) * Math.sqrt(2 * source.variance),
    covers: total === undefined ? 'judge' : 'run',
    deviation: {
      ...(total === undefined ? {} : { total: Math.sqrt(total.variance) }),
      ...(judge === undefined ? {} : { judge: Math.sqrt(judge.variance) }),
      ...parts,
    },
    ...(total === undefined || judge === undefined || total.variance === 0
      ? {}
      : { judgeShare: Math.min(1, judge.variance / total.variance) }),
    from,
  };
}

import type { Benchmark } from '../benchmark/benchmark';
import type { MetricDefinition, MetricHead } from '../benchmark/metric';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { readPlay } from '../results/play';
import { sampleResults } from '../results/saidOfSlots';
import type { RunSession } from '../run/runSession';
import { studentCritical } from '../statistics/quantiles';
import { createRandom } from '../statistics/random';
import type { NoiseBand, NoiseBands } from './comparison';
import { type ReplyGroup, sortNoiseRuns } from './noiseRuns';
import { pooledVariance, replicateVariance, unnamedVariance } from './replicateVariance';
import { type ObservedUnit, runObservations } from './runObservations';

interface NoiseOptions {
  readonly judge: string;
  readonly seed: number | string;
}

/**
 * How far apart runs of one prompt fall, from repeats within a run, from several runs, and from replies that were judged again.
 * Runs that are not like the first are left out, with a reason. `undefined` without any run.
 */
export function noiseBand(runs: readonly RunSession[], { judge, seed }: NoiseOptions): NoiseBands | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const { groups, leftOut } = sortNoiseRuns(runs, judge);
  const bands = [...new Set(first.items.map(({ benchmark }) => benchmark))].flatMap((benchmark) => {
    if (!canTell(benchmark, groups)) return [];
    const read = groups.map((group) => group.map((run) => readRun(run, benchmark, judge)));
    return benchmark.metrics.flatMap((definition) => metricBand(benchmark, definition, read, seed) ?? []);
  });
  return { revision: first.manifest.prompt.revision, bands, leftOut };
}

export function bandOf(
  noise: NoiseBands | undefined,
  benchmark: string,
  { id, block }: Pick<MetricHead, 'id' | 'block'>,
): NoiseBand | undefined {
  return noise?.bands.find((band) => band.benchmark === benchmark && band.id === id && band.block === block);
}

type Results = readonly SampleResult<Sample>[];

interface ReadRun {
  readonly run: RunSession;
  readonly results: Results;
  /** For each repeat the samples as played in it; one for a run without repeats. */
  readonly repeats: readonly Results[];
}

/** Whether there are two runs, judgings, or plays of a sample. If not, nothing needs to be read. */
function canTell(benchmark: Benchmark, groups: readonly ReplyGroup[]): boolean {
  if (groups.length > 1 || groups.some((group) => group.length > 1)) return true;
  return groups.some(([run]) => run.items.some((item) => item.benchmark.id === benchmark.id && item.repeat > 0));
}

function readRun(run: RunSession, benchmark: Benchmark, judge: string): ReadRun {
  const items = run.lacksScores ? [] : run.items.filter((item) => item.benchmark.id === benchmark.id);
  const plays = items.map((item) => readPlay(run, item));
  const results = sampleResults(plays, judge, { goingOn: false });
  const length = Math.max(0, ...results.flatMap(({ repeats }) => repeats.map(({ repeat }) => repeat + 1)));
  const playedAt = (repeat: number): Results =>
    results
      .map(({ sample, repeats }) => ({ sample, repeats: repeats.filter((play) => play.repeat === repeat) }))
      .filter(({ repeats }) => repeats.length > 0);
  return { run, results, repeats: Array.from({ length }, (_, repeat) => playedAt(repeat)) };
}

/** `read`: groups of runs with the same replies; the first of each stands for these. */
function metricBand(
  benchmark: Benchmark,
  definition: MetricDefinition<Sample>,
  read: readonly (readonly ReadRun[])[],
  seed: number | string,
): NoiseBand | undefined {
  const { id, block, title, unit } = definition;
  const random = createRandom(`${seed}/noise/${benchmark.id}/${block ?? ''}/${id}`);
  const shortcut = definition.kind === 'derived' ? benchmark.figureOfMean?.(definition) : undefined;
  const observe = (run: RunSession, found: Results): ReadonlyMap<string, ObservedUnit> =>
    runObservations(definition, definition.observe(found, run.policy)).units;
  const observed = read.map((group) => group.map(({ run, results }) => observe(run, results)));
  const leaders = read.flatMap(([leader]) => leader ?? []);
  const runs = observed.flatMap(([units]) => units ?? []);
  const judge = pooledVariance(observed.map((units) => replicateVariance(definition, units, random, shortcut)));
  const total = leaders.every(({ results }) => benchmark.playsAreUnits?.(results) === true)
    ? unnamedVariance(definition, runs, random)
    : pooledVariance([
        ...leaders.map(({ run, repeats }) => {
          const units = repeats.map((results) => observe(run, results));
          const single = replicateVariance(definition, units, random, shortcut);
          // A run's value is the mean of its repeats.
          return single && { ...single, variance: single.variance / repeats.length };
        }),
        replicateVariance(definition, runs, random, shortcut),
      ]);
  const source = total ?? judge;
  if (source === undefined) return undefined;
  const both = total && judge && { total, judge };
  return {
    benchmark: benchmark.id,
    ...(block !== undefined && { block }),
    id,
    title,
    unit,
    // The difference of two runs varies twice as much as one run.
    halfWidth: studentCritical(source.degrees, 0.95) * Math.sqrt(2 * source.variance),
    covers: total === undefined ? 'judge' : 'run',
    deviation: {
      ...(total && { total: Math.sqrt(total.variance) }),
      ...(judge && { judge: Math.sqrt(judge.variance) }),
      ...(both && { tutor: Math.sqrt(Math.max(0, both.total.variance - both.judge.variance)) }),
    },
    ...(both && total.variance !== 0 && { judgeShare: Math.min(1, judge.variance / total.variance) }),
    from: {
      repeats: Math.max(0, ...leaders.map(({ repeats }) => repeats.length)),
      runs: leaders.length,
      rejudgings: read.reduce((sum, group) => sum + group.length - 1, 0),
    },
  };
}

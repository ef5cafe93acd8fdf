import type { Benchmark, BenchmarkId, Sample } from '../benchmarks/benchmark';
import type { MetricDefinition } from '../benchmarks/metric';
import type { SampleResult } from '../benchmarks/sampleResult';
import type { RunSession } from '../engine/runSession';
import { readPlay, type Play } from '../report/play';
import { sampleResults } from '../report/sampleResults';
import { createRandom } from '../statistics/random';
import type { NoiseSources } from './noiseBand';
import type { ReplyGroup } from './noiseRuns';
import { pooledVariance, replicateVariance, unnamedVariance, type NoiseVariance } from './replicateVariance';
import { runObservations, type ObservedUnit } from './runObservations';

/** The variance of one run's value of a metric: in all, and the judge's part; absent where nothing tells. */
export interface MetricNoise {
  readonly benchmark: BenchmarkId;
  readonly definition: MetricDefinition<Sample>;
  readonly total: NoiseVariance | undefined;
  readonly judge: NoiseVariance | undefined;
  readonly from: NoiseSources;
}

type Results = readonly SampleResult<Sample>[];
type Units = ReadonlyMap<string, ObservedUnit>;

/** Plays that are read in one slice of work. */
const playsPerSlice = 100;

/** A run with what it says, whole and repeat by repeat. */
interface ReadRun {
  readonly run: RunSession;
  readonly results: Results;
  /** For each repeat the samples as played in it; empty for a run with one. */
  readonly repeats: readonly Results[];
}

/** The noise of each metric of a benchmark in turn; `undefined` for a metric of which nothing is known, and between slices of work. */
export function* metricNoise(
  benchmark: Benchmark,
  groups: readonly ReplyGroup[],
  judge: string,
  seed: string,
): Generator<MetricNoise | undefined> {
  if (!canTell(benchmark, groups)) return;
  const read: (readonly ReadRun[])[] = [];
  for (const group of groups) {
    const runs: ReadRun[] = [];
    for (const run of group) runs.push(yield* readRun(run, benchmark, judge));
    read.push(runs);
  }
  for (const definition of benchmark.metrics) yield* noiseOf(benchmark, definition, read, seed);
}

/** Whether there are two of anything: runs, judgings, or plays of a sample. If not, nothing needs to be read. */
function canTell(benchmark: Benchmark, groups: readonly ReplyGroup[]): boolean {
  if (groups.length > 1 || groups.some((group) => group.length > 1)) return true;
  return groups.some(([run]) => run.items.some((item) => item.benchmark.id === benchmark.id && item.repeat > 0));
}

function* noiseOf(
  benchmark: Benchmark,
  definition: MetricDefinition<Sample>,
  read: readonly (readonly ReadRun[])[],
  seed: string,
): Generator<MetricNoise | undefined> {
  const random = createRandom(`${seed}/noise/${benchmark.id}/${definition.block ?? ''}/${definition.id}`);
  const shortcut = definition.kind === 'derived' ? benchmark.figureOfMean?.(definition) : undefined;
  const observe = (run: RunSession, found: Results): Units =>
    runObservations(definition, definition.observe(found, run.policy)).units;
  // Each run is observed once; the first of a group stands for its replies.
  const observed: (readonly Units[])[] = [];
  for (const group of read) {
    const units: Units[] = [];
    for (const { run, results } of group) {
      units.push(observe(run, results));
      yield undefined;
    }
    observed.push(units);
  }
  const leaders = read.flatMap(([leader]) => (leader === undefined ? [] : [leader]));
  const runs = observed.flatMap(([units]) => (units === undefined ? [] : [units]));
  const ofJudge: (NoiseVariance | undefined)[] = [];
  for (const units of observed) {
    if (units.length > 1) ofJudge.push(yield* replicateVariance(definition, units, random, shortcut));
  }
  let total: NoiseVariance | undefined;
  if (leaders.every(({ results }) => benchmark.playsAreUnits?.(results) === true))
    total = yield* unnamedVariance(definition, runs, random);
  else {
    const found: (NoiseVariance | undefined)[] = [];
    for (const { run, repeats } of leaders) {
      if (repeats.length < 2) continue;
      const units: Units[] = [];
      for (const results of repeats) {
        units.push(observe(run, results));
        yield undefined;
      }
      const single = yield* replicateVariance(definition, units, random, shortcut);
      // A run's value is the mean of its repeats.
      found.push(single && { ...single, variance: single.variance / repeats.length });
    }
    found.push(yield* replicateVariance(definition, runs, random, shortcut));
    total = pooledVariance(found);
  }
  const from = {
    repeats: Math.max(0, ...leaders.map(({ results }) => repeatsIn(results))),
    runs: leaders.length,
    rejudgings: read.reduce((sum, group) => sum + group.length - 1, 0),
  };
  const known = { total, judge: pooledVariance(ofJudge) };
  const isKnown = known.total !== undefined || known.judge !== undefined;
  yield isKnown ? { benchmark: benchmark.id, definition, ...known, from } : undefined;
}

function* readRun(run: RunSession, benchmark: Benchmark, judge: string): Generator<undefined, ReadRun> {
  const plays: Play[] = [];
  for (const item of run.lacksScores ? [] : run.items) {
    if (item.benchmark.id !== benchmark.id) continue;
    plays.push(readPlay(run, item));
    if (plays.length % playsPerSlice === 0) yield undefined;
  }
  const results = sampleResults(plays, judge, { goingOn: false });
  yield undefined;
  const count = repeatsIn(results);
  const repeats = count < 2 ? [] : Array.from({ length: count }, (_, repeat) => playedAt(results, repeat));
  yield undefined;
  return { run, results, repeats };
}

function repeatsIn(results: Results): number {
  let count = 0;
  for (const { repeats } of results) for (const { repeat } of repeats) count = Math.max(count, repeat + 1);
  return count;
}

function playedAt(results: Results, repeat: number): Results {
  return results.flatMap(({ sample, repeats }) => {
    const played = repeats.filter((play) => play.repeat === repeat);
    return played.length === 0 ? [] : [{ sample, repeats: played }];
  });
}

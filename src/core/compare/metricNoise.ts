import type { Benchmark, BenchmarkId, Sample } from '../benchmarks/benchmark';
import type { MetricDefinition } from '../benchmarks/metric';
import type { SampleResult } from '../benchmarks/sampleResult';
import type { RunSession } from '../engine/runSession';
import { readPlay } from '../report/play';
import { sampleResults } from '../report/sampleResults';
import { createRandom } from '../statistics/random';
import type { NoiseSources } from './noiseBand';
import type { ReplyGroup } from './noiseRuns';
import { pooledVariance, replicateVariance, unnamedVariance, type NoiseVariance } from './replicateVariance';
import { runObservations, type ObservedUnit } from './runObservations';
import { unpairedBenchmarks } from './unpairedBenchmarks';

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

/** The noise of each metric of a benchmark in turn; `undefined` for a metric of which nothing is known. */
export function* metricNoise(
  benchmark: Benchmark,
  groups: readonly ReplyGroup[],
  judge: string,
  seed: string,
): Generator<MetricNoise | undefined> {
  const results = groups.map((group) => group.map((run) => ({ run, results: resultsOf(run, benchmark, judge) })));
  yield undefined;
  for (const definition of benchmark.metrics) {
    const random = createRandom(`${seed}/noise/${benchmark.id}/${definition.block ?? ''}/${definition.id}`);
    const observe = (run: RunSession, found: Results): Units =>
      runObservations(definition, definition.observe(found, run.policy)).units;
    const leaders = results.flatMap(([leader]) => (leader === undefined ? [] : [leader]));
    const runs = leaders.map((leader) => observe(leader.run, leader.results));
    const ofJudge = results
      .filter((group) => group.length > 1)
      .map((group) =>
        replicateVariance(
          definition,
          group.map((one) => observe(one.run, one.results)),
          random,
        ),
      );
    let total: NoiseVariance | undefined;
    if (unpairedBenchmarks.has(benchmark.id)) total = unnamedVariance(definition, runs, random);
    else {
      const ofRepeats = leaders.map((leader) => {
        const repeats = repeatsIn(leader.results);
        if (repeats < 2) return undefined;
        const single = replicateVariance(
          definition,
          Array.from({ length: repeats }, (_, repeat) => observe(leader.run, playedAt(leader.results, repeat))),
          random,
        );
        // A run's value is the mean of its repeats.
        return single && { ...single, variance: single.variance / repeats };
      });
      total = pooledVariance([...ofRepeats, replicateVariance(definition, runs, random)]);
    }
    const from = {
      repeats: Math.max(0, ...leaders.map((leader) => repeatsIn(leader.results))),
      runs: leaders.length,
      rejudgings: groups.reduce((sum, group) => sum + group.length - 1, 0),
    };
    const known = { total, judge: pooledVariance(ofJudge) };
    const isKnown = known.total !== undefined || known.judge !== undefined;
    yield isKnown ? { benchmark: benchmark.id, definition, ...known, from } : undefined;
  }
}

function resultsOf(session: RunSession, benchmark: Benchmark, judge: string): Results {
  const items = session.items.filter((item) => item.benchmark.id === benchmark.id);
  const plays = items.map((item) => readPlay(session, item));
  return sampleResults(plays, judge, { goingOn: false });
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

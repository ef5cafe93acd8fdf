import type { Benchmark } from '../benchmark/benchmark';
import type { StatisticOfMean, MetricDefinition, MetricMetadata } from '../benchmark/metric';
import { resultsFor, type SampleResult } from '../benchmark/sampleResult';
import { groupedBy, type Sample } from '../benchmark/samples';
import { readTrial } from '../results/trial';
import { sampleResults } from '../results/saidOfSlots';
import type { RunSession } from '../run/runSession';
import type { StatisticOfPositions } from '../statistics/bootstrap';
import { studentCritical } from '../statistics/quantiles';
import { createRandom, type Random } from '../statistics/random';
import { sum } from '../statistics/sum';
import type { ReplyRecord } from '../store/runRecord';
import type { LeftOutReason, LeftOutRun, NoiseBand, NoiseBands } from './comparison';
import { isSimulatedJudge } from './recordedFacts';
import { runDifferences } from './runDifferences';
import { factorOf, statisticOf, statisticOfPositions, type ObservedUnit, runObservations } from './pairedStatistic';

interface NoiseOptions {
  readonly judge: string;
  readonly seed: number | string;
}

/**
 * How far apart runs of one prompt fall, estimated from repeats, further runs and rejudged replies. Runs that differ
 * from the first in more than chance are left out with a reason. `undefined` without any run.
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
  { id, block }: Pick<MetricMetadata, 'id' | 'block'>,
): NoiseBand | undefined {
  return noise?.bands.find((band) => band.benchmark === benchmark && band.id === id && band.block === block);
}

type Results = readonly SampleResult<Sample>[];

interface ReadRun {
  readonly run: RunSession;
  readonly results: Results;
  /** Results by repeat; one entry for a run without repeats. */
  readonly repeats: readonly Results[];
}

/** True if there are two runs, judgings or trials of a sample. Otherwise nothing needs to be read. */
function canTell(benchmark: Benchmark, groups: readonly ReplyGroup[]): boolean {
  if (groups.length > 1 || groups.some((group) => group.length > 1)) return true;
  return groups.some(([run]) => run.items.some((item) => item.benchmark.id === benchmark.id && item.repeat > 0));
}

function readRun(run: RunSession, benchmark: Benchmark, judge: string): ReadRun {
  const items = run.lacksScores ? [] : run.items.filter((item) => item.benchmark.id === benchmark.id);
  const trials = items.map((item) => readTrial(run, item));
  const results = sampleResults(trials, judge, { goingOn: false });
  const length = Math.max(0, ...results.flatMap(({ repeats }) => repeats.map(({ repeat }) => repeat + 1)));
  const playedAt = (repeat: number): Results =>
    results
      .map(({ sample, repeats }) => ({ sample, repeats: repeats.filter((trial) => trial.repeat === repeat) }))
      .filter(({ repeats }) => repeats.length > 0);
  return { run, results, repeats: Array.from({ length }, (_, repeat) => playedAt(repeat)) };
}

/** `read`: groups of runs with the same replies. The first run represents its group. */
function metricBand(
  benchmark: Benchmark,
  definition: MetricDefinition<Sample>,
  read: readonly (readonly ReadRun[])[],
  seed: number | string,
): NoiseBand | undefined {
  const { id, block, title, unit } = definition;
  const random = createRandom(`${seed}/noise/${benchmark.id}/${block ?? ''}/${id}`);
  const shortcut = definition.kind === 'derived' ? benchmark.statisticOfMean?.(definition) : undefined;
  const observe = (run: RunSession, found: Results): ReadonlyMap<string, ObservedUnit> =>
    runObservations(definition, definition.observe(resultsFor(definition, found), run.policy)).units;
  const observed = read.map((group) => group.map(({ run, results }) => observe(run, results)));
  const leaders = read.flatMap(([leader]) => leader ?? []);
  const runs = observed.flatMap(([units]) => units ?? []);
  const judge = pooledVariance(observed.map((units) => replicateVariance(definition, units, random, shortcut)));
  const total = leaders.every(({ results }) => benchmark.trialsAreUnits?.(results) === true)
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
    // The difference of two runs has twice the variance of one run.
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

/** Variance of a metric's value in one replicate (unit squared), with its degrees of freedom. */
interface NoiseVariance {
  readonly variance: number;
  readonly degrees: number;
}

type Units = ReadonlyMap<string, ObservedUnit>;

interface Pool {
  readonly column: readonly ObservedUnit[];
  readonly size: number;
}

/** Replicates recombined for statistics other than means; enough to know the variance to about 5%. */
const recombinations = 800;

/**
 * How much a metric varies between replicates of the same units: repeats, runs of a prompt or judgings of the same
 * replies. It uses each unit's own spread, so a few replicates of many units are enough. Units must be independent.
 * `undefined` if no unit has two values.
 */
export function replicateVariance<S>(
  definition: MetricDefinition<S>,
  replicates: readonly Units[],
  random: Random,
  statisticOfMean?: StatisticOfMean,
): NoiseVariance | undefined {
  const columns = groupedBy(
    replicates.flatMap((units) => [...units]),
    ([name]) => name,
  );
  const pools = [...columns.values()].map((column) => ({ column: column.map(([, unit]) => unit), size: 1 }));
  return varianceOf(definition, pools, random, statisticOfMean);
}

/** The same if trials of one sample are the units. All are replicates of each other; the first run sets the size. */
function unnamedVariance<S>(
  definition: MetricDefinition<S>,
  runs: readonly Units[],
  random: Random,
): NoiseVariance | undefined {
  const column = runs.flatMap((units) => [...units.values()]);
  return varianceOf(definition, [{ column, size: runs[0]?.size ?? 0 }], random, undefined);
}

function varianceOf<S>(
  definition: MetricDefinition<S>,
  pools: readonly Pool[],
  random: Random,
  statisticOfMean: StatisticOfMean | undefined,
): NoiseVariance | undefined {
  const repeated = pools.filter(({ column }) => column.length > 1);
  const degrees = repeated.reduce((sum, { column }) => sum + column.length - 1, 0);
  if (degrees === 0) return undefined;
  const slope =
    definition.kind === 'mean' ? factorOf(definition) : statisticOfMean && slopeOf(definition, pools, statisticOfMean);
  if (slope !== undefined) return { variance: slope ** 2 * varianceOfMean(pools), degrees };
  const units = pools.flatMap(({ column }) => column);
  const variance = recombined(pools, statisticOfPositions(definition, units), random);
  const depth = repeated.reduce((sum, { column }) => sum + column.length, 0) / repeated.length;
  // The spread of few replicates is too small by the factor (depth − 1) / depth.
  return variance === undefined ? undefined : { variance: (variance * depth) / (depth - 1), degrees };
}

/** Slope of the metric against the mean of these units; `undefined` if it is not linear there. */
function slopeOf<S>(
  definition: MetricDefinition<S>,
  pools: readonly Pool[],
  { of, linear: { from, to, slope } }: StatisticOfMean,
): number | undefined {
  const isWithin = ({ value }: ObservedUnit): boolean => typeof value === 'number' && value >= from && value <= to;
  if (!pools.every(({ column }) => column.every(isWithin))) return undefined;
  const first = pools.flatMap(({ column }) => column.slice(0, 1));
  const mean = first.reduce((sum, { value }) => sum + Number(value), 0) / first.length;
  const own = statisticOf(definition, first) ?? Number.NaN;
  return Math.abs(of(mean) - own) <= 1e-9 * Math.max(1, Math.abs(own)) ? slope : undefined;
}

/**
 * First-order variance of Σwv / Σw over one run: the variance of Σw(v − R) divided by (Σw)², with R the overall
 * mean. Exact if all weights are 1.
 */
function varianceOfMean(pools: readonly Pool[]): number {
  let [total, weights] = [0, 0];
  for (const { column, size } of pools) {
    for (const { value, weight } of column) {
      total += (size / column.length) * weight * Number(value);
      weights += (size / column.length) * weight;
    }
  }
  const mean = total / weights;
  let spread = 0;
  for (const { column, size } of pools) {
    spread += size * spreadOf(column.map(({ value, weight }) => weight * (Number(value) - mean)));
  }
  return spread / weights ** 2;
}

/** Pools estimates of one variance, weighted by degrees of freedom. */
function pooledVariance(found: readonly (NoiseVariance | undefined)[]): NoiseVariance | undefined {
  const usable = found.filter((one) => one !== undefined);
  const degrees = usable.reduce((sum, one) => sum + one.degrees, 0);
  if (degrees === 0) return undefined;
  return { variance: usable.reduce((sum, one) => sum + one.variance * one.degrees, 0) / degrees, degrees };
}

/** Sample variance (n − 1); 0 for a single value. */
function spreadOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = sum(values) / n;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
}

/** Variance of a statistic over simulated runs that draw each unit from its replicates. */
function recombined(pools: readonly Pool[], statisticOf: StatisticOfPositions, random: Random): number | undefined {
  // For each unit of a run: where its column starts among all columns, and its length.
  let from = 0;
  const drawn = pools.flatMap(({ column: { length: depth }, size }) => {
    from += depth;
    return Array.from({ length: size }, () => ({ from: from - depth, depth }));
  });
  const statistics = Array.from({ length: recombinations }, () =>
    statisticOf(Uint32Array.from(drawn, ({ from: start, depth }) => start + random.int(depth))),
  ).filter((statistic) => statistic !== undefined && Number.isFinite(statistic)) as number[];
  return statistics.length < recombinations / 2 ? undefined : spreadOf(statistics);
}

/** Runs with the same replies, judged separately. The first represents the replies. */
type ReplyGroup = readonly [RunSession, ...RunSession[]];

/**
 * Groups runs of one prompt by their replies. Runs with separate replies show the total noise. Separate judgings of the
 * same replies show the judge's noise. Cached answers, and simulated answers with the same seed, are copies that would
 * understate the noise.
 */
export function sortNoiseRuns(
  runs: readonly RunSession[],
  judge: string,
): { readonly groups: readonly ReplyGroup[]; readonly leftOut: readonly LeftOutRun[] } {
  const groups: [RunSession, ...RunSession[]][] = [];
  const leftOut: LeftOutRun[] = [];
  const [first] = runs;
  for (const run of runs.filter(({ manifest }) => manifest.lane !== 'explore')) {
    const found = first === undefined || groups.length === 0 ? 'new' : groupOf(run, first, groups, judge);
    if (found === 'new') groups.push([run]);
    else if (typeof found === 'string') leftOut.push({ runId: run.manifest.runId, reason: found });
    else found.push(run);
  }
  return { groups, leftOut };
}

function groupOf<Group extends ReplyGroup>(
  run: RunSession,
  first: RunSession,
  groups: readonly Group[],
  judge: string,
): Group | LeftOutReason | 'new' {
  if (run === first) return 'sharedVerdicts';
  if (run.manifest.prompt.revision !== first.manifest.prompt.revision) return 'otherPrompt';
  const differences = runDifferences(first, run, { before: judge, after: judge });
  if (differences.some(({ kind, breaks }) => breaks || kind === 'data' || kind === 'repeats')) return 'unlike';
  for (const group of groups) {
    const { copied, all } = countCopies(group[0], run);
    if (copied === 0) continue;
    if (copied < all) return 'sharedReplies';
    if (group.some((other) => hasOneSeed(other, run)) && isSimulatedJudge(run.manifest, judge)) return 'sameSimulation';
    return group.every((other) => hasOwnVerdicts(other, run, judge)) ? group : 'sharedVerdicts';
  }
  return 'new';
}

function countCopies(one: RunSession, other: RunSession): { readonly copied: number; readonly all: number } {
  const repeats = other.manifest.tutor.simulated && hasOneSeed(one, other);
  const copies = other.items.flatMap(({ key }) => {
    const earlier = one.state.items.get(key)?.replyRecords ?? [];
    return (other.state.items.get(key)?.replyRecords ?? []).map((reply) =>
      earlier.some((record) => isCopy(record, reply, repeats)),
    );
  });
  return { copied: copies.filter(Boolean).length, all: copies.length };
}

/** Equal words may be chance. With an equal time, a cached call or a repeated simulation they are one reply. */
function isCopy(one: ReplyRecord, other: ReplyRecord, repeats: boolean): boolean {
  if (one.turn !== other.turn || one.raw !== other.raw) return false;
  return repeats || one.at === other.at || one.calls === 0 || other.calls === 0;
}

/** Simulated models depend only on the seed. */
function hasOneSeed(one: RunSession, other: RunSession): boolean {
  return one.manifest.seed === other.manifest.seed;
}

/** True if the judge gave at least one new answer: not cached, and not the same record. */
function hasOwnVerdicts(one: RunSession, other: RunSession, judge: string): boolean {
  return other.items.some(({ key }) => {
    const earlier = one.state.items.get(key)?.answers.get(judge);
    return [...(other.state.items.get(key)?.answers.get(judge)?.values() ?? [])].some(
      (record) => record.calls > 0 && earlier?.get(record.key)?.at !== record.at,
    );
  });
}

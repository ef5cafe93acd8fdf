import { factorOf, type MetricDefinition } from '../benchmark/metric';
import { isShare } from '../benchmark/metricValue';
import type { StatisticOfPositions, ResampledSpread } from '../statistics/bootstrap';
import { statisticOfSums, resampledStatistics, resampledSpread, resamplesFor, unitsIn } from '../statistics/bootstrap';
import { drawsFor, fisherExactP, gridOf, thresholdOf } from '../statistics/exactTests';
import { type Interval, newcombeInterval, newcombePairedInterval, type Proportion } from '../statistics/interval';
import { createRandom, type Random } from '../statistics/random';
import { sum } from '../statistics/sum';
import type { Comparison, TestKind } from './comparison';
import { statisticOfPositions, goodnessOf, type ObservedUnit, type PairedStatistic } from './pairedStatistic';

export interface InferenceOptions extends Pick<Comparison, 'resamples' | 'draws' | 'level'> {
  /** Only targets and guards are tested, as permutations take most of the time. */
  readonly isTested: boolean;
  readonly seed: string;
}

export interface Inference {
  readonly interval: Interval | undefined;
  /** In the metric's unit. */
  readonly standardError: number | undefined;
  readonly test: TestKind;
  /** Of two groups, if they are tested. Pairs are tested together with other targets. */
  readonly p?: number | undefined;
  /** Grid step of the differences of a plain mean, in the metric's unit. */
  readonly grain?: number | undefined;
}

/** Inference from units that are in both runs. Both values are resampled together; passes get Newcombe's interval. */
export function pairedInference(statistic: PairedStatistic, options: InferenceOptions): Inference {
  const random = createRandom(options.seed);
  if (statistic.kind === 'values') {
    const { before, after, estimate } = statistic;
    const difference: StatisticOfPositions = (positions) =>
      (estimate(pooled(after, positions)) ?? Number.NaN) - (estimate(pooled(before, positions)) ?? Number.NaN);
    return { ...pairedSpread(before.length, difference, options, random), test: 'permutation' };
  }
  const { resample, flips, isPlainMean } = statistic;
  const differences = Array.from(resample.columns[0] ?? []);
  const ofMean = isPlainMean && {
    standardError: errorOfMean(differences),
    grain: gridOf(Float64Array.from([0, ...differences]))?.step,
  };
  if (flips !== undefined && ofMean) {
    const interval = scaled(newcombePairedInterval(flips, options.level), flips.factor);
    return { interval, ...ofMean, test: 'mcnemar' };
  }
  const spread = pairedSpread(unitsIn(resample), statisticOfSums(resample), options, random);
  return { ...spread, test: ofMean ? 'signFlip' : 'permutation', ...ofMean };
}

/** The values of the units at these positions, with all their trials. */
function pooled(values: readonly (readonly unknown[])[], positions: Uint32Array): readonly unknown[] {
  const drawn: unknown[] = [];
  for (const position of positions) for (const value of values[position] ?? []) drawn.push(value);
  return drawn;
}

type Spread = ResampledSpread | { readonly interval: undefined; readonly standardError: undefined };
const noSpread = { interval: undefined, standardError: undefined };

function pairedSpread(
  units: number,
  statisticOf: StatisticOfPositions,
  { resamples, level }: InferenceOptions,
  random: Random,
): Spread {
  const estimates = resampledStatistics(units, statisticOf, random, resamplesFor(units, resamples));
  return resampledSpread(estimates, level, { units, degrees: units - 1 }) ?? noSpread;
}

/** Of two independent groups: Newcombe and Fisher for passed and failed units, else resampled and permuted groups. */
export function unpairedInference<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  weighted: boolean,
  { resamples, draws, level, seed, isTested }: InferenceOptions,
): Inference {
  const [earlier, later] = [proportionOf(definition, before, weighted), proportionOf(definition, after, weighted)];
  if (earlier !== undefined && later !== undefined) {
    const factor = factorOf(definition);
    const variance = ({ successes, n }: Proportion): number => ((successes / n) * (1 - successes / n)) / n;
    return {
      interval: scaled(newcombeInterval(earlier, later, level), factor),
      standardError: Math.sqrt(variance(earlier) + variance(later)) * factor,
      p: isTested ? fisherExactP(earlier, later) : undefined,
      test: 'fisher',
    };
  }
  const random = createRandom(seed);
  const drawn = before.length + after.length;
  const rounds = resamplesFor(drawn, resamples);
  const [from, to] = [before, after].map((units) =>
    resampledStatistics(units.length, statisticOfPositions(definition, units), random, rounds),
  );
  const estimates = Float64Array.from(to ?? [], (statistic, round) => statistic - (from?.[round] ?? Number.NaN));
  // Groups of different sizes count as two of the smaller size, which errs on the wide side.
  const units = Math.min(before.length, after.length);
  const spread = resampledSpread(estimates, level, { units, degrees: 2 * units - 2 }) ?? noSpread;
  const p = isTested ? permutedP(definition, before, after, drawsFor(drawn, draws), random) : undefined;
  return { ...spread, p, test: 'labels' };
}

function proportionOf<S>(
  definition: MetricDefinition<S>,
  units: readonly ObservedUnit[],
  weighted: boolean,
): Proportion | undefined {
  if (definition.kind !== 'mean' || weighted || !isShare(definition)) return undefined;
  if (!units.every(({ value }) => value === 0 || value === 1)) return undefined;
  return { successes: units.filter(({ value }) => value === 1).length, n: units.length };
}

function permutedP<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  draws: number,
  random: Random,
): number | undefined {
  const statisticOf = statisticOfPositions(definition, [...before, ...after]);
  const goodness = goodnessOf(definition);
  const dealt = Uint32Array.from({ length: before.length + after.length }, (_, unit) => unit);
  const [one, other] = [dealt.subarray(0, before.length), dealt.subarray(before.length)];
  const difference = (): number =>
    goodness(statisticOf(other) ?? Number.NaN) - goodness(statisticOf(one) ?? Number.NaN);
  const seen = difference();
  if (Number.isNaN(seen)) return undefined;
  const threshold = thresholdOf(seen);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    // Draws the first group; the order within a group does not matter.
    for (let index = 0; index < one.length; index++) {
      const chosen = index + random.int(dealt.length - index);
      [dealt[index], dealt[chosen]] = [dealt[chosen] ?? 0, dealt[index] ?? 0];
    }
    hits += Math.abs(difference()) < threshold ? 0 : 1;
  }
  return (1 + hits) / (1 + draws);
}

/** True if no split of the units into groups of these sizes can give a p below 0.05. */
export function areTooFew(before: number, after: number): boolean {
  let ways = 1;
  for (let step = 1; step <= before; step++) {
    ways *= (after + step) / step;
    if (ways > 2 / 0.05) return false;
  }
  return true;
}

function scaled(interval: Interval | undefined, factor: number): Interval | undefined {
  return interval && { low: interval.low * factor, high: interval.high * factor, level: interval.level };
}

/** s / √n with n − 1. */
function errorOfMean(values: readonly number[]): number | undefined {
  const n = values.length;
  if (n < 2) return undefined;
  const mean = sum(values) / n;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
}

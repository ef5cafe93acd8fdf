import type { Benchmark } from '../benchmark/benchmark';
import {
  type DerivedMetric,
  factorOf,
  type StatisticOfMean,
  type MeanMetric,
  type MetricDefinition,
  type MetricMetadata,
  type Observation,
} from '../benchmark/metric';
import { areWeighted, isShare } from '../benchmark/metricValue';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { estimateOf, type StatisticOfPositions, statisticOfSums, type UnitSums } from '../statistics/bootstrap';
import type { PairedOutcomes } from '../statistics/interval';
import type { RunStatistic } from './comparison';

/** One run's results of a benchmark by one judge model: on all its samples, and on those in both runs. */
export interface RunResults {
  readonly all: readonly SampleResult<Sample>[];
  readonly shared: readonly SampleResult<Sample>[];
  readonly policy: ProtocolPolicy;
  /** True if a simulated tutor understood nothing of its prompt, so the run has no scores. */
  readonly lacksScores: boolean;
  /** Further trials of the same text. */
  readonly further?: readonly RunResults[];
}

/** A unit's value in each trial of either text that has a usable one. */
export interface UnitTrials {
  readonly before: readonly ObservedUnit[];
  readonly after: readonly ObservedUnit[];
}

export interface UnitPair {
  readonly unit: string;
  readonly before: ObservedUnit;
  readonly after: ObservedUnit;
  /** Absent where each text was played once. */
  readonly trials?: UnitTrials;
}

type Flips = PairedOutcomes & { readonly factor: number };

/** A metric over paired units, ready for resampling, which gives after − before in the metric's unit. */
export type PairedStatistic =
  | {
      readonly kind: 'sums';
      readonly resample: UnitSums;
      /** What is tested is the difference of this: of the metric's value, or of its distance to a band. */
      readonly ofMean: (mean: number) => number;
      /** Set if every unit passes or fails. A share times `factor` is in the metric's unit. */
      readonly flips?: Flips | undefined;
      /** True if `resample` is the mean of the units' differences. */
      readonly isPlainMean: boolean;
    }
  | {
      readonly kind: 'values';
      /** By unit, of all its trials. */
      readonly before: readonly (readonly unknown[])[];
      readonly after: readonly (readonly unknown[])[];
      readonly estimate: (values: readonly unknown[]) => number | undefined;
    };

export function pairedStatistic<S>(
  benchmark: Pick<Benchmark, 'statisticOfMean'>,
  definition: MetricDefinition<S>,
  pairs: readonly UnitPair[],
  weighted: boolean,
): PairedStatistic {
  return definition.kind === 'mean'
    ? meanStatistic(definition, pairs, weighted)
    : derivedStatistic(benchmark, definition, pairs);
}

function meanStatistic<S>(definition: MeanMetric<S>, pairs: readonly UnitPair[], weighted: boolean): PairedStatistic {
  const factor = factorOf(definition);
  const before = pairs.map((pair) => Number(pair.before.value) * factor);
  const after = pairs.map((pair) => Number(pair.after.value) * factor);
  const goodness = goodnessOf(definition);
  const ofMean = (mean: number): number => goodness(mean * factor);
  if (weighted) return { kind: 'sums', isPlainMean: false, resample: weightedMean(before, after, pairs), ofMean };
  const resample = plainMean(difference(after, before));
  return { kind: 'sums', resample, ofMean, isPlainMean: true, flips: flipsOf(definition, pairs, factor) };
}

function derivedStatistic<S>(
  benchmark: Pick<Benchmark, 'statisticOfMean'>,
  definition: DerivedMetric<S>,
  pairs: readonly UnitPair[],
): PairedStatistic {
  const before = pairs.map((pair) => pair.before.value);
  const after = pairs.map((pair) => pair.after.value);
  const shortcut = pairs.some(({ trials }) => trials !== undefined)
    ? undefined
    : benchmark.statisticOfMean?.(definition);
  const isNumber = (value: unknown): value is number => Number.isFinite(value);
  if (shortcut !== undefined && before.every(isNumber) && after.every(isNumber) && definition.direction !== 'band') {
    const statistic = clippedStatistic(before, after, shortcut);
    const whole = (definition.estimate(after) ?? Number.NaN) - (definition.estimate(before) ?? Number.NaN);
    if (Math.abs(estimateOf(statistic.resample) - whole) <= 1e-9 * Math.max(1, Math.abs(whole))) return statistic;
  }
  const valuesOf = (side: 'before' | 'after'): readonly (readonly unknown[])[] =>
    pairs.map((pair) => playedUnits(pair, side).map(({ value }) => value));
  return {
    kind: 'values',
    before: valuesOf('before'),
    after: valuesOf('after'),
    estimate: (values) => definition.estimate(values),
  };
}

/** The usable trials of a unit, or its only value. */
export function playedUnits({ trials, ...pair }: UnitPair, side: 'before' | 'after'): readonly ObservedUnit[] {
  return trials?.[side] ?? [pair[side]];
}

/** Distance of a mean from the wanted band; 0 inside it. */
export function bandDistance(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, low - value, value - high);
}

/** What is tested: the metric's value, or its distance to the wanted band. */
export function goodnessOf({ direction, band }: MetricMetadata): (value: number) => number {
  return direction === 'band' && band !== undefined ? (value) => bandDistance(value, band) : (value) => value;
}

function plainMean(differences: Float64Array): UnitSums {
  return { columns: [differences], estimate: ([sum = Number.NaN]) => sum / differences.length };
}

/** Means over messages with conversations as units: Σwv / Σw in each run. */
function weightedMean(before: readonly number[], after: readonly number[], pairs: readonly UnitPair[]): UnitSums {
  const [weights, laterWeights] = [pairs.map((pair) => pair.before.weight), pairs.map((pair) => pair.after.weight)];
  const earlier = before.map((value, unit) => snapped(value * (weights[unit] ?? 0)));
  const later = after.map((value, unit) => snapped(value * (laterWeights[unit] ?? 0)));
  const isConstant = weights.every((weight, unit) => weight === laterWeights[unit]);
  return isConstant
    ? { columns: [difference(later, earlier), weights], estimate: ([sum = 0, weight = 0]) => sum / weight }
    : {
        columns: [later, laterWeights, earlier, weights],
        estimate: ([to = 0, toWeight = 0, from = 0, fromWeight = 0]) => to / toWeight - from / fromWeight,
      };
}

function clippedStatistic(
  before: readonly number[],
  after: readonly number[],
  { of: ofMean, linear }: StatisticOfMean,
): PairedStatistic & { readonly kind: 'sums' } {
  const units = before.length;
  if ([...before, ...after].every((value) => value >= linear.from && value <= linear.to)) {
    const resample = plainMean(difference(after, before).map((value) => value * linear.slope));
    return { kind: 'sums', resample, ofMean, isPlainMean: true };
  }
  const estimate: UnitSums['estimate'] = ([to = 0, from = 0]) => ofMean(to / units) - ofMean(from / units);
  return { kind: 'sums', isPlainMean: false, resample: { columns: [after, before], estimate }, ofMean };
}

/** `undefined` unless all units pass or fail. */
function flipsOf(metadata: MetricMetadata, pairs: readonly UnitPair[], factor: number): Flips | undefined {
  const isBinary = ({ value }: ObservedUnit): boolean => value === 0 || value === 1;
  if (!isShare(metadata) || !pairs.every(({ before, after }) => isBinary(before) && isBinary(after))) return undefined;
  const count = (earlier: number, later: number): number =>
    pairs.filter(({ before, after }) => before.value === earlier && after.value === later).length;
  return { both: count(1, 1), onlyBefore: count(1, 0), onlyAfter: count(0, 1), neither: count(0, 0), factor };
}

function difference(minuend: readonly number[], subtrahend: readonly number[]): Float64Array {
  return Float64Array.from(minuend, (value, index) => value - (subtrahend[index] ?? 0));
}

/** A rate times its message count is a whole number; this removes a rounding error of about 1e-14. */
function snapped(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= 1e-9 ? whole : value;
}

/** `weight`: how much the unit counts; 1 by default. */
export interface ObservedUnit {
  readonly value: unknown;
  readonly weight: number;
}

/** A metric's usable units in one run by id, and its value over them. */
export interface RunObservations {
  readonly units: ReadonlyMap<string, ObservedUnit>;
  readonly weighted: boolean;
  readonly statistic: RunStatistic;
}

/** If a unit is observed twice, the first usable value counts. */
export function runObservations<S>(
  definition: MetricDefinition<S>,
  observations: readonly (Omit<Observation, 'value'> & { readonly value: unknown })[],
): RunObservations {
  const units = new Map<string, ObservedUnit>();
  const without = new Set<string>();
  const isUsable = (value: unknown, weight: number): boolean =>
    definition.kind === 'derived'
      ? value !== undefined
      : Number.isFinite(value) && weight > 0 && Number.isFinite(weight);
  let n = 0;
  for (const { unit, value, weight = 1, units: behind = 1 } of observations) {
    if (units.has(unit)) continue;
    if (isUsable(value, weight)) {
      units.set(unit, { value, weight });
      n += behind;
      without.delete(unit);
    } else without.add(unit);
  }
  const values = [...units.values()];
  return {
    units,
    weighted: definition.kind === 'mean' && areWeighted(values),
    statistic: { value: statisticOf(definition, values), n, excluded: without.size },
  };
}

export function statisticOf<S>(definition: MetricDefinition<S>, units: readonly ObservedUnit[]): number | undefined {
  return units.length === 0 ? undefined : statisticOfPositions(definition, units)(Uint32Array.from(units.keys()));
}

export function statisticOfPositions<S>(
  definition: MetricDefinition<S>,
  units: readonly ObservedUnit[],
): StatisticOfPositions {
  const finite = (value = Number.NaN): number | undefined => (Number.isFinite(value) ? value : undefined);
  if (definition.kind === 'derived') {
    const drawn: unknown[] = [];
    return (positions) => {
      drawn.length = positions.length;
      // By index: this runs for every resample.
      for (let index = 0; index < positions.length; index++) drawn[index] = units[positions[index] ?? 0]?.value;
      return finite(definition.estimate(drawn));
    };
  }
  const factor = factorOf(definition);
  const mean = statisticOfSums({
    columns: [units.map(({ value, weight }) => Number(value) * weight), units.map(({ weight }) => weight)],
    estimate: ([total = 0, weights = 0]) => (total / weights) * factor,
  });
  return (positions) => finite(mean(positions));
}

import type { Benchmark } from '../benchmarks/benchmark';
import type { FigureOfMean, DerivedMetric, MeanMetric, MetricDefinition, MetricHead } from '../benchmarks/metric';
import { isShare } from '../benchmarks/metricValue';
import type { PairedOutcomes } from '../statistics/newcombe';
import { sumBound } from '../statistics/sumBound';
import { estimateOf, type UnitSums } from '../statistics/unitSums';
import { bandDistance } from './bandDistance';
import { factorOf, type ObservedUnit } from './runObservations';

/** A unit's contribution to both runs. */
export interface UnitPair {
  readonly before: ObservedUnit;
  readonly after: ObservedUnit;
}

/**
 * A metric over the units of both runs, ready to be resampled and permuted. `resample` gives after − before in the metric's unit,
 * `exchange` what is tested: the same, or for the direction `band` the change of the distance to the band.
 */
export type PairedFigure =
  | {
      readonly kind: 'sums';
      readonly resample: UnitSums;
      readonly exchange: UnitSums;
      /** Passes in both runs and in one only, where every unit passes or fails; a share of them times `factor` is in the metric's unit. */
      readonly flips?: PairedOutcomes & { readonly factor: number };
      /** One number for each unit, in the metric's unit. */
      readonly differences: Float64Array;
      readonly isPlainMean: boolean;
    }
  | {
      readonly kind: 'values';
      readonly before: readonly unknown[];
      readonly after: readonly unknown[];
      estimate(values: readonly unknown[]): number | undefined;
    };

export function pairedFigure<S>(
  benchmark: Pick<Benchmark, 'figureOfMean'>,
  definition: MetricDefinition<S>,
  pairs: readonly UnitPair[],
  weighted: boolean,
): PairedFigure {
  return definition.kind === 'mean'
    ? meanFigure(definition, pairs, weighted)
    : derivedFigure(benchmark, definition, pairs);
}

function meanFigure<S>(definition: MeanMetric<S>, pairs: readonly UnitPair[], weighted: boolean): PairedFigure {
  const factor = factorOf(definition);
  const before = pairs.map((pair) => Number(pair.before.value) * factor);
  const after = pairs.map((pair) => Number(pair.after.value) * factor);
  const differences = Float64Array.from(after, (value, place) => value - (before[place] ?? 0));
  const goodness = goodnessOf(definition);
  if (!weighted) {
    const flips = flipsOf(definition, pairs);
    return {
      kind: 'sums',
      resample: plainMean(differences),
      exchange: exchangedMean(differences, before, after, goodness),
      differences,
      isPlainMean: true,
      ...(flips === undefined ? {} : { flips: { ...flips, factor } }),
    };
  }
  const weights = { before: pairs.map((pair) => pair.before.weight), after: pairs.map((pair) => pair.after.weight) };
  const { resample, exchange } = weightedMean(before, after, weights, goodness);
  return { kind: 'sums', resample, exchange, differences, isPlainMean: false };
}

function derivedFigure<S>(
  benchmark: Pick<Benchmark, 'figureOfMean'>,
  definition: DerivedMetric<S>,
  pairs: readonly UnitPair[],
): PairedFigure {
  const before = pairs.map((pair) => pair.before.value);
  const after = pairs.map((pair) => pair.after.value);
  const shortcut = benchmark.figureOfMean?.(definition);
  if (shortcut !== undefined && before.every(isNumber) && after.every(isNumber) && definition.direction !== 'band') {
    const figure = clippedFigure(before, after, shortcut);
    const whole = (definition.estimate(after) ?? Number.NaN) - (definition.estimate(before) ?? Number.NaN);
    if (Math.abs(estimateOf(figure.resample) - whole) <= 1e-9 * Math.max(1, Math.abs(whole))) return figure;
  }
  return { kind: 'values', before, after, estimate: (values) => definition.estimate(values) };
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function plainMean(differences: Float64Array): UnitSums {
  const units = differences.length;
  return { features: differences, width: 1, units, estimate: (sums) => (sums[0] ?? Number.NaN) / units };
}

/** What is tested of a mean: itself, or its distance to the wanted band. */
type Goodness = ((mean: number) => number) | undefined;

function goodnessOf({ direction, band }: MetricHead): Goodness {
  return direction === 'band' && band !== undefined ? (mean) => bandDistance(mean, band) : undefined;
}

/** With all values in S = Σ(before + after) and s = Σ±(after − before), the exchanged runs have the sums (S + s)/2 and (S − s)/2. */
function exchangedMean(
  differences: Float64Array,
  before: readonly number[],
  after: readonly number[],
  goodness: Goodness,
): UnitSums {
  if (goodness === undefined) return plainMean(differences);
  const units = differences.length;
  const all = sum(before) + sum(after);
  const estimate = (sums: Float64Array): number =>
    goodness((all + at(sums, 0)) / 2 / units) - goodness((all - at(sums, 0)) / 2 / units);
  return { features: differences, width: 1, units, estimate };
}

interface Weights {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Means over messages with conversations as units: Σwv / Σw in each run. */
function weightedMean(
  before: readonly number[],
  after: readonly number[],
  weights: Weights,
  goodness: Goodness = (mean) => mean,
): { readonly resample: UnitSums; readonly exchange: UnitSums } {
  const units = before.length;
  const totals = {
    before: before.map((value, unit) => snapped(value * (weights.before[unit] ?? 0))),
    after: after.map((value, unit) => snapped(value * (weights.after[unit] ?? 0))),
  };
  const constant = weights.before.every((weight, unit) => weight === weights.after[unit]);
  const all = sum(totals.before) + sum(totals.after);
  const allWeights = sum(weights.before) + sum(weights.after);
  const exchange: UnitSums = {
    features: interleaved([difference(totals.after, totals.before), difference(weights.after, weights.before)]),
    width: 2,
    units,
    estimate: (sums) =>
      goodness((all + at(sums, 0)) / (allWeights + at(sums, 1))) -
      goodness((all - at(sums, 0)) / (allWeights - at(sums, 1))),
  };
  if (!constant) {
    const features = interleaved([totals.after, weights.after, totals.before, weights.before]);
    const estimate = (sums: Float64Array): number => at(sums, 0) / at(sums, 1) - at(sums, 2) / at(sums, 3);
    return { resample: { features, width: 4, units, estimate }, exchange };
  }
  const features = interleaved([difference(totals.after, totals.before), weights.before]);
  return {
    resample: { features, width: 2, units, estimate: (sums) => at(sums, 0) / at(sums, 1) },
    exchange: {
      features: Float64Array.from(difference(totals.after, totals.before)),
      width: 1,
      units,
      estimate: (sums) => goodness((all + at(sums, 0)) / allWeights) - goodness((all - at(sums, 0)) / allWeights),
    },
  };
}

function clippedFigure(
  before: readonly number[],
  after: readonly number[],
  { of, linear }: FigureOfMean,
): PairedFigure & { readonly kind: 'sums' } {
  const units = before.length;
  const differences = Float64Array.from(difference(after, before), (value) => value * linear.slope);
  const isLinear = [...before, ...after].every((value) => value >= linear.from && value <= linear.to);
  if (isLinear) {
    const resample = plainMean(differences);
    return { kind: 'sums', resample, exchange: resample, differences, isPlainMean: true };
  }
  const all = sum(before) + sum(after);
  const moved = Float64Array.from(difference(after, before));
  const within = (low: number, high: number): boolean => low / units >= linear.from && high / units <= linear.to;
  const ends = [sumBound(before), sumBound(after)];
  const lesser = sum(before.map((value, unit) => Math.min(value, after[unit] ?? value)));
  return {
    kind: 'sums',
    // Where no resample comes to the ends of the linear part, the differences say all.
    resample: ends.every(({ low, high }) => within(low, high))
      ? plainMean(differences)
      : {
          features: interleaved([after, before]),
          width: 2,
          units,
          estimate: (sums) => of(at(sums, 0) / units) - of(at(sums, 1) / units),
        },
    exchange: within(lesser, all - lesser)
      ? plainMean(differences)
      : {
          features: moved,
          width: 1,
          units,
          estimate: (sums) => of((all + at(sums, 0)) / 2 / units) - of((all - at(sums, 0)) / 2 / units),
        },
    differences,
    isPlainMean: false,
  };
}

/** Flips of units that all pass or fail; `undefined` for any other values. */
function flipsOf(head: MetricHead, pairs: readonly UnitPair[]): PairedOutcomes | undefined {
  const isBinary = ({ value }: ObservedUnit): boolean => value === 0 || value === 1;
  if (!isShare(head)) return undefined;
  if (!pairs.every(({ before, after }) => isBinary(before) && isBinary(after))) return undefined;
  const count = (earlier: number, later: number): number =>
    pairs.filter(({ before, after }) => before.value === earlier && after.value === later).length;
  return { both: count(1, 1), onlyBefore: count(1, 0), onlyAfter: count(0, 1), neither: count(0, 0) };
}

function difference(minuend: readonly number[], subtrahend: readonly number[]): readonly number[] {
  return minuend.map((value, place) => value - (subtrahend[place] ?? 0));
}

/** By index: taking an array apart costs more than the figure itself, and it is asked a million times. */
function at(sums: Float64Array, place: number): number {
  return sums[place] ?? Number.NaN;
}

/** A rate times its number of messages is a count; rounding leaves a trace of 1e-14, which hides that. */
function snapped(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= 1e-9 ? whole : value;
}

function interleaved(columns: readonly (readonly number[])[]): Float64Array {
  const width = columns.length;
  const features = new Float64Array(width * (columns[0]?.length ?? 0));
  columns.forEach((column, part) =>
    column.forEach((value, unit) => {
      features[unit * width + part] = value;
    }),
  );
  return features;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

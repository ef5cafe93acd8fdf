import type { Benchmark } from '../benchmark/benchmark';
import type { FigureOfMean, DerivedMetric, MeanMetric, MetricDefinition, MetricHead } from '../benchmark/metric';
import { isShare } from '../benchmark/metricValue';
import type { PairedOutcomes } from '../statistics/interval';
import { estimateOf, type UnitSums } from '../statistics/bootstrap';
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
      /** Whether `resample` is the mean of its features, the differences of the units. */
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
  const goodness = goodnessOf(definition);
  if (weighted) {
    const weights = { before: pairs.map((pair) => pair.before.weight), after: pairs.map((pair) => pair.after.weight) };
    return weightedMean(before, after, weights, goodness);
  }
  const flips = flipsOf(definition, pairs);
  const resample = plainMean(difference(after, before));
  const exchange = goodness === undefined ? resample : exchangedMean(before, after, goodness);
  const isBinary = flips === undefined ? {} : { flips: { ...flips, factor } };
  return { kind: 'sums', resample, exchange, isPlainMean: true, ...isBinary };
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
  return { features: differences, width: 1, units, estimate: (sums) => at(sums, 0) / units };
}

/** What is tested of a mean: itself, or its distance to the wanted band. */
function goodnessOf({ direction, band }: MetricHead): ((mean: number) => number) | undefined {
  return direction === 'band' && band !== undefined ? (mean) => bandDistance(mean, band) : undefined;
}

/** With all values in S = Σ(before + after) and s = Σ±(after − before), the exchanged runs have the sums (S + s)/2 and (S − s)/2. */
function exchangedMean(before: readonly number[], after: readonly number[], of: (mean: number) => number): UnitSums {
  const units = before.length;
  const all = sum(before) + sum(after);
  const estimate = (sums: Float64Array): number =>
    of((all + at(sums, 0)) / 2 / units) - of((all - at(sums, 0)) / 2 / units);
  return { features: difference(after, before), width: 1, units, estimate };
}

/** Means over messages with conversations as units: Σwv / Σw in each run. */
function weightedMean(
  before: readonly number[],
  after: readonly number[],
  weights: { readonly before: readonly number[]; readonly after: readonly number[] },
  goodness: (mean: number) => number = (mean) => mean,
): PairedFigure {
  const units = before.length;
  const earlier = before.map((value, unit) => snapped(value * (weights.before[unit] ?? 0)));
  const later = after.map((value, unit) => snapped(value * (weights.after[unit] ?? 0)));
  const moved = difference(later, earlier);
  const movedWeights = difference(weights.after, weights.before);
  // One number a unit, where that says all, has an exact test.
  const isConstant = movedWeights.every((change) => change === 0);
  const all = sum(earlier) + sum(later);
  const allWeights = sum(weights.before) + sum(weights.after);
  return {
    kind: 'sums',
    isPlainMean: false,
    resample: isConstant
      ? {
          features: interleaved([moved, weights.before]),
          width: 2,
          units,
          estimate: (sums) => at(sums, 0) / at(sums, 1),
        }
      : {
          features: interleaved([later, weights.after, earlier, weights.before]),
          width: 4,
          units,
          estimate: (sums) => at(sums, 0) / at(sums, 1) - at(sums, 2) / at(sums, 3),
        },
    exchange: {
      features: isConstant ? moved : interleaved([moved, movedWeights]),
      width: isConstant ? 1 : 2,
      units,
      estimate: (sums) => {
        const change = isConstant ? 0 : at(sums, 1);
        return (
          goodness((all + at(sums, 0)) / (allWeights + change)) - goodness((all - at(sums, 0)) / (allWeights - change))
        );
      },
    },
  };
}

function clippedFigure(
  before: readonly number[],
  after: readonly number[],
  { of, linear }: FigureOfMean,
): PairedFigure & { readonly kind: 'sums' } {
  const units = before.length;
  if ([...before, ...after].every((value) => value >= linear.from && value <= linear.to)) {
    const mean = plainMean(difference(after, before).map((value) => value * linear.slope));
    return { kind: 'sums', resample: mean, exchange: mean, isPlainMean: true };
  }
  return {
    kind: 'sums',
    isPlainMean: false,
    resample: {
      features: interleaved([after, before]),
      width: 2,
      units,
      estimate: (sums) => of(at(sums, 0) / units) - of(at(sums, 1) / units),
    },
    exchange: exchangedMean(before, after, of),
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

function difference(minuend: readonly number[], subtrahend: readonly number[]): Float64Array {
  return Float64Array.from(minuend, (value, place) => value - (subtrahend[place] ?? 0));
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

function interleaved(columns: readonly ArrayLike<number>[]): Float64Array {
  const width = columns.length;
  const length = width * (columns[0]?.length ?? 0);
  return Float64Array.from({ length }, (_, place) => columns[place % width]?.[Math.floor(place / width)] ?? Number.NaN);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

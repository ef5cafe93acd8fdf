import type { Benchmark } from '../benchmark/benchmark';
import type { DerivedMetric, FigureOfMean, MeanMetric, MetricDefinition, MetricHead } from '../benchmark/metric';
import { isShare } from '../benchmark/metricValue';
import { estimateOf, type UnitSums } from '../statistics/bootstrap';
import type { PairedOutcomes } from '../statistics/interval';
import { factorOf, type ObservedUnit } from './runObservations';

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
      /** Where every unit passes or fails; a share of them times `factor` is in the metric's unit. */
      readonly flips?: (PairedOutcomes & { readonly factor: number }) | undefined;
      /** Whether `resample` is the mean of its features, the differences of the units. */
      readonly isPlainMean: boolean;
    }
  | {
      readonly kind: 'values';
      readonly before: readonly unknown[];
      readonly after: readonly unknown[];
      readonly estimate: (values: readonly unknown[]) => number | undefined;
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
  const resample = plainMean(difference(after, before));
  const exchange = isOfBand(definition) ? exchangedMean(before, after, goodness) : resample;
  return { kind: 'sums', resample, exchange, isPlainMean: true, flips: flipsOf(definition, pairs, factor) };
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

/** How far a mean lies outside the band that is wanted; 0 inside it. */
export function bandDistance(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, low - value, value - high);
}

function isOfBand({ direction, band }: MetricHead): boolean {
  return direction === 'band' && band !== undefined;
}

/** What is tested of a figure: itself, or where neither end of a scale is good, its distance to the wanted band. */
export function goodnessOf({ direction, band }: MetricHead): (value: number) => number {
  return direction === 'band' && band !== undefined ? (value) => bandDistance(value, band) : (value) => value;
}

function sumsOf(columns: readonly ArrayLike<number>[], estimate: UnitSums['estimate']): UnitSums {
  const width = columns.length;
  const units = columns[0]?.length ?? 0;
  const features = Float64Array.from(
    { length: width * units },
    (_, place) => columns[place % width]?.[Math.floor(place / width)] ?? Number.NaN,
  );
  return { features, width, units, estimate };
}

function plainMean(differences: Float64Array): UnitSums {
  return sumsOf([differences], (sums) => at(sums, 0) / differences.length);
}

/** With all values in S = Σ(before + after) and s = Σ±(after − before), the exchanged runs have the sums (S + s)/2 and (S − s)/2. */
function exchangedMean(before: readonly number[], after: readonly number[], of: (mean: number) => number): UnitSums {
  const units = before.length;
  const all = sum(before) + sum(after);
  return sumsOf(
    [difference(after, before)],
    (sums) => of((all + at(sums, 0)) / 2 / units) - of((all - at(sums, 0)) / 2 / units),
  );
}

/** Means over messages with conversations as units: Σwv / Σw in each run. */
function weightedMean(
  before: readonly number[],
  after: readonly number[],
  weights: { readonly before: readonly number[]; readonly after: readonly number[] },
  goodness: (mean: number) => number,
): PairedFigure {
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
      ? sumsOf([moved, weights.before], (sums) => at(sums, 0) / at(sums, 1))
      : sumsOf(
          [later, weights.after, earlier, weights.before],
          (sums) => at(sums, 0) / at(sums, 1) - at(sums, 2) / at(sums, 3),
        ),
    exchange: sumsOf(isConstant ? [moved] : [moved, movedWeights], (sums) => {
      const [move, change] = [at(sums, 0), isConstant ? 0 : at(sums, 1)];
      return goodness((all + move) / (allWeights + change)) - goodness((all - move) / (allWeights - change));
    }),
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
  const resample = sumsOf([after, before], (sums) => of(at(sums, 0) / units) - of(at(sums, 1) / units));
  return { kind: 'sums', isPlainMean: false, resample, exchange: exchangedMean(before, after, of) };
}

/** `undefined` unless all units pass or fail. */
function flipsOf(
  head: MetricHead,
  pairs: readonly UnitPair[],
  factor: number,
): (PairedOutcomes & { readonly factor: number }) | undefined {
  const isBinary = ({ value }: ObservedUnit): boolean => value === 0 || value === 1;
  if (!isShare(head) || !pairs.every(({ before, after }) => isBinary(before) && isBinary(after))) return undefined;
  const count = (earlier: number, later: number): number =>
    pairs.filter(({ before, after }) => before.value === earlier && after.value === later).length;
  return { both: count(1, 1), onlyBefore: count(1, 0), onlyAfter: count(0, 1), neither: count(0, 0), factor };
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

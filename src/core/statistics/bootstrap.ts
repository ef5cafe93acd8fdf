import type { Interval } from './interval';
import { expandedTail, type ResampledUnits } from './quantiles';
import type { Random } from './random';
import { sum } from './sum';

export interface BootstrapOptions {
  readonly random: Random;
  /** `usualResamples` by default. */
  readonly resamples?: number;
  /** Confidence as a share; default 0.95. */
  readonly level?: number;
}

/** A statistic that depends on its units only through sums: a mean (one sum), a rate over clusters (two). */
export interface UnitSums {
  /** What each unit adds to the sum, for each of the sums. */
  readonly columns: readonly ArrayLike<number>[];
  /** The statistic from the sums; NaN if undefined. The array is reused, so do not keep it. */
  readonly estimate: (sums: Float64Array) => number;
}

/** A statistic of the units at these positions. The array is reused, so do not keep it. */
export type StatisticOfPositions = (positions: Uint32Array) => number | undefined;

/** The ends of an interval then vary by less than two hundredths of its width. */
export const usualResamples = 2_000;
/** Minimum resamples. With 500, the ends of an interval vary by three hundredths of its width. */
const fewestResamples = 500;
/** Maximum units drawn per statistic; takes some milliseconds. */
const mostDrawnUnits = 500_000;

/** Resamples for this many units: `most` up to 250 units, then fewer to limit the time, but not below `fewest`. */
export function resamplesFor(units: number, most = usualResamples, fewest = fewestResamples): number {
  return Math.min(most, Math.max(fewest, Math.floor(mostDrawnUnits / Math.max(1, units))));
}

/** The statistic of each resample, drawn with replacement; NaN if undefined. */
export function resampledStatistics(
  units: number,
  statisticOf: StatisticOfPositions,
  random: Random,
  resamples: number,
): Float64Array {
  const positions = new Uint32Array(units);
  return Float64Array.from({ length: resamples }, () => {
    random.fillInts(positions, units);
    return statisticOf(positions) ?? Number.NaN;
  });
}

/** How many units a statistic has. */
export function unitsIn({ columns: [first] }: UnitSums): number {
  return first?.length ?? 0;
}

export function statisticOfSums({ columns, estimate }: UnitSums): StatisticOfPositions {
  const sums = new Float64Array(columns.length);
  return (positions) => {
    const count = positions.length;
    for (const [part, column] of columns.entries()) {
      let sum = 0;
      // By index: an iterator is several times slower, and this runs a million times.
      for (let index = 0; index < count; index++) sum += column[positions[index] ?? 0] ?? Number.NaN;
      sums[part] = sum;
    }
    return estimate(sums);
  };
}

export function estimateOf(statistic: UnitSums): number {
  return statisticOfSums(statistic)(Uint32Array.from({ length: unitsIn(statistic) }, (_, unit) => unit)) ?? Number.NaN;
}

/**
 * Percentile bootstrap. `estimate` gets an array that is reused. Resamples without an estimate are dropped; if more
 * than half are dropped, the interval is undefined. Fewer than two units have no interval, because one unit shows no
 * spread.
 */
export function bootstrapInterval<T>(
  units: readonly T[],
  estimate: (resample: readonly T[]) => number | undefined,
  options: BootstrapOptions,
): Interval | undefined {
  const resample = [...units];
  return percentileInterval(units.length, options, (positions) => {
    for (let index = 0; index < positions.length; index++) resample[index] = units[positions[index] ?? 0] as T;
    return estimate(resample);
  });
}

export function summedInterval(statistic: UnitSums, options: BootstrapOptions): Interval | undefined {
  return percentileInterval(unitsIn(statistic), options, statisticOfSums(statistic));
}

function percentileInterval(
  units: number,
  { random, resamples = usualResamples, level = 0.95 }: BootstrapOptions,
  statisticOf: StatisticOfPositions,
): Interval | undefined {
  if (units < 2) return undefined;
  const sorted = sortedFinite(resampledStatistics(units, statisticOf, random, resamples));
  return sorted && { ...between(sorted, (1 - level) / 2), level };
}

export interface ResampledSpread {
  readonly interval: Interval;
  readonly standardError: number;
}

/** Interval by the percentiles of `expandedTail`, and standard error. `undefined` as for `bootstrapInterval`. */
export function resampledSpread(
  estimates: Float64Array,
  level: number,
  from: ResampledUnits,
): ResampledSpread | undefined {
  const sorted = from.units < 2 ? undefined : sortedFinite(estimates);
  if (sorted === undefined) return undefined;
  const mean = sum(sorted) / sorted.length;
  const squares = sorted.reduce((total, value) => total + (value - mean) ** 2, 0);
  return {
    interval: { ...between(sorted, expandedTail(from, level)), level },
    standardError: Math.sqrt(squares / sorted.length),
  };
}

function sortedFinite(estimates: Float64Array): Float64Array | undefined {
  const finite = estimates.filter(Number.isFinite).sort();
  return finite.length === 0 || finite.length < estimates.length / 2 ? undefined : finite;
}

/** Percentiles at `tail` and 1 − `tail`: type 7 of Hyndman and Fan, The American Statistician 50 (1996). */
function between(sorted: Float64Array, tail: number): Pick<Interval, 'low' | 'high'> {
  const last = sorted.length - 1;
  const at = (position: number): number => {
    const below = Math.floor(position);
    const [low = Number.NaN, high = low] = sorted.subarray(below, below + 2);
    return low + (position - below) * (high - low);
  };
  return { low: at(tail * last), high: at((1 - tail) * last) };
}

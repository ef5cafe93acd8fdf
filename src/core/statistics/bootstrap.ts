import type { Interval } from './interval';
import { finiteOf, outerPercentiles } from './outerPercentiles';
import type { Random } from './random';
import { StatisticsArgumentError } from './statisticsArgumentError';

/** The stream is used up as it goes: for the same interval again, pass a fresh one of the same seed. */
export interface BootstrapOptions {
  readonly random: Random;
  /** How many resamples are drawn; 10,000 unless told. */
  readonly resamples?: number;
  /** Confidence as a share, 0.95 unless told. */
  readonly level?: number;
}

/** `weights` holds one finite number of at least 0 per value, e.g. the number of messages of a conversation. */
export interface BootstrapMeanOptions extends BootstrapOptions {
  readonly weights?: ArrayLike<number>;
}

/**
 * Percentile bootstrap: units are drawn with replacement, as many as there are, and `estimate` is asked about each resample.
 * The array it gets is filled anew for the next resample, so it must not be kept.
 *
 * A resample without an estimate (undefined or not finite, e.g. kappa where a resample has one label only) is dropped; if more
 * than half are dropped the interval is undefined, since the rest would speak for a minority of the draws. Fewer than two units
 * have no interval: resampling one unit shows no spread, which is not the same as certainty.
 */
export function bootstrapInterval<T>(
  units: readonly T[],
  estimate: (resample: readonly T[]) => number | undefined,
  options: BootstrapOptions,
): Interval | undefined {
  const { random } = options;
  const count = units.length;
  const resample: T[] = [...units];
  const drawn = new Uint32Array(count);
  return percentileInterval(count, options, () => {
    random.fillInts(drawn, count);
    for (let place = 0; place < count; place++) {
      resample[place] = units[drawn[place] ?? 0] as T;
    }
    return estimate(resample);
  });
}

/**
 * The same interval as `bootstrapInterval` for a mean or, with weights, for Σwv / Σw (a rate over messages with conversations
 * as units), without building the resamples: it draws unit numbers and adds. A resample whose weights are all 0 has no estimate.
 */
export function bootstrapMeanInterval(values: ArrayLike<number>, options: BootstrapMeanOptions): Interval | undefined {
  const { random, weights } = options;
  const count = values.length;
  const numbers = Float64Array.from(values);
  const drawn = new Uint32Array(count);
  if (weights === undefined) {
    return percentileInterval(count, options, () => {
      random.fillInts(drawn, count);
      return sumOfDrawn(numbers, drawn) / count;
    });
  }
  const shares = checkedWeights(weights, count);
  const weighted = numbers.map((value, unit) => value * (shares[unit] ?? Number.NaN));
  return percentileInterval(count, options, () => {
    random.fillInts(drawn, count);
    const total = sumOfDrawn(shares, drawn);
    return total > 0 ? sumOfDrawn(weighted, drawn) / total : undefined;
  });
}

function sumOfDrawn(numbers: Float64Array, drawn: Uint32Array): number {
  const count = drawn.length;
  let sum = 0;
  for (let place = 0; place < count; place++) {
    sum += numbers[drawn[place] ?? 0] ?? Number.NaN;
  }
  return sum;
}

function checkedWeights(weights: ArrayLike<number>, count: number): Float64Array {
  if (weights.length !== count) {
    throw new StatisticsArgumentError(
      'bootstrapMeanInterval',
      'weights.length',
      weights.length,
      `${count}, one per value`,
    );
  }
  const checked = Float64Array.from(weights);
  const wrong = checked.find((weight) => !(weight >= 0 && Number.isFinite(weight)));
  if (wrong !== undefined) {
    throw new StatisticsArgumentError('bootstrapMeanInterval', 'a weight', wrong, 'a finite number of at least 0');
  }
  return checked;
}

/** The percentiles of the estimates that are finite; `undefined` where fewer than half are. The array's places are used again. */
export function percentilesOf(
  estimates: Float64Array,
  { level = 0.95 }: Pick<BootstrapOptions, 'level'>,
): Interval | undefined {
  const finite = finiteOf(estimates);
  if (finite.length === 0 || finite.length < estimates.length / 2) return undefined;
  const { low, high } = outerPercentiles(finite, (1 - level) / 2);
  return { low, high, level };
}

function percentileInterval(
  unitCount: number,
  { resamples = 10_000, level = 0.95 }: BootstrapOptions,
  estimateOnce: () => number | undefined,
): Interval | undefined {
  if (!(Number.isInteger(resamples) && resamples >= 1)) {
    throw new StatisticsArgumentError('bootstrap', 'resamples', resamples, 'a whole number of at least 1');
  }
  if (!(level > 0 && level < 1)) {
    throw new StatisticsArgumentError('bootstrap', 'level', level, 'between 0 and 1');
  }
  if (unitCount < 2) {
    return undefined;
  }
  const estimates = Float64Array.from({ length: resamples }, () => estimateOnce() ?? Number.NaN);
  return percentilesOf(estimates, { level });
}

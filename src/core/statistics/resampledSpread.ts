import type { Interval } from './interval';
import { percentile } from './percentile';

/** What a set of resampled estimates says of the estimate. */
export interface ResampledSpread {
  readonly interval: Interval;
  /** Standard deviation of the estimates. */
  readonly standardError: number;
}

/**
 * Interval between two percentiles of resampled estimates, and their spread. Estimates that are not finite are left out; undefined
 * when more than half of them are, as the rest would speak for a minority. The array is sorted in place.
 */
export function resampledSpread(estimates: Float64Array, level: number): ResampledSpread | undefined {
  // A resample without a denominator has an estimate that is infinite or none.
  const sorted = (
    estimates.every((estimate) => estimate - estimate === 0) ? estimates : estimates.filter(Number.isFinite)
  ).sort();
  const { length } = sorted;
  if (length === 0 || length < estimates.length / 2) return undefined;
  let sum = 0;
  for (const estimate of sorted) sum += estimate;
  const mean = sum / length;
  let squares = 0;
  for (const estimate of sorted) squares += (estimate - mean) ** 2;
  const tail = (1 - level) / 2;
  return {
    interval: { low: percentile(sorted, tail), high: percentile(sorted, 1 - tail), level },
    standardError: Math.sqrt(squares / length),
  };
}

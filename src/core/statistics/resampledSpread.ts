import type { NormalLevel } from './criticalValue';
import { expandedTail, type ResampledUnits } from './expandedTail';
import type { Interval } from './interval';
import { orderStatistic } from './orderStatistic';

/** What a set of resampled estimates says of the estimate. */
export interface ResampledSpread {
  readonly interval: Interval;
  /** Standard deviation of the estimates. */
  readonly standardError: number;
}

/**
 * Interval between two percentiles of resampled estimates, as `expandedTail` has them, and their spread. Estimates
 * that are not finite are left out; undefined when more than half of them are, as the rest would speak for a minority, and for fewer
 * than two units, which show no spread. The order of the array is changed.
 */
export function resampledSpread(
  estimates: Float64Array,
  level: NormalLevel,
  from: ResampledUnits,
): ResampledSpread | undefined {
  // A resample without a denominator has an estimate that is infinite or none.
  let length = 0;
  let sum = 0;
  for (const estimate of estimates) {
    if (!Number.isFinite(estimate)) continue;
    estimates[length++] = estimate;
    sum += estimate;
  }
  if (from.units < 2 || length === 0 || length < estimates.length / 2) return undefined;
  const finite = estimates.subarray(0, length);
  const mean = sum / length;
  let squares = 0;
  for (const estimate of finite) squares += (estimate - mean) ** 2;
  const tail = expandedTail(from, level);
  return {
    interval: { low: percentileOf(finite, tail), high: percentileOf(finite, 1 - tail), level },
    standardError: Math.sqrt(squares / length),
  };
}

/** As `percentile` of the numbers in order, which takes several times as long. */
function percentileOf(values: Float64Array, share: number): number {
  const position = share * (values.length - 1);
  const below = Math.floor(position);
  const low = orderStatistic(values, below);
  if (position === below) return low;
  // What stands behind it is no smaller.
  let next = Number.POSITIVE_INFINITY;
  for (let place = below + 1; place < values.length; place++) next = Math.min(next, values[place] ?? next);
  return low + (position - below) * (next - low);
}

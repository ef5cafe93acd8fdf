import type { NormalLevel } from './criticalValue';
import { expandedTail, type ResampledUnits } from './expandedTail';
import type { Interval } from './interval';

/** What a set of resampled estimates says of the estimate. */
export interface ResampledSpread {
  readonly interval: Interval;
  /** Standard deviation of the estimates. */
  readonly standardError: number;
}

/**
 * Interval between two percentiles of resampled estimates, as `expandedTail` has them, and their spread. Estimates
 * that are not finite are left out; undefined when more than half of them are, as the rest would speak for a minority, and for fewer
 * than two units, which show no spread. The array's places are used again.
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
  const standardError = Math.sqrt(squares / length);
  const tail = expandedTail(from, level);
  // From above, the highest values are the lowest.
  const low = lowPercentile(finite, tail, mean - standardError, 1);
  const high = -lowPercentile(finite, tail, standardError - mean, -1);
  return { interval: { low, high, level }, standardError };
}

/**
 * As `percentile` of the values in order, each times `sign`. Where it lies among those below `limit`, it is enough to sort these, which
 * takes a tenth of the time.
 */
function lowPercentile(values: Float64Array, share: number, limit: number, sign: 1 | -1): number {
  const position = share * (values.length - 1);
  const below = Math.floor(position);
  const kept = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (sign * value < limit) kept[count++] = sign * value;
  if (below + 1 >= count) for (count = 0; count < values.length; count++) kept[count] = sign * (values[count] ?? 0);
  const sorted = kept.subarray(0, count).sort();
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, count - 1)] ?? Number.NaN;
  return low + (position - below) * (high - low);
}

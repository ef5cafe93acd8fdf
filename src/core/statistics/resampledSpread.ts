import type { NormalLevel } from './criticalValue';
import { expandedTail, type ResampledUnits } from './expandedTail';
import type { Interval } from './interval';
import { finiteOf, outerPercentiles } from './outerPercentiles';

/** What a set of resampled estimates says of the estimate. */
export interface ResampledSpread {
  readonly interval: Interval;
  /** Standard deviation of the estimates. */
  readonly standardError: number;
}

/**
 * Interval between two percentiles of resampled estimates, as `expandedTail` has them, and their spread. Estimates that are not
 * finite, as one without a denominator, are left out; undefined when more than half of them are, as the rest would speak for a
 * minority, and for fewer than two units, which show no spread. The array's places are used again.
 */
export function resampledSpread(
  estimates: Float64Array,
  level: NormalLevel,
  from: ResampledUnits,
): ResampledSpread | undefined {
  const finite = finiteOf(estimates);
  if (from.units < 2 || finite.length === 0 || finite.length < estimates.length / 2) return undefined;
  const { low, high, deviation } = outerPercentiles(finite, expandedTail(from, level));
  return { interval: { low, high, level }, standardError: deviation };
}

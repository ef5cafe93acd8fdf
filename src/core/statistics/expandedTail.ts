import type { NormalLevel } from './criticalValue';
import { normalTail } from './normalTail';
import { studentCritical } from './studentCritical';

/** What was resampled: `units` of a group (the smaller one of two), and the degrees of freedom of the spread. */
export interface ResampledUnits {
  readonly units: number;
  readonly degrees: number;
}

/**
 * Which share of the resampled estimates lies beyond each end of an interval. Plain percentiles are too narrow for few units:
 * a resample varies less than a sample does, by (n − 1)/n, and its spread is itself an estimate. So the percentiles are moved outwards
 * to where t · √(n/(n − 1)) stands in a normal distribution: 0.9 % instead of 2.5 % for 10 units, 2.3 % for 80. The ends stay among
 * the resampled estimates, hence within what the metric can be. Source: T. C. Hesterberg, The American Statistician 69 (2015), 371-386,
 * "expanded percentile interval". At least 2 units.
 */
export function expandedTail({ units, degrees }: ResampledUnits, level: NormalLevel): number {
  return normalTail(studentCritical(degrees, level) * Math.sqrt(units / (units - 1)));
}

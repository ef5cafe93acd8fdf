import { bootstrapInterval, type BootstrapOptions } from './bootstrap';
import type { Interval } from './interval';
import { spreadInterval } from './spreadInterval';

/**
 * The interval of a kappa: percentile bootstrap over clusters, and `spreadInterval` where all clusters agree alike, as a judge that was never
 * seen to be wrong still may be.
 */
export function kappaInterval<T>(
  clusters: readonly T[],
  kappaOf: (drawn: readonly T[]) => number | undefined,
  options: Omit<BootstrapOptions, 'level'>,
): Interval | undefined {
  const value = kappaOf(clusters);
  if (value === undefined) return undefined;
  return spreadInterval(bootstrapInterval(clusters, kappaOf, options), {
    value,
    units: clusters.length,
    scale: [-1, 1],
  });
}

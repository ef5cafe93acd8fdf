import type { MetricComparison } from './comparison';

/** A row of a forest plot. Positions are shares of the metric's scale, −1 to 1 with 0 for no difference, so that units can share an axis. */
export interface ForestRow {
  readonly at: number;
  readonly low?: number;
  readonly high?: number;
  /** Half width of the band of differences between runs of one prompt. */
  readonly noise?: number;
  /** The side on which a difference is good; absent where neither is, and where no verdict is given. */
  readonly good?: 'right' | 'left';
}

/** Where a metric's difference and interval are drawn; `undefined` where there is no difference. */
export function forestRow(metric: MetricComparison): ForestRow | undefined {
  const { difference, interval, scale, word, noise } = metric;
  if (difference === undefined) return undefined;
  const direction = word === 'simulated' ? 'none' : metric.direction;
  const width = scale[1] - scale[0];
  const share = (value: number): number => (width > 0 ? Math.max(-1, Math.min(1, value / width)) : 0);
  return {
    at: share(difference),
    ...(interval === undefined ? {} : { low: share(interval.low), high: share(interval.high) }),
    ...(noise === undefined ? {} : { noise: share(noise) }),
    ...(direction === 'up' ? { good: 'right' as const } : direction === 'down' ? { good: 'left' as const } : {}),
  };
}

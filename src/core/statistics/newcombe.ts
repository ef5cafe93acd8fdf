import type { NormalLevel } from './criticalValue';
import type { Interval } from './interval';
import { wilsonInterval } from './wilson';

/** Successes among independent units of one group; `successes` may be fractional. */
export interface Proportion {
  readonly successes: number;
  readonly n: number;
}

/**
 * Interval for the difference of two independent shares, after − before, from the Wilson limits of each (the hybrid score
 * interval). Within [−1, 1]; undefined when a group is empty. Throws StatisticsArgumentError as `wilsonInterval` does.
 * Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, method 10.
 */
export function newcombeInterval(
  before: Proportion,
  after: Proportion,
  level: NormalLevel = 0.95,
): Interval | undefined {
  const earlier = wilsonInterval(before.successes, before.n, level);
  const later = wilsonInterval(after.successes, after.n, level);
  if (earlier === undefined || later === undefined) return undefined;
  const from = before.successes / before.n;
  const to = after.successes / after.n;
  return {
    low: to - from - Math.hypot(to - later.low, earlier.high - from),
    high: to - from + Math.hypot(later.high - to, from - earlier.low),
    level,
  };
}

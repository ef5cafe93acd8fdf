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

/** Units that pass or fail in two runs. */
export interface PairedOutcomes {
  readonly both: number;
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  readonly neither: number;
}

/**
 * The same for the two shares of one set of units, whose outcomes lean on each other: the Wilson limits are combined under their
 * correlation φ, which is corrected for continuity where it is positive. Within [−1, 1]; undefined without units. Even where no unit
 * flipped it has a width, unlike what resampling gives. Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 10.
 */
export function newcombePairedInterval(
  { both, onlyBefore, onlyAfter, neither }: PairedOutcomes,
  level: NormalLevel = 0.95,
): Interval | undefined {
  const n = both + onlyBefore + onlyAfter + neither;
  const earlier = wilsonInterval(both + onlyBefore, n, level);
  const later = wilsonInterval(both + onlyAfter, n, level);
  if (earlier === undefined || later === undefined) return undefined;
  const from = (both + onlyBefore) / n;
  const to = (both + onlyAfter) / n;
  const margins = (both + onlyBefore) * (onlyAfter + neither) * (both + onlyAfter) * (onlyBefore + neither);
  const product = both * neither - onlyBefore * onlyAfter;
  const corrected = product > 0 ? Math.max(0, product - n / 2) : product;
  const phi = margins > 0 ? corrected / Math.sqrt(margins) : 0;
  const reach = (one: number, other: number): number =>
    Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other));
  return {
    low: Math.max(-1, to - from - reach(to - later.low, earlier.high - from)),
    high: Math.min(1, to - from + reach(later.high - to, from - earlier.low)),
    level,
  };
}

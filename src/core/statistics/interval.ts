import { criticalValue } from './quantiles';

/** A two-sided interval in the unit of its estimate; `level` is the confidence as a share, e.g. 0.95. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/**
 * Wilson's score interval for a share of independent units, within [0, 1]; undefined for no units. `successes` may be
 * fractional (repeats averaged inside a sample).
 * Source: E. B. Wilson, JASA 22 (1927), 209-212.
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): Interval | undefined {
  if (n === 0) return undefined;
  const z = criticalValue(level);
  const share = successes / n;
  const shrink = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / shrink;
  const halfWidth = (z / shrink) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  // With no or full success the limits are exactly 0 and 1; rounding would be off by 1e-17.
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - halfWidth),
    high: successes === n ? 1 : Math.min(1, centre + halfWidth),
    level,
  };
}

/** Successes among independent units of one group; `successes` may be fractional. */
export interface Proportion {
  readonly successes: number;
  readonly n: number;
}

/**
 * Interval for the difference of two independent shares, after − before, from the Wilson limits of each. Within
 * [−1, 1]; undefined when a group is empty.
 * Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, method 10.
 */
export function newcombeInterval(before: Proportion, after: Proportion, level = 0.95): Interval | undefined {
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
export type PairedOutcomes = Readonly<Record<'both' | 'onlyBefore' | 'onlyAfter' | 'neither', number>>;

/**
 * Interval for the difference of two shares of the same units. Combines the Wilson limits by their correlation φ,
 * corrected for continuity if positive. Within [−1, 1]; undefined without units. Has a width even if no unit flipped.
 * Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 10.
 */
export function newcombePairedInterval(
  { both, onlyBefore, onlyAfter, neither }: PairedOutcomes,
  level = 0.95,
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

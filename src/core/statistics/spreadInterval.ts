import type { NormalLevel } from './criticalValue';
import type { Interval } from './interval';
import { wilsonInterval } from './wilson';

/** What an interval was drawn from. */
export interface DrawnFrom {
  /** The figure that the interval belongs to. */
  readonly value: number;
  /** Independent units: samples, pairs, conversations, dialogues. */
  readonly units: number;
  /** Least and greatest value that the figure can have, in its unit. */
  readonly scale: readonly [number, number];
}

/**
 * The drawn interval, or where the units showed no spread at all, and resampling therefore none, one that says how much spread such a
 * sample can hide. Of all units a share q at most is unlike those seen: q is Wilson's upper limit for 0 of n. In the worst case these lie
 * at an end of the scale, so the interval goes from value − q (value − least) to value + q (greatest − value). For a share of 0 or 1 that
 * is Wilson's interval itself. `undefined` stays so.
 */
export function spreadInterval(
  drawn: Interval | undefined,
  { value, units, scale: [least, greatest] }: DrawnFrom,
  level: NormalLevel = 0.95,
): Interval | undefined {
  if (drawn === undefined || !isPoint(drawn, greatest - least)) return drawn;
  const unseen = wilsonInterval(0, units, level)?.high ?? 1;
  return { low: value - unseen * (value - least), high: value + unseen * (greatest - value), level: drawn.level };
}

/** Sums in another order differ by rounding, which is no width. */
function isPoint({ low, high }: Interval, range: number): boolean {
  return high - low <= 1e-9 * range;
}

import { wilsonInterval, type Interval } from './interval';

interface DrawnFrom {
  readonly value: number;
  /** Independent units: samples, pairs, conversations, dialogues. */
  readonly units: number;
  /** Least and greatest possible value. */
  readonly scale: readonly [number, number];
}

/**
 * The drawn interval, or one that allows for hidden spread if the units showed none. At most a share q of all units
 * differs from those observed: q is Wilson's upper limit for 0 of n. In the worst case these lie at an end of the
 * scale. That gives value − q (value − least) to value + q (greatest − value). For a share of 0 or 1 this is
 * Wilson's interval.
 */
export function spreadInterval(
  drawn: Interval | undefined,
  { value, units, scale: [least, greatest] }: DrawnFrom,
  level = 0.95,
): Interval | undefined {
  // Sums in a different order differ by rounding, which is not spread.
  if (drawn === undefined || drawn.high - drawn.low > 1e-9 * (greatest - least)) return drawn;
  const unseen = wilsonInterval(0, units, level)?.high ?? 1;
  return { low: value - unseen * (value - least), high: value + unseen * (greatest - value), level: drawn.level };
}

/** A mean that a statistic is built from. */
export interface Part {
  /** Each unit's value, in one order for all parts; `undefined` if the unit is not in this part. */
  readonly values: readonly (number | undefined)[];
  /** Change of the statistic per change of the mean. */
  readonly slope: number;
  readonly scale: readonly [number, number];
}

interface HiddenShift {
  readonly units: ReadonlySet<number>;
  readonly down: number;
  readonly up: number;
}

/**
 * Widens a drawn interval for parts whose units were all alike, which resampling cannot vary. Each such part may be off
 * by what `spreadInterval` allows, times its slope. Parts on the same units shift together and others independently;
 * shared units give the correlation. This is independent of what was drawn, so half-lengths add as squares.
 */
export function withHiddenSpread(
  drawn: Interval,
  value: number,
  parts: readonly Part[],
  [least, greatest]: readonly [number, number],
  level = 0.95,
): Interval {
  const shifts = parts.flatMap((part) => hiddenShift(part, level));
  if (shifts.length === 0) return drawn;
  const down = Math.hypot(value - drawn.low, together(shifts, 'down'));
  const up = Math.hypot(drawn.high - value, together(shifts, 'up'));
  return { low: Math.max(least, value - down), high: Math.min(greatest, value + up), level: drawn.level };
}

function hiddenShift({ values, slope, scale: [least, greatest] }: Part, level: number): readonly HiddenShift[] {
  const units = new Set(values.flatMap((value, unit) => (value === undefined ? [] : [unit])));
  const known = values.filter((value) => value !== undefined);
  const low = known.reduce((least, value) => Math.min(least, value), Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  if (units.size === 0 || slope === 0 || high - low > 1e-9 * (greatest - least)) return [];
  const unseen = (wilsonInterval(0, units.size, level)?.high ?? 1) * Math.abs(slope);
  const [below, above] = [unseen * (low - least), unseen * (greatest - low)];
  return [{ units, ...(slope > 0 ? { down: below, up: above } : { down: above, up: below }) }];
}

function together(shifts: readonly HiddenShift[], end: 'down' | 'up'): number {
  let sum = 0;
  for (const one of shifts) for (const other of shifts) sum += one[end] * other[end] * overlap(one.units, other.units);
  return Math.sqrt(sum);
}

/** Correlation of two means over samples that share units, where a unit adds the same to both. */
function overlap(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  if (one === other) return 1;
  const shared = [...one].filter((unit) => other.has(unit)).length;
  return shared / Math.sqrt(one.size * other.size);
}

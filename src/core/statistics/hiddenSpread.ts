import type { NormalLevel } from './criticalValue';
import type { Interval } from './interval';
import { wilsonInterval } from './wilson';

/** A mean that a figure is made of. */
export interface Part {
  /** What each unit adds to the mean, the units of all parts of a figure in one order; `undefined` for a unit that adds nothing. */
  readonly values: readonly (number | undefined)[];
  /** By how much the figure moves with the mean. */
  readonly slope: number;
  /** Least and greatest value that the mean can have. */
  readonly scale: readonly [number, number];
}

interface HiddenShift {
  readonly units: ReadonlySet<number>;
  readonly down: number;
  readonly up: number;
}

/**
 * The interval of a figure that is made of several means, drawn by resampling, made wider by what resampling cannot draw: parts whose units
 * were all alike. Each such part may be off by as much as `spreadInterval` allows it, times its slope. Two of them on the same units are off
 * together, on other units independently: their correlation is that of means over overlapping samples. What they hide is independent of
 * what was drawn, so the squares of both half-lengths add up. Without such a part the drawn interval itself.
 */
export function withHiddenSpread(
  drawn: Interval,
  value: number,
  parts: readonly Part[],
  [least, greatest]: readonly [number, number],
  level: NormalLevel = 0.95,
): Interval {
  const shifts = parts.flatMap((part) => hiddenShift(part, level));
  if (shifts.length === 0) return drawn;
  const down = Math.hypot(value - drawn.low, together(shifts, 'down'));
  const up = Math.hypot(drawn.high - value, together(shifts, 'up'));
  return { low: Math.max(least, value - down), high: Math.min(greatest, value + up), level: drawn.level };
}

function hiddenShift({ values, slope, scale: [least, greatest] }: Part, level: NormalLevel): readonly HiddenShift[] {
  const units = new Set<number>();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [unit, value] of values.entries()) {
    if (value === undefined) continue;
    units.add(unit);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
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
  let shared = 0;
  for (const unit of one) if (other.has(unit)) shared += 1;
  return shared / Math.sqrt(one.size * other.size);
}

import { resamplesFor } from './bootstrap';
import type { Proportion } from './interval';

/**
 * Two-sided Fisher's exact test for equal success shares in two independent groups. Sums the chances of all tables with
 * the same margins that are at most as likely as the observed one, like R's fisher.test. 1 if a group is empty.
 */
export function fisherExactP(one: Proportion, other: Proportion): number {
  const total = one.successes + other.successes;
  const lowest = Math.max(0, total - other.n);
  const highest = Math.min(total, one.n);
  // Chance of `count + 1` successes in the first group over the chance of `count` (hypergeometric).
  const ratio = (count: number): number =>
    ((one.n - count) * (total - count)) / ((count + 1) * (other.n - total + count + 1));
  // Chances relative to the observed table, stepping away in both directions, which avoids overflow.
  const shares = [1];
  for (let [count, share] = [one.successes, 1]; count < highest; count++) shares.push((share *= ratio(count)));
  for (let [count, share] = [one.successes, 1]; count > lowest; count--) shares.push((share *= 1 / ratio(count - 1)));
  const all = shares.reduce((sum, share) => sum + share, 0);
  // Equally likely tables may differ by rounding; they count as ties.
  const extreme = shares.reduce((sum, share) => (share <= 1 + 1e-7 ? sum + share : sum), 0);
  return Number.isFinite(all) ? Math.min(1, extreme / all) : Number.MIN_VALUE;
}

/** Minimum draws: the smallest p is then 0.0002, which stays below 0.05 when corrected for 200 metrics. */
const fewestDraws = 5_000;

/** Draws of a permutation test of this many units: `most` for few, then fewer. A unit costs half as much here. */
export function drawsFor(units: number, most: number): number {
  return resamplesFor(units / 2, most, fewestDraws);
}

/** Equal statistics may differ by rounding; they count as ties. */
export function thresholdOf(seen: number): number {
  return Math.abs(seen) * (1 - 1e-10);
}

/** Maximum grid positions; a grid caused by rounding errors has more. */
const mostPositions = 4096;

interface Grid {
  readonly low: number;
  readonly step: number;
  readonly positions: Float64Array;
}

/** The grid that the numbers lie on, with each position; `undefined` if there is none or it is too long. */
export function gridOf(values: Float64Array): Grid | undefined {
  const distinct = Float64Array.from(new Set(values)).sort();
  const [low = 0] = distinct;
  const step = distinct.reduce((common, value) => commonStep(common, value - low), 0) || 1;
  if (!(((distinct.at(-1) ?? low) - low) / step < mostPositions)) return undefined;
  const positions = values.map((value) => Math.round((value - low) / step));
  const isOn = (value: number, index: number): boolean =>
    Math.abs(low + step * (positions[index] ?? 0) - value) <= step * 1e-6;
  return values.every(isOn) ? { low, step, positions } : undefined;
}

/** Euclid's algorithm; remainders caused by rounding count as 0. */
function commonStep(one: number, other: number): number {
  let [large, rest] = [Math.max(one, other), Math.min(one, other)];
  const nothing = large * 1e-9;
  while (rest > nothing) [large, rest] = [rest, Math.abs(large - rest * Math.round(large / rest))];
  return large;
}

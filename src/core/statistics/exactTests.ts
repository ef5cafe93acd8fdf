import { estimateOf, type UnitSums } from './bootstrap';
import type { Proportion } from './interval';
import { type Random, twoTo32 } from './random';
import { checkWhole } from './statisticsArgumentError';

/**
 * Two-sided exact McNemar test on the flips between two runs: samples that passed only before and only after. Twice the
 * binomial(n, 1/2) tail of the rarer kind, at most 1; no flips: 1.
 */
export function mcnemarExactP(onlyBefore: number, onlyAfter: number): number {
  checkWhole('mcnemarExactP', 'onlyBefore', onlyBefore, 0);
  checkWhole('mcnemarExactP', 'onlyAfter', onlyAfter, 0);
  const flips = onlyBefore + onlyAfter;
  const rarer = Math.min(onlyBefore, onlyAfter);
  if (2 * rarer === flips) return 1;
  // C(flips, rarer) / 2^flips, halving as it grows: neither factor fits a double beyond about 1,000 flips.
  let largest = 1;
  let halvings = flips;
  for (let factor = 1; factor <= rarer; factor++) {
    largest *= (flips - rarer + factor) / factor;
    while (largest > 1 && halvings > 0) {
      largest /= 2;
      halvings--;
    }
  }
  // The smaller terms of the tail as shares of the largest, from C(n, k - 1) / C(n, k) = k / (n - k + 1).
  let tail = 1;
  let share = 1;
  for (let count = rarer; count > 0 && share > 0; count--) {
    share *= count / (flips - count + 1);
    tail += share;
  }
  // An exact p is never 0; what underflows is the smallest double instead.
  return Math.min(1, Math.max(Number.MIN_VALUE, 2 * tail * largest * 2 ** -halvings));
}

/**
 * Two-sided Fisher's exact test that two independent groups have the same share of successes: the chance, with the margins of the
 * table as they are, of all tables that are at most as likely as the one seen (as R's fisher.test). 1 when a group is empty.
 */
export function fisherExactP(one: Proportion, other: Proportion): number {
  for (const { successes, n } of [one, other]) {
    checkWhole('fisherExactP', 'n', n, 0);
    checkWhole('fisherExactP', 'successes', successes, 0, n);
  }
  const total = one.successes + other.successes;
  const lowest = Math.max(0, total - other.n);
  const highest = Math.min(total, one.n);
  // Chance of `count + 1` successes in the first group over the chance of `count` (hypergeometric).
  const ratio = (count: number): number =>
    ((one.n - count) * (total - count)) / ((count + 1) * (other.n - total + count + 1));
  // Chances relative to the one seen, walked away from it in both directions: none overflows where it counts.
  const shares = [1];
  for (let [count, share] = [one.successes, 1]; count < highest; count++) shares.push((share *= ratio(count)));
  for (let [count, share] = [one.successes, 1]; count > lowest; count--) shares.push((share *= 1 / ratio(count - 1)));
  const all = shares.reduce((sum, share) => sum + share, 0);
  // Tables as likely on paper may differ by rounding; they are ties and count.
  const extreme = shares.reduce((sum, share) => (share <= 1 + 1e-7 ? sum + share : sum), 0);
  return Number.isFinite(all) ? Math.min(1, extreme / all) : Number.MIN_VALUE;
}

/** Up to so many units all patterns are walked; beyond it they are drawn. */
const mostWalked = 16;

/**
 * The two-sided p of a permutation test on pairs: the share of all ways to exchange the two values of units whose statistic lies at least
 * as far off 0 as the one seen. Exchanging a unit turns the sign of its features. Exact for numbers on a grid and for up to 16 units that
 * differ; drawn otherwise. `undefined` for a statistic without a value.
 */
export function signTestP(statistic: UnitSums, draws: number, random: Random): number | undefined {
  const seen = estimateOf(statistic);
  if (Number.isNaN(seen)) return undefined;
  const { features, width, estimate } = statistic;
  const exact = width === 1 ? exactSignShare(features, (sum) => estimate(Float64Array.of(sum))) : undefined;
  if (exact !== undefined) return exact;
  // Units whose features are all 0 look the same either way.
  const moves = (unit: number): boolean => features.subarray(unit * width, (unit + 1) * width).some((one) => one !== 0);
  const moving = features.filter((_, index) => moves(Math.floor(index / width)));
  const sums = new Float64Array(width);
  return permutationShare(moving.length / width, seen, { draws, random }, (permuted) => {
    sums.fill(0);
    for (let unit = 0; unit < permuted.length; unit++) {
      const sign = 1 - 2 * (permuted[unit] ?? 0);
      for (let part = 0; part < width; part++) {
        sums[part] = (sums[part] ?? 0) + sign * (moving[unit * width + part] ?? 0);
      }
    }
    return estimate(sums);
  });
}

/**
 * The share of patterns in which the statistic lies at least as far off 0 as `seen`: of all 2^units, or of those drawn, where the pattern
 * seen counts as one. A pattern without a value counts: it cannot speak for a difference.
 */
export function permutationShare(
  units: number,
  seen: number,
  { draws, random }: { readonly draws: number; readonly random: Random },
  statisticOf: (permuted: Uint8Array) => number | undefined,
): number {
  const threshold = thresholdOf(seen);
  const isExact = units <= mostWalked;
  const rounds = isExact ? 2 ** units : draws;
  const permuted = new Uint8Array(units);
  const words = new Uint32Array(Math.ceil(units / 32));
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    if (isExact) words[0] = round;
    else random.fillInts(words, twoTo32);
    for (let unit = 0; unit < units; unit++) permuted[unit] = ((words[unit >>> 5] ?? 0) >>> (unit & 31)) & 1;
    hits += Math.abs(statisticOf(permuted) ?? Number.NaN) < threshold ? 0 : 1;
  }
  return isExact ? hits / rounds : (1 + hits) / (1 + draws);
}

/** Patterns with the same statistic on paper may differ by rounding; they are ties and count. */
export function thresholdOf(seen: number): number {
  return Math.abs(seen) * (1 - 1e-10);
}

/** Additions that the chances of all sums may take, a nanosecond each; beyond it signs are drawn. */
const mostAdditions = 3_000_000;
/** Positions on a grid; one that rounding made has more. */
const mostPositions = 4096;

/**
 * The exact share of all 2^n sign patterns of `values` whose statistic lies at least as far off 0 as that of the signs seen. The chances of
 * the sums are those of n fair coins, added up coin by coin; that is possible where the numbers lie on a grid. `undefined` where they
 * do not, or where it would take too long.
 */
export function exactSignShare(values: Float64Array, statisticOf: (sum: number) => number): number | undefined {
  // With 0 among them, the grid of the absolute values starts at 0.
  const grid = gridOf(Float64Array.from([0, ...values], Math.abs));
  if (grid === undefined) return undefined;
  const sizes = grid.positions.subarray(1);
  const seen = values.reduce((sum, value, unit) => sum + Math.sign(value) * (sizes[unit] ?? 0), 0);
  // In rising order the sums stay short for longest.
  const coins = sizes.filter((size) => size > 0).sort();
  const reach = coins.reduce((sum, size) => sum + size, 0);
  const additions = coins.reduce((sum, size, index) => sum + size * (coins.length - index), 0);
  if (additions > mostAdditions) return undefined;
  // Chances that the units with a plus add up to each number from 0 to `reach`.
  const chances = new Float64Array(reach + 1);
  chances[0] = 1;
  let length = 0;
  for (const size of coins) {
    length += size;
    // Downwards, so that what is read is still as it was.
    for (let sum = length; sum >= 0; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (sum < size ? 0 : (chances[sum - size] ?? 0))) / 2;
    }
  }
  const threshold = thresholdOf(statisticOf(grid.step * seen));
  const isExtreme = (sum: number): boolean => !(Math.abs(statisticOf(grid.step * (2 * sum - reach))) < threshold);
  const share = chances.reduce((all, chance, sum) => (chance > 0 && isExtreme(sum) ? all + chance : all), 0);
  // The pattern seen is one of them: what underflows is the smallest double instead.
  return Math.min(1, Math.max(Number.MIN_VALUE, share));
}

interface Grid {
  readonly low: number;
  readonly step: number;
  readonly positions: Float64Array;
}

/** The grid on which the numbers lie, with the position of each; `undefined` where there is none or it is too long. */
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

/** Euclid's algorithm, with what is left of a division by rounding taken for nothing. */
function commonStep(one: number, other: number): number {
  let [large, rest] = [Math.max(one, other), Math.min(one, other)];
  const nothing = large * 1e-9;
  while (rest > nothing) [large, rest] = [rest, Math.abs(large - rest * Math.round(large / rest))];
  return large;
}

import { estimateOf, resamplesFor, type UnitSums } from './bootstrap';
import type { Proportion } from './interval';
import { type Random, twoTo32 } from './random';
import { checkWhole } from './statisticsArgumentError';

/**
 * Two-sided exact McNemar test on the samples that passed only before or only after: twice the binomial(n, 1/2) tail of
 * the rarer kind, at most 1. Without flips p is 1.
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
  // An exact p is never 0, so underflow gives the smallest double.
  return Math.min(1, Math.max(Number.MIN_VALUE, 2 * tail * largest * 2 ** -halvings));
}

/**
 * Two-sided Fisher's exact test for equal success shares in two independent groups. Sums the chances of all tables with
 * the same margins that are at most as likely as the observed one, like R's fisher.test. 1 if a group is empty.
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
  // Chances relative to the observed table, stepping away in both directions, which avoids overflow.
  const shares = [1];
  for (let [count, share] = [one.successes, 1]; count < highest; count++) shares.push((share *= ratio(count)));
  for (let [count, share] = [one.successes, 1]; count > lowest; count--) shares.push((share *= 1 / ratio(count - 1)));
  const all = shares.reduce((sum, share) => sum + share, 0);
  // Equally likely tables may differ by rounding; they count as ties.
  const extreme = shares.reduce((sum, share) => (share <= 1 + 1e-7 ? sum + share : sum), 0);
  return Number.isFinite(all) ? Math.min(1, extreme / all) : Number.MIN_VALUE;
}

/** Up to this many units all patterns are enumerated; beyond it they are drawn. */
const mostWalked = 16;
/** Minimum draws: the smallest p is then 0.0002, which stays below 0.05 when corrected for 200 metrics. */
const fewestDraws = 5_000;

/** Draws of a permutation test of this many units: `most` for few, then fewer to limit the time. */
export function drawsFor(units: number, most: number): number {
  return resamplesFor(units, most, fewestDraws);
}

/**
 * Two-sided p of a permutation test on pairs: the share of all swaps whose statistic is at least as far from 0 as the
 * observed one. Swapping a unit flips the sign of its features. Exact for numbers on a grid and for up to 16 differing
 * units, else drawn. `undefined` if the statistic has no value.
 */
export function signTestP(statistic: UnitSums, draws: number, random: Random): number | undefined {
  const seen = estimateOf(statistic);
  if (Number.isNaN(seen)) return undefined;
  const { features, width, estimate } = statistic;
  const exact = width === 1 ? exactSignShare(features, (sum) => estimate(Float64Array.of(sum))) : undefined;
  if (exact !== undefined) return exact;
  // A unit whose features are all 0 is the same either way.
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
 * Share of patterns whose statistic is at least as far from 0 as `seen`: of all 2^units, or of random draws plus the
 * observed pattern. Many units get fewer draws. A pattern without a value counts, to be conservative.
 */
export function permutationShare(
  units: number,
  seen: number,
  { draws, random }: { readonly draws: number; readonly random: Random },
  statisticOf: (permuted: Uint8Array) => number | undefined,
): number {
  const threshold = thresholdOf(seen);
  const isExact = units <= mostWalked;
  const rounds = isExact ? 2 ** units : drawsFor(units, draws);
  const permuted = new Uint8Array(units);
  const words = new Uint32Array(Math.ceil(units / 32));
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    if (isExact) words[0] = round;
    else random.fillInts(words, twoTo32);
    for (let unit = 0; unit < units; unit++) permuted[unit] = ((words[unit >>> 5] ?? 0) >>> (unit & 31)) & 1;
    hits += Math.abs(statisticOf(permuted) ?? Number.NaN) < threshold ? 0 : 1;
  }
  return isExact ? hits / rounds : (1 + hits) / (1 + rounds);
}

/** Equal statistics may differ by rounding; they count as ties. */
export function thresholdOf(seen: number): number {
  return Math.abs(seen) * (1 - 1e-10);
}

/** Maximum additions for the exact distribution, about a nanosecond each; beyond it signs are drawn. */
const mostAdditions = 3_000_000;
/** Maximum grid positions; a grid caused by rounding errors has more. */
const mostPositions = 4096;

/**
 * Exact share of all 2^n sign patterns of `values` whose statistic is at least as far from 0 as the observed one. The
 * distribution of sums is that of n fair coins, built coin by coin on a grid. `undefined` if there is no grid or it
 * would take too long.
 */
export function exactSignShare(values: Float64Array, statisticOf: (sum: number) => number): number | undefined {
  // 0 is added so that the grid starts at 0.
  const grid = gridOf(Float64Array.from([0, ...values], Math.abs));
  if (grid === undefined) return undefined;
  const sizes = grid.positions.subarray(1);
  const seen = values.reduce((sum, value, unit) => sum + Math.sign(value) * (sizes[unit] ?? 0), 0);
  // In ascending order the sums stay short longest.
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
    // Downwards, so that each value is read before it changes.
    for (let sum = length; sum >= 0; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (sum < size ? 0 : (chances[sum - size] ?? 0))) / 2;
    }
  }
  const threshold = thresholdOf(statisticOf(grid.step * seen));
  const isExtreme = (sum: number): boolean => !(Math.abs(statisticOf(grid.step * (2 * sum - reach))) < threshold);
  const share = chances.reduce((all, chance, sum) => (chance > 0 && isExtreme(sum) ? all + chance : all), 0);
  // Never 0, as the observed pattern counts; underflow gives the smallest double.
  return Math.min(1, Math.max(Number.MIN_VALUE, share));
}

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

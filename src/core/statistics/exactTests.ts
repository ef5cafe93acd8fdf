import type { Proportion } from './interval';
import { checkArgument } from './statisticsArgumentError';

/**
 * Two-sided exact McNemar test on the flips between two runs: samples that passed only before and only after. Twice the
 * binomial(n, 1/2) tail of the rarer kind, at most 1; no flips: 1.
 */
export function mcnemarExactP(onlyBefore: number, onlyAfter: number): number {
  for (const [argument, count] of Object.entries({ onlyBefore, onlyAfter })) {
    checkArgument(
      Number.isSafeInteger(count) && count >= 0,
      'mcnemarExactP',
      argument,
      count,
      'a whole number of at least 0',
    );
  }
  const flips = onlyBefore + onlyAfter;
  const rarer = Math.min(onlyBefore, onlyAfter);
  if (2 * rarer === flips) return 1;
  // C(flips, rarer) / 2^flips, halving as it grows: neither the coefficient nor 2^-flips fits a double beyond about 1,000 flips.
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
    checkArgument(Number.isSafeInteger(n) && n >= 0, 'fisherExactP', 'n', n, 'a whole number of at least 0');
    checkArgument(
      Number.isSafeInteger(successes) && successes >= 0 && successes <= n,
      'fisherExactP',
      'successes',
      successes,
      `a whole number from 0 to n = ${n}`,
    );
  }
  const total = one.successes + other.successes;
  const lowest = Math.max(0, total - other.n);
  const highest = Math.min(total, one.n);
  // Chances relative to the one seen, walked away from it in both directions: none overflows where it counts.
  const shares = [1];
  for (const step of [1, -1]) {
    let share = 1;
    for (let count = one.successes; step > 0 ? count < highest : count > lowest; count += step) {
      share *= step > 0 ? ratio(one, other, total, count) : 1 / ratio(one, other, total, count - 1);
      shares.push(share);
    }
  }
  // Tables as likely on paper may differ by rounding; they are ties and count.
  const limit = 1 + 1e-7;
  let all = 0;
  let extreme = 0;
  for (const share of shares) {
    all += share;
    if (share <= limit) extreme += share;
  }
  return Number.isFinite(all) ? Math.min(1, extreme / all) : Number.MIN_VALUE;
}

/** Chance of `count + 1` successes in the first group over the chance of `count` (hypergeometric). */
function ratio(one: Proportion, other: Proportion, total: number, count: number): number {
  return ((one.n - count) * (total - count)) / ((count + 1) * (other.n - total + count + 1));
}

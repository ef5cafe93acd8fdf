import { StatisticsArgumentError } from './statisticsArgumentError';

/**
 * Two-sided exact McNemar test on the flips between two runs: samples that passed only before and only after. Twice the
 * binomial(n, 1/2) tail of the rarer kind, at most 1; no flips: 1. Throws StatisticsArgumentError unless both are whole counts.
 */
export function mcnemarExactP(onlyBefore: number, onlyAfter: number): number {
  for (const [argument, count] of Object.entries({ onlyBefore, onlyAfter })) {
    if (!(Number.isSafeInteger(count) && count >= 0)) {
      throw new StatisticsArgumentError('mcnemarExactP', argument, count, 'a whole number of at least 0');
    }
  }
  const flips = onlyBefore + onlyAfter;
  const rarer = Math.min(onlyBefore, onlyAfter);
  if (2 * rarer === flips) {
    return 1;
  }
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

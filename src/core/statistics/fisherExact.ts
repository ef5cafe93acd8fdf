import type { Proportion } from './newcombe';
import { StatisticsArgumentError } from './statisticsArgumentError';

/**
 * Two-sided Fisher's exact test that two independent groups have the same share of successes: the chance, with the margins of the
 * table as they are, of all tables that are at most as likely as the one seen (as R's fisher.test). 1 when a group is empty.
 * Throws StatisticsArgumentError unless all counts are whole numbers and successes do not exceed n.
 */
export function fisherExactP(one: Proportion, other: Proportion): number {
  for (const { successes, n } of [one, other]) {
    if (!(Number.isSafeInteger(n) && n >= 0)) {
      throw new StatisticsArgumentError('fisherExactP', 'n', n, 'a whole number of at least 0');
    }
    if (!(Number.isSafeInteger(successes) && successes >= 0 && successes <= n)) {
      throw new StatisticsArgumentError('fisherExactP', 'successes', successes, `a whole number from 0 to n = ${n}`);
    }
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

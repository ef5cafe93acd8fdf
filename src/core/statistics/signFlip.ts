import { twoTo32, type Random } from './random';
import { StatisticsArgumentError } from './statisticsArgumentError';

/** Up to here all sign patterns are walked (2^16 sums); beyond it they are drawn. */
export const exactSignFlipLimit = 16;

/**
 * Two-sided sign-flip permutation test that paired differences are centred on 0: the share of sign patterns whose sum lies at
 * least as far from 0 as the one seen. Differences of 0 look the same under both signs, so they neither count towards the
 * limit of 16 nor change the p-value. Beyond 16, `draws` random patterns with the seen one counted in, (1 + hits) / (1 + draws),
 * so that p is never 0. Undefined without differences; StatisticsArgumentError for one that is not finite.
 */
export function signFlipP(differences: readonly number[], random: Random, draws = 20_000): number | undefined {
  const wrong = differences.find((difference) => !Number.isFinite(difference));
  if (wrong !== undefined) {
    throw new StatisticsArgumentError('signFlipP', 'a difference', wrong, 'a finite number');
  }
  if (!(Number.isInteger(draws) && draws >= 1)) {
    throw new StatisticsArgumentError('signFlipP', 'draws', draws, 'a whole number of at least 1');
  }
  if (differences.length === 0) {
    return undefined;
  }
  const moving = Float64Array.from(differences.filter((difference) => difference !== 0));
  const reach = moving.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const seen = Math.abs(moving.reduce((sum, difference) => sum + difference, 0));
  // Patterns with the same sum on paper may differ by rounding; they are ties and count.
  const threshold = seen - reach * 1e-12;
  return moving.length <= exactSignFlipLimit
    ? exactShare(moving, threshold)
    : (1 + drawnHits(moving, threshold, random, draws)) / (1 + draws);
}

function exactShare(moving: Float64Array, threshold: number): number {
  let sums = Float64Array.of(0);
  for (const difference of moving) {
    const doubled = new Float64Array(sums.length * 2);
    doubled.set(sums.map((sum) => sum + difference));
    doubled.set(
      sums.map((sum) => sum - difference),
      sums.length,
    );
    sums = doubled;
  }
  return sums.reduce((hits, sum) => (Math.abs(sum) >= threshold ? hits + 1 : hits), 0) / sums.length;
}

function drawnHits(moving: Float64Array, threshold: number, random: Random, draws: number): number {
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let signs = 0;
    for (let index = 0; index < moving.length; index++) {
      // One random word holds the signs of 32 units.
      signs = index % 32 === 0 ? random.int(twoTo32) : signs >>> 1;
      // Times 1 or -1: a branch on a random bit costs several times as much.
      sum += (moving[index] ?? Number.NaN) * (((signs & 1) << 1) - 1);
    }
    hits += Math.abs(sum) >= threshold ? 1 : 0;
  }
  return hits;
}

import { checkArgument } from './statisticsArgumentError';

/** Beyond this a tail is smaller than 2^-60, and no level that is worked with comes near it. */
const farthest = 9;

/**
 * The share of the standard normal distribution above `z`; right to 1e-15. Source: G. Marsaglia, Journal of Statistical Software 11
 * (2004), 4: Φ(z) = 1/2 + φ(z)·(z + z³/3 + z⁵/(3·5) + …).
 */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) return Number.NaN;
  if (z > farthest) return 0;
  if (z < -farthest) return 1;
  let term = z;
  let sum = z;
  let before = Number.NaN;
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum;
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 - (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * How many standard errors a two-sided normal test at the level `alpha` asks for: 1.96 at 0.05. By halving; right to 1e-9 where alpha is
 * at least 1e-6.
 */
export function twoSidedCritical(alpha: number): number {
  checkArgument(alpha >= 1e-12 && alpha <= 1, 'twoSidedCritical', 'alpha', alpha, 'from 1e-12 to 1');
  let [low, high] = [0, farthest];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (2 * normalTail(middle) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

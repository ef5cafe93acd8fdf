import type { NormalLevel } from './criticalValue';
import { criticalValue } from './criticalValue';
import { StatisticsArgumentError } from './statisticsArgumentError';

/** From here on Student's t and the normal distribution differ by less than a thousandth in their quantiles. */
const asGoodAsNormal = 2_000;

/**
 * Two-sided quantile of Student's t with a whole number of degrees of freedom: 2.262 for 9 at 0.95; right to 1e-9. By halving, on the
 * finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4. StatisticsArgumentError unless the degrees are a whole number of at least 1.
 */
export function studentCritical(degrees: number, level: NormalLevel): number {
  if (!(Number.isInteger(degrees) && degrees >= 1)) {
    throw new StatisticsArgumentError('studentCritical', 'degrees', degrees, 'a whole number of at least 1');
  }
  if (degrees >= asGoodAsNormal) return criticalValue(level);
  let low = 0;
  let high = 64;
  while (high - low > 1e-10) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degrees) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The share of the distribution between −t and t. */
function shareWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

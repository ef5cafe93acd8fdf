import { criticalValue, type NormalLevel } from './interval';
import { normalTail } from './normalTail';
import { checkWhole } from './statisticsArgumentError';

/** From here on Student's t and the normal distribution differ by less than a thousandth in their quantiles. */
const asGoodAsNormal = 2_000;

/**
 * Two-sided quantile of Student's t with a whole number of degrees of freedom: 2.262 for 9 at 0.95; right to 1e-9. By halving, on the
 * finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
 */
export function studentCritical(degrees: number, level: NormalLevel): number {
  checkWhole('studentCritical', 'degrees', degrees, 1);
  if (degrees >= asGoodAsNormal) return criticalValue(level);
  let [low, high] = [0, 64];
  while (high - low > 1e-10) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degrees) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

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

/** What was resampled: `units` of a group (the smaller one of two), and the degrees of freedom of the spread. */
export interface ResampledUnits {
  readonly units: number;
  readonly degrees: number;
}

/**
 * Which share of the resampled estimates lies beyond each end of an interval. Plain percentiles are too narrow for few units:
 * a resample varies less than a sample does, by (n − 1)/n, and its spread is itself an estimate. So the percentiles are moved outwards
 * to where t · √(n/(n − 1)) stands in a normal distribution: 0.9 % instead of 2.5 % for 10 units, 2.3 % for 80. The ends stay among
 * the resampled estimates, hence within what the metric can be. Source: T. C. Hesterberg, The American Statistician 69 (2015), 371-386,
 * "expanded percentile interval". At least 2 units.
 */
export function expandedTail({ units, degrees }: ResampledUnits, level: NormalLevel): number {
  return normalTail(studentCritical(degrees, level) * Math.sqrt(units / (units - 1)));
}

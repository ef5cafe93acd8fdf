export function criticalValue(level: number): number {
  return twoSidedCritical(1 - level);
}

/** Degrees of freedom from which quantiles of t and normal differ by less than a thousandth. */
const asGoodAsNormal = 2_000;

/** Student's t, two-sided: 2.262 for 9 at 0.95; accurate to 1e-9. Source: Abramowitz and Stegun, 26.7.3 and 26.7.4. */
export function studentCritical(degrees: number, level: number): number {
  if (degrees >= asGoodAsNormal) return criticalValue(level);
  return bisected([0, 64], 40, (t) => shareWithin(t, degrees) < level).middle;
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
 * The share of resampled estimates beyond each end of an interval. Plain percentiles are too narrow for few units: a
 * resample varies less than a sample, by (n − 1)/n, and its spread is itself an estimate. So the ends move outwards
 * to t · √(n/(n − 1)) in a normal distribution: 0.9% instead of 2.5% for 10 units, 2.3% for 80. They stay within
 * what the metric can be. Needs at least 2 units. Source: T. C. Hesterberg, The American Statistician 69 (2015),
 * 371-386, "expanded percentile interval".
 */
export function expandedTail({ units, degrees }: ResampledUnits, level: number): number {
  return normalTail(studentCritical(degrees, level) * Math.sqrt(units / (units - 1)));
}

/** Beyond this the tail is below 2^-60, far smaller than any level in use. */
const farthest = 9;

/**
 * The upper tail of the standard normal distribution; accurate to 1e-15. Source: G. Marsaglia, Journal of Statistical
 * Software 11 (2004), 4: Φ(z) = 1/2 + φ(z)·(z + z³/3 + z⁵/(3·5) + …).
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

/** Of the standard normal distribution, two-sided: 1.96 at 0.05. Accurate to 1e-9 for `alpha` from 1e-6 on. */
export function twoSidedCritical(alpha: number): number {
  return bisected([0, farthest], 60, (z) => 2 * normalTail(z) > alpha).middle;
}

/** Halves the ends so many times; `isTooLow` is true below what is sought. */
export function bisected(
  [low, high]: readonly [number, number],
  rounds: number,
  isTooLow: (value: number) => boolean,
): { readonly middle: number; readonly high: number } {
  for (let round = 0; round < rounds; round++) {
    const middle = (low + high) / 2;
    if (isTooLow(middle)) low = middle;
    else high = middle;
  }
  return { middle: (low + high) / 2, high };
}

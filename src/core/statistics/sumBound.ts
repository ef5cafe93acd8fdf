/** Natural logarithm of 2^37: two ends, each with a chance of 2^-37 of being passed. */
const beyond = 37 * Math.LN2;

/**
 * Between which numbers the sum of as many units as there are, drawn with replacement, lies but for a chance of 2^-36, which no number
 * of resamples meets. By Bernstein's inequality, with V the sum of squared deviations and M the largest one:
 * P(S − E S ≥ t) ≤ exp(−t² / (2V + 2Mt/3)).
 */
export function sumBound(values: readonly number[]): { readonly low: number; readonly high: number } {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  let largest = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    largest = Math.max(largest, Math.abs(value - mean));
  }
  const linear = (largest * beyond) / 3;
  const reach = linear + Math.sqrt(linear * linear + 2 * beyond * squares);
  return { low: sum - reach, high: sum + reach };
}

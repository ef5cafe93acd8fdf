export function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** NaN without values. */
export function mean(values: readonly number[] | Float64Array): number {
  return sum(values) / values.length;
}

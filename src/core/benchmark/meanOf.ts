/** Mean of the values that are there, in their unit; undefined for none. One loop, as it runs for every resample. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let count = 0;
  let total = 0;
  for (const value of values) {
    if (value === undefined) continue;
    count += 1;
    total += value;
  }
  return count === 0 ? undefined : total / count;
}

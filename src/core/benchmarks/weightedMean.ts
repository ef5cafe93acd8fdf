/** Mean of the values that are there, in their unit, each counted `n` times; undefined where nothing counts. */
export function weightedMean(
  parts: readonly { readonly n: number; readonly value: number | undefined }[],
): number | undefined {
  let count = 0;
  let total = 0;
  for (const { n, value } of parts) {
    if (value === undefined) continue;
    count += n;
    total += n * value;
  }
  return count === 0 ? undefined : total / count;
}

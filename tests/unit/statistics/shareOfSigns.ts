/** The sign-flip test by its definition: each pattern of signs written out, for some fourteen numbers at most. */
export function shareOfSigns(values: readonly number[]): number {
  const seen = Math.abs(values.reduce((sum, value) => sum + value, 0));
  const patterns = 2 ** values.length;
  let hits = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = values.reduce((total, value, unit) => total + ((pattern >> unit) & 1 ? value : -value), 0);
    // Sums that are equal on paper may differ by rounding.
    if (Math.abs(sum) >= seen - 1e-9) hits += 1;
  }
  return hits / patterns;
}

/** The value below which a share of ascending numbers lies; linear between the two neighbouring order statistics (type 7 of Hyndman and Fan, 1996). */
export function percentile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (position - below) * (high - low);
}

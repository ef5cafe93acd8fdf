import { completePairs, type RatedPair } from './ratedPair';

/**
 * Pearson's correlation of the complete pairs, −1..1. Undefined below two complete pairs or when one side has no spread:
 * there is nothing to correlate, which is not a correlation of 0.
 */
export function pearson(pairs: readonly RatedPair<number>[]): number | undefined {
  const complete = completePairs(pairs);
  // Asked of the values and not of the sums of squares: the mean of equal decimals may be off by a rounding error.
  const spreads = [0, 1].every((side) => complete.some((pair) => pair[side] !== complete[0]?.[side]));
  if (!spreads) {
    return undefined;
  }
  const meanX = complete.reduce((sum, [x]) => sum + x, 0) / complete.length;
  const meanY = complete.reduce((sum, [, y]) => sum + y, 0) / complete.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of complete) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  const correlation = xy / (Math.sqrt(xx) * Math.sqrt(yy));
  return Number.isFinite(correlation) ? Math.min(1, Math.max(-1, correlation)) : undefined;
}

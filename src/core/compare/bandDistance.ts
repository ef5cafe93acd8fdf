/**
 * How far a mean lies outside the band that is wanted; 0 inside it. Where neither end of a scale is good, this distance is what
 * gets better or worse: a mean that moves within the band is as good as before, one that leaves it on the other side is not.
 */
export function bandDistance(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, low - value, value - high);
}

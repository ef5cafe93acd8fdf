/**
 * A figure that depends on its units only through sums over them, for instance a mean (one sum) or a rate over clusters (two).
 * Resampling and permuting it then needs additions alone.
 */
export interface UnitSums {
  /** `width` numbers of unit 0, then those of unit 1, and so on. */
  readonly features: Float64Array;
  readonly width: number;
  readonly units: number;
  /** The figure from `width` sums; NaN where it has none. The array is used again, so it must not be kept. */
  readonly estimate: (sums: Float64Array) => number;
}

/** The figure over all units once. */
export function estimateOf({ features, width, estimate }: UnitSums): number {
  const sums = new Float64Array(width);
  features.forEach((feature, place) => {
    sums[place % width] = (sums[place % width] ?? 0) + feature;
  });
  return estimate(sums);
}

/** Numbers of units, to be added up. */
export interface UnitFeatures {
  /** `width` numbers of unit 0, then those of unit 1, and so on. */
  readonly features: Float64Array;
  readonly width: number;
  readonly units: number;
}

/**
 * A figure that depends on its units only through sums over them, for instance a mean (one sum) or a rate over clusters (two).
 * Resampling and permuting it then needs additions alone.
 */
export interface UnitSums extends UnitFeatures {
  /** The figure from `width` sums; NaN where it has none. The array is used again, so it must not be kept. */
  readonly estimate: (sums: Float64Array) => number;
}

/** The numbers without the function, which does not cross threads. */
export function featuresOf({ features, width, units }: UnitFeatures): UnitFeatures {
  return { features, width, units };
}

/** The figure for each `width` of the sums, one after the other. */
export function estimatesOf({ width, estimate }: UnitSums, sums: Float64Array): Float64Array {
  const estimates = new Float64Array(sums.length / width);
  const one = new Float64Array(width);
  for (let row = 0, from = 0; row < estimates.length; row++, from += width) {
    for (let part = 0; part < width; part++) one[part] = sums[from + part] ?? Number.NaN;
    estimates[row] = estimate(one);
  }
  return estimates;
}

/** The figure over all units once. */
export function estimateOf({ features, width, estimate }: UnitSums): number {
  const sums = new Float64Array(width);
  features.forEach((feature, place) => {
    sums[place % width] = (sums[place % width] ?? 0) + feature;
  });
  return estimate(sums);
}

/** Standard deviations at which a feature is cut off, and steps in one. */
const widest = 3;
const steps = 40;

/**
 * Features as whole steps of 1/40 standard deviation from the mean, cut off at three standard deviations; 0 where a feature never
 * varied.
 */
export function scaleFeatures(dense: Float64Array, means: Float64Array, deviations: Float64Array): Int8Array {
  return Int8Array.from(dense, (value, place) => {
    const deviation = deviations[place] ?? 0;
    if (deviation < 1e-9) return 0;
    const scaled = (value - (means[place] ?? 0)) / deviation;
    return Math.round(steps * Math.max(-widest, Math.min(widest, scaled)));
  });
}

/** Squared steps that make one squared standard deviation. */
export const squaredSteps = steps * steps;

/** Two-sided 5 %: z at 0.975, as in `criticalValue`. */
const zTest = 1.9599639845400543;
/** z at 0.80 (R: qnorm(0.8)). */
const zPower = 0.8416212335729143;

/**
 * Standard errors that a true difference must measure to be found with power 0.8 by a two-sided test at 0.05: about 2.8. By the
 * normal approximation; exact tests on few units need somewhat more.
 */
export const detectableErrors = zTest + zPower;

/** The smallest true difference that a test with this standard error finds four times out of five, in the same unit. */
export function detectableDifference(standardError: number): number {
  return detectableErrors * standardError;
}

/**
 * Independent units needed to find a true `difference` four times out of five (two-sided, 0.05) when the estimate from `units`
 * has `standardError`. Undefined where nothing can be said: no difference, no units, or no spread to plan with.
 */
export function unitsNeeded(difference: number, standardError: number, units: number): number | undefined {
  if (!(Math.abs(difference) > 0 && standardError > 0 && units > 0)) return undefined;
  const needed = Math.ceil(units * (detectableDifference(standardError) / difference) ** 2 + smallSample);
  return Number.isFinite(needed) ? Math.max(fewestUnits, needed) : undefined;
}

/** What a test that estimates the spread as well needs more: z²/2 units (W. C. Guenther, The American Statistician 35 (1981), 243-244). */
const smallSample = zTest ** 2 / 2;

/** Below 6 units no paired exact test can fall below 0.05: 2 · 2^-5 = 0.0625. */
export const fewestUnits = 6;

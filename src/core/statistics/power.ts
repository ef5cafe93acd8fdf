import { twoSidedCritical } from './quantiles';

/** z at 0.80 (R: qnorm(0.8)). */
const zPower = 0.8416212335729143;

/**
 * Standard errors that a true difference must measure to be found with power 0.8 by a two-sided test at the level `alpha`: about 2.8
 * at 0.05, 3.6 at 0.05/9. By the normal approximation; exact tests on few units need somewhat more.
 */
function detectableErrors(alpha: number): number {
  return twoSidedCritical(alpha) + zPower;
}

interface PlannedEstimate {
  readonly standardError: number;
  readonly units: number;
  /** The level of the two-sided test. */
  readonly alpha: number;
  /** The step of the grid on which the units' differences lie: 1 for passes and failures; absent where they lie on none. */
  readonly grain?: number | undefined;
}

/**
 * What an exact test on a grid loses, in steps of the grid on the sum of all units. Permuting a unit moves the sum by two steps, so the
 * test stands a step above the normal one by itself and a step more on average until it comes to a sum that can be; half a step of that
 * comes back, as the sum that is seen stands for its neighbours. It takes some hundredths of power from a few dozen units.
 */
const stepsLost = 1.5;

/** The smallest true difference that such an estimate's test finds four times out of five, in the same unit. */
export function detectableDifference({ standardError, units, alpha, grain = 0 }: PlannedEstimate): number {
  return detectableErrors(alpha) * standardError + (stepsLost * grain) / units;
}

/**
 * Independent units needed to find a true `difference` four times out of five with a test like that of the estimate. Undefined without
 * a difference, units, or spread to plan with.
 */
export function unitsNeeded(
  difference: number,
  { standardError, units, alpha, grain = 0 }: PlannedEstimate,
): number | undefined {
  const size = Math.abs(difference);
  if (!(size > 0 && standardError > 0 && units > 0)) return undefined;
  // n · difference = errors · s · √n + what the grid loses, solved for √n.
  const spread = detectableErrors(alpha) * standardError * Math.sqrt(units);
  const root = (spread + Math.sqrt(spread ** 2 + 4 * stepsLost * grain * size)) / (2 * size);
  // What a test that estimates the spread as well needs more: z²/2 units (W. C. Guenther, The American Statistician 35 (1981), 243-244).
  const needed = Math.ceil(root ** 2 + twoSidedCritical(alpha) ** 2 / 2);
  // No exact test can fall below its level unless 2 · 2^-n does.
  const fewest = Math.max(fewestUnits, Math.floor(Math.log2(2 / alpha)) + 1);
  return Number.isFinite(needed) ? Math.max(fewest, needed) : undefined;
}

/** Below 6 units no paired exact test can fall below 0.05: 2 · 2^-5 = 0.0625. */
export const fewestUnits = 6;

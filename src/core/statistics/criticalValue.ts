/** The confidence levels that intervals by the normal distribution are offered for, as shares. */
export type NormalLevel = 0.9 | 0.95 | 0.99;

/**
 * Two-sided standard normal quantiles, z = √2 · erf⁻¹(level), each the double nearest to the value computed with 40 digits
 * (R: qnorm(0.95), qnorm(0.975), qnorm(0.995)). The tests check them against the error function of a library.
 */
const twoSidedQuantiles: Readonly<Record<NormalLevel, number>> = {
  0.9: 1.6448536269514726,
  0.95: 1.9599639845400543,
  0.99: 2.575829303548901,
};

/** How many standard errors a normal interval of this level reaches to either side. */
export function criticalValue(level: NormalLevel): number {
  return twoSidedQuantiles[level];
}

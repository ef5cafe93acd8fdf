import { criticalValue } from './criticalValue';
import { StatisticsArgumentError } from './statisticsArgumentError';

/**
 * Two-sided 95 % quantile of Student's t, for example 2.776 at 4 degrees of freedom, right to 0.1 %. Degrees may be fractional;
 * StatisticsArgumentError below 1. Up to 5 degrees from tabled values (R: qt(0.975, df)), beyond by the expansion
 * of Abramowitz and Stegun, 26.7.5.
 */
export function studentQuantile95(degrees: number): number {
  if (!(degrees >= 1)) {
    throw new StatisticsArgumentError('studentQuantile95', 'degrees', degrees, 'at least 1');
  }
  // A fractional number counts as the next lower whole one there: wider, never narrower.
  const tabled = tabledQuantiles[Math.floor(degrees)];
  if (tabled !== undefined) return tabled;
  const z = criticalValue(0.95);
  const [z2, z3] = [z * z, z * z * z];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (z * (5 * z2 * z2 + 16 * z2 + 3)) / (96 * degrees ** 2) +
    (z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15)) / (384 * degrees ** 3)
  );
}

const tabledQuantiles: Readonly<Record<number, number>> = {
  1: 12.706204736432095,
  2: 4.302652729696142,
  3: 3.182446305284263,
  4: 2.7764451051977987,
  5: 2.570581835636314,
};

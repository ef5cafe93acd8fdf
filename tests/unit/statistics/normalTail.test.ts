import { erf } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { criticalValue } from '../../../src/core/statistics/quantiles';
import { normalTail, twoSidedCritical } from '../../../src/core/statistics/quantiles';

describe('normalTail', () => {
  it('agrees with the error function of a library', () => {
    for (let z = -8.5; z <= 8.5; z += 0.25) {
      expect(normalTail(z)).toBeCloseTo((1 - erf(z / Math.SQRT2)) / 2, 14);
    }
    expect(normalTail(40)).toBe(0);
    expect(normalTail(-40)).toBe(1);
    expect(normalTail(Number.NaN)).toBeNaN();
  });
});

describe('twoSidedCritical', () => {
  it('is the quantile that the tables have', () => {
    for (const level of [0.9, 0.95, 0.99] as const)
      expect(twoSidedCritical(1 - level)).toBeCloseTo(criticalValue(level), 9);
    expect(twoSidedCritical(1e-6)).toBeCloseTo(4.891638475699, 8);
    expect(twoSidedCritical(1)).toBeCloseTo(0, 9);
  });
});

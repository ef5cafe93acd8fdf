import { erf } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { criticalValue } from '../../../src/core/statistics/quantiles';

describe('criticalValue', () => {
  it.each([0.9, 0.95, 0.99] as const)('covers a share of %s of the normal distribution', (level) => {
    expect(erf(criticalValue(level) / Math.SQRT2)).toBeCloseTo(level, 14);
  });
});

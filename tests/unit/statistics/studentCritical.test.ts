import { describe, expect, it } from 'vitest';
import { criticalValue } from '../../../src/core/statistics/quantiles';
import { studentCritical } from '../../../src/core/statistics/quantiles';

describe('studentCritical', () => {
  it.each([
    [1, 0.95, 12.706204736432095],
    [2, 0.95, 4.302652729696142],
    [5, 0.95, 2.570581835636314],
    [5, 0.99, 4.032142983557536],
    [9, 0.95, 2.2621571628540993],
    [30, 0.9, 1.6972608943617378],
  ] as const)('with %s degrees at %s is %s (R: qt)', (degrees, level, expected) => {
    expect(studentCritical(degrees, level)).toBeCloseTo(expected, 7);
  });

  it('goes over into the normal distribution without a step', () => {
    expect(studentCritical(1_999, 0.95) / criticalValue(0.95)).toBeLessThan(1.001);
    expect(studentCritical(1_999, 0.95)).toBeGreaterThan(criticalValue(0.95));
    expect(studentCritical(1e9, 0.95)).toBe(criticalValue(0.95));
  });
});

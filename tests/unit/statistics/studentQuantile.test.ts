import { describe, expect, it } from 'vitest';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';
import { studentQuantile95 } from '../../../src/core/statistics/studentQuantile';

describe('studentQuantile95', () => {
  // R: qt(0.975, df).
  it.each([
    [1, 12.7062],
    [2, 4.30265],
    [4, 2.77645],
    [5, 2.57058],
    [9, 2.26216],
    [30, 2.04227],
    [1000, 1.96234],
  ])('is right to 0.1 %% at %d degrees of freedom', (degrees, expected) => {
    expect(Math.abs(studentQuantile95(degrees) / expected - 1)).toBeLessThan(0.001);
  });

  it('takes a fraction as the next lower whole number where it is tabled, and refuses less than one degree', () => {
    expect(studentQuantile95(1.9)).toBe(studentQuantile95(1));
    expect(studentQuantile95(Number.POSITIVE_INFINITY)).toBeCloseTo(1.96, 3);
    expect(() => studentQuantile95(0.5)).toThrow(StatisticsArgumentError);
    expect(() => studentQuantile95(Number.NaN)).toThrow(StatisticsArgumentError);
  });
});

import { describe, expect, it } from 'vitest';
import { detectableDifference, unitsNeeded } from '../../../src/core/statistics/power';

describe('unitsNeeded', () => {
  it('gives the textbook size of a paired comparison', () => {
    // Half a standard deviation and a fifth, power 0.8, two-sided 0.05: 34 and 199 pairs (J. Cohen's tables; R: power.t.test).
    expect(unitsNeeded(0.5, 1 / Math.sqrt(100), 100)).toBe(34);
    expect(unitsNeeded(-0.2, 1 / Math.sqrt(50), 50)).toBe(199);
  });

  it('asks for fewer units than there are when the difference exceeds what they can show', () => {
    expect(unitsNeeded(0.5, 0.1, 40)).toBe(15);
    expect(detectableDifference(0.1)).toBeCloseTo(0.28016, 5);
  });

  it('never asks for fewer than a test can work with, and says nothing without a spread or a difference', () => {
    expect(unitsNeeded(3, 0.1, 20)).toBe(6);
    expect(unitsNeeded(0, 0.1, 20)).toBeUndefined();
    expect(unitsNeeded(0.1, 0, 20)).toBeUndefined();
    expect(unitsNeeded(Number.NaN, 0.1, 20)).toBeUndefined();
    expect(unitsNeeded(1e-300, 0.1, 20)).toBeUndefined();
  });
});

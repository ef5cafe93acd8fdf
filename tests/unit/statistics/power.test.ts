import { describe, expect, it } from 'vitest';
import { detectableDifference, unitsNeeded } from '../../../src/core/statistics/power';

describe('unitsNeeded', () => {
  it('gives the textbook size of a paired comparison', () => {
    // Effects of 0.5 and 0.2, power 0.8, two-sided 0.05: 34 and 199 pairs (J. Cohen's tables; R: power.t.test).
    expect(unitsNeeded(0.5, { standardError: 1 / Math.sqrt(100), units: 100, alpha: 0.05 })).toBe(34);
    expect(unitsNeeded(-0.2, { standardError: 1 / Math.sqrt(50), units: 50, alpha: 0.05 })).toBe(199);
  });

  it('asks for fewer units than there are when the difference exceeds what they can show', () => {
    expect(unitsNeeded(0.5, { standardError: 0.1, units: 40, alpha: 0.05 })).toBe(15);
    expect(detectableDifference({ standardError: 0.1, units: 40, alpha: 0.05 })).toBeCloseTo(0.28016, 5);
  });

  it('never asks for fewer than a test can work with, and says nothing without a spread or a difference', () => {
    expect(unitsNeeded(3, { standardError: 0.1, units: 20, alpha: 0.05 })).toBe(6);
    expect(unitsNeeded(0, { standardError: 0.1, units: 20, alpha: 0.05 })).toBeUndefined();
    expect(unitsNeeded(0.1, { standardError: 0, units: 20, alpha: 0.05 })).toBeUndefined();
    expect(unitsNeeded(Number.NaN, { standardError: 0.1, units: 20, alpha: 0.05 })).toBeUndefined();
    expect(unitsNeeded(1e-300, { standardError: 0.1, units: 20, alpha: 0.05 })).toBeUndefined();
  });

  it('asks for more where the correction asks for a smaller p', () => {
    // z at 1 − 0.05/18 is 2.7729 (R: qnorm), 0.8416 for the power: (3.6145 / 0.5)² and half of z² more.
    expect(unitsNeeded(0.5, { standardError: 1 / Math.sqrt(100), units: 100, alpha: 0.05 / 9 })).toBe(
      Math.ceil(3.6145 ** 2 / 0.25 + 2.7729 ** 2 / 2),
    );
    expect(detectableDifference({ standardError: 1, units: 40, alpha: 0.05 / 9 })).toBeCloseTo(3.6145, 3);
    // 2 · 2^-9 is below 0.05/9, 2 · 2^-8 is not.
    expect(unitsNeeded(3, { standardError: 0.1, units: 20, alpha: 0.05 / 9 })).toBe(9);
  });

  it('counts what an exact test on a grid loses', () => {
    const coarse = { standardError: 0.08, units: 60, alpha: 0.05, grain: 1 };
    expect(detectableDifference(coarse)).toBeCloseTo(2.8016 * 0.08 + 1.5 / 60, 4);
    // Planned for what the units can just show, the same units come out, and Guenther's two.
    const needed = unitsNeeded(detectableDifference(coarse), coarse)!;
    expect(needed).toBeGreaterThanOrEqual(60);
    expect(needed).toBeLessThanOrEqual(63);
  });
});

import { describe, expect, it } from 'vitest';
import { signTestP } from './fixedTests';
import { detectableDifference, leastWins, signTestPower, unitsNeeded } from '../../../src/core/statistics/power';

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

describe('what can be shown at all', () => {
  /** Every pattern of n units, each unchanged, won or lost, with the test that compares runs. */
  function bruteForce(n: number, changed: number, wins: number, alpha: number): number {
    let found = 0;
    for (let pattern = 0; pattern < 3 ** n; pattern++) {
      let [rest, chance, won, lost] = [pattern, 1, 0, 0];
      for (let unit = 0; unit < n; unit++, rest = Math.floor(rest / 3)) {
        const kind = rest % 3;
        chance *= kind === 0 ? 1 - changed : changed * (kind === 1 ? wins : 1 - wins);
        won += kind === 1 ? 1 : 0;
        lost += kind === 2 ? 1 : 0;
      }
      if (won > lost && signTestP(lost, won) <= alpha) found += chance;
    }
    return found;
  }

  it.each([
    [6, 1, 1, 0.05],
    [8, 0.9, 0.95, 0.05],
    [10, 0.8, 0.9, 0.05],
    [11, 0.95, 0.85, 0.05 / 3],
    [12, 0.3, 1, 0.05],
    [5, 1, 1, 0.05],
  ])('has the power of all %i-unit patterns: changed %f, won %f, level %f', (units, changed, wins, alpha) => {
    expect(signTestPower({ units, changed, wins, alpha })).toBeCloseTo(bruteForce(units, changed, wins, alpha), 10);
  });

  it('finds the least share of wins with a power of 0.8', () => {
    for (const units of [33, 66, 120, 400, 5_000]) {
      const plan = { units, changed: 0.3, alpha: 0.05 };
      const wins = leastWins(plan)!;
      expect(signTestPower({ ...plan, wins })).toBeGreaterThanOrEqual(0.8);
      expect(signTestPower({ ...plan, wins: wins - 0.001 })).toBeLessThan(0.8);
    }
  });

  it('knows where even an edit that wins everything proves nothing', () => {
    expect(leastWins({ units: 5, changed: 1, alpha: 0.05 })).toBeUndefined();
    expect(leastWins({ units: 23, changed: 0.3, alpha: 0.05 })).toBeUndefined();
    expect(leastWins({ units: 0, changed: 0.3, alpha: 0.05 })).toBeUndefined();
    expect(leastWins({ units: 6, changed: 1, alpha: 0.05 })).toBeLessThan(1);
  });

  it('gives the figures of docs/comparing.md', () => {
    const of = (units: number, targets: number) => leastWins({ units, changed: 0.3, alpha: 0.05 / targets });
    expect([of(33, 1), of(66, 1), of(120, 1)].map((wins) => wins?.toFixed(2))).toEqual(['0.94', '0.82', '0.74']);
    expect([of(33, 3), of(66, 3), of(120, 3)].map((wins) => wins?.toFixed(2))).toEqual(['0.98', '0.86', '0.77']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExactP } from '../../../src/core/statistics/exactTests';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';

/** The definition in whole numbers of any size: twice the binomial tail over 2^n, at most 1, with 15 digits. */
function exactByIntegers(onlyBefore: number, onlyAfter: number): number {
  const n = onlyBefore + onlyAfter;
  let coefficient = 1n;
  let tail = 0n;
  for (let k = 0; k <= Math.min(onlyBefore, onlyAfter); k++) {
    tail += coefficient;
    coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
  }
  const scaled = (2n * tail * 10n ** 30n) / 2n ** BigInt(n);
  return Math.min(1, Number(scaled) / 1e30);
}

describe('mcnemarExactP', () => {
  // From fractions of whole numbers (Python): 2 * sum of C(n, i) / 2^n.
  it.each([
    [0, 6, 0.03125],
    [3, 15, 0.007537841796875],
    [2100, 2300, 0.0026954315061124452],
    [2400, 2600, 0.004883649737517518],
    [4990, 5010, 0.8493103266373204],
    [0, 1000, 1.8665272370064378e-301],
  ])('%i and %i flips', (onlyBefore, onlyAfter, p) => {
    expect(mcnemarExactP(onlyBefore, onlyAfter) / p).toBeCloseTo(1, 11);
  });

  it('needs six flips to fall below 0.05', () => {
    expect(mcnemarExactP(0, 5)).toBeGreaterThan(0.05);
    expect(mcnemarExactP(0, 6)).toBeLessThan(0.05);
  });

  it('equals the definition in whole numbers', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.nat({ max: 400 }), (onlyBefore, onlyAfter) => {
        const p = mcnemarExactP(onlyBefore, onlyAfter);
        expect(Math.abs(p - exactByIntegers(onlyBefore, onlyAfter))).toBeLessThan(1e-12);
        expect(p).toBe(mcnemarExactP(onlyAfter, onlyBefore));
      }),
    );
  });

  it('stays in (0, 1] for any number of flips', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50_000 }), fc.nat({ max: 50_000 }), (onlyBefore, onlyAfter) => {
        const p = mcnemarExactP(onlyBefore, onlyAfter);
        expect(p > 0 && p <= 1).toBe(true);
      }),
    );
    expect(mcnemarExactP(10, 4000)).toBe(Number.MIN_VALUE);
  });

  it.each([
    [-1, 2],
    [1, 2.5],
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
  ])('refuses %s and %s', (onlyBefore, onlyAfter) => {
    expect(() => mcnemarExactP(onlyBefore, onlyAfter)).toThrow(StatisticsArgumentError);
  });
});

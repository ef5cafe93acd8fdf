import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequentialSignP } from './sequentialSignP';
import { createRandom } from '../../../src/core/statistics/random';
import { shareOfSigns } from './shareOfSigns';

/** Twice the binomial tail over 2^n in whole numbers of any size, at most 1, with 15 digits. */
function exactByIntegers(onlyBefore: number, onlyAfter: number): number {
  const n = onlyBefore + onlyAfter;
  let coefficient = 1n;
  let tail = 0n;
  for (let k = 0; k <= Math.min(onlyBefore, onlyAfter); k++) {
    tail += coefficient;
    coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
  }
  return Math.min(1, Number((2n * tail * 10n ** 30n) / 2n ** BigInt(n)) / 1e30);
}

function oneLook(values: readonly number[]): number | undefined {
  return sequentialSignP(Float64Array.from(values), { planned: values.length, looks: [values.length] });
}

/** Flips of two kinds, and units that stay as they are. */
function flips(onlyBefore: number, onlyAfter: number, size = 1, same = 0): readonly number[] {
  const times = (count: number, value: number): readonly number[] => new Array<number>(count).fill(value);
  return [...times(onlyBefore, -size), ...times(same, 0), ...times(onlyAfter, size)];
}

describe('a sequential sign-flip test with one look', () => {
  it('has the p of the sign-flip test, all patterns walked one by one', () => {
    const differences = fc.array(fc.constantFrom(-1, -0.5, 0, 0.25, 1 / 3, 2), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(differences, (values) => {
        expect(oneLook(values)).toBeCloseTo(shareOfSigns(values), 8);
      }),
    );
  });

  it('matches a reference value', () => {
    // scipy 1.17, permutation_test(permutation_type='samples', n_resamples=inf) on the mean.
    expect(oneLook([0.5, 1, -0.5, 0.25, 1, 0.75, -0.25, 1])).toBeCloseTo(0.0859375, 8);
  });

  // From fractions of whole numbers (Python): 2 * sum of C(n, i) / 2^n.
  it.each([
    [0, 6, 0.03125],
    [3, 15, 0.007537841796875],
    [450, 530, 0.011579150113863713],
  ])('has McNemar’s p for %i against %i flips', (onlyBefore, onlyAfter, p) => {
    expect(oneLook(flips(onlyBefore, onlyAfter, 0.1, 5))! / p).toBeCloseTo(1, 8);
  });

  it('has McNemar’s p in whole numbers, whichever side has more', () => {
    const count = fc.nat({ max: 60 });
    fc.assert(
      fc.property(count, count, (onlyBefore, onlyAfter) => {
        const exact = Math.max(1e-6, exactByIntegers(onlyBefore, onlyAfter));
        if (onlyBefore + onlyAfter > 0) expect(oneLook(flips(onlyBefore, onlyAfter))! / exact).toBeCloseTo(1, 7);
        expect(oneLook(flips(onlyBefore, onlyAfter, 1, 1))).toBe(oneLook(flips(onlyAfter, onlyBefore, 1, 1)));
      }),
      { numRuns: 40 },
    );
  });

  it('needs six flips to fall below 0.05', () => {
    expect(oneLook(flips(0, 5, 1, 20))).toBeGreaterThan(0.05);
    expect(oneLook(flips(0, 6, 1, 20))).toBeLessThan(0.05);
  });

  it('has what adding one coin at a time comes to, for many units of several sizes', () => {
    const random = createRandom('coins');
    for (const units of [60, 61, 200]) {
      const values = Array.from({ length: units }, () => random.int(19) - 9);
      let chances = new Map([[0, 1]]);
      for (const value of values) {
        const next = new Map<number, number>();
        for (const [sum, chance] of chances) {
          for (const one of [sum - value, sum + value]) next.set(one, (next.get(one) ?? 0) + chance / 2);
        }
        chances = next;
      }
      const seen = Math.abs(values.reduce((sum, value) => sum + value, 0));
      const expected = [...chances].reduce((share, [sum, chance]) => share + (Math.abs(sum) >= seen ? chance : 0), 0);
      expect(oneLook(values)! / expected).toBeCloseTo(1, 7);
    }
  });

  it('is 1 where no unit differs, and is not given where it would take too long', () => {
    expect(oneLook([0, 0, 0])).toBe(1);
    expect(oneLook(Array.from({ length: 4_000 }, (_, unit) => (unit % 2_000) + 1))).toBeUndefined();
  });
});

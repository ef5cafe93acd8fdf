import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSignShare } from '../../../src/core/statistics/exactSigns';
import { mcnemarExactP } from '../../../src/core/statistics/mcnemar';
import { createRandom } from '../../../src/core/statistics/random';
import { shareOfSigns } from './shareOfSigns';

const plain = (sum: number): number => sum;

describe('exactSignShare', () => {
  it('is the share over all patterns, walked one by one', () => {
    const differences = fc.array(fc.constantFrom(-1, -0.5, 0, 0.25, 1 / 3, 2), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(differences, (values) => {
        expect(exactSignShare(Float64Array.from(values), plain)).toBeCloseTo(shareOfSigns(values), 12);
      }),
    );
  });

  it('matches a reference value', () => {
    // scipy 1.17, permutation_test(permutation_type='samples', n_resamples=inf) on the mean.
    const values = Float64Array.of(0.5, 1, -0.5, 0.25, 1, 0.75, -0.25, 1);
    expect(exactSignShare(values, plain)).toBe(0.0859375);
  });

  it.each([
    [24, 40],
    [3, 900],
    [700, 773],
  ])('is McNemar’s p for %i against %i units of one size', (minus, plus) => {
    const values = Float64Array.from({ length: minus + plus }, (_, unit) => (unit < minus ? -0.1 : 0.1));
    const p = exactSignShare(values, plain)!;
    expect(p / mcnemarExactP(minus, plus)).toBeCloseTo(1, 9);
  });

  it('is what adding one coin at a time comes to, for many units of several sizes', () => {
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
      expect(exactSignShare(Float64Array.from(values), plain)! / expected).toBeCloseTo(1, 9);
    }
  });

  it('follows the figure, and counts a pattern without one', () => {
    const values = Float64Array.of(1, 1, 1, -1);
    // Sums 4, 2, 0, −2, −4 with 1, 4, 6, 4, 1 of 16 patterns; 2 was seen.
    expect(exactSignShare(values, plain)).toBe(10 / 16);
    expect(exactSignShare(values, (sum) => Math.min(sum, 2))).toBe(10 / 16);
    expect(exactSignShare(values, (sum) => (sum === 0 ? Number.NaN : sum))).toBe(1);
    expect(exactSignShare(new Float64Array(3), plain)).toBe(1);
  });

  it('is never 0, and is not given off a grid or where it would take too long', () => {
    expect(exactSignShare(new Float64Array(1_473).fill(2), plain)).toBe(Number.MIN_VALUE);
    expect(exactSignShare(Float64Array.of(1, Math.PI, Math.E), plain)).toBeUndefined();
    const wide = Float64Array.from({ length: 4_000 }, (_, unit) => (unit % 2_000) + 1);
    expect(exactSignShare(wide, plain)).toBeUndefined();
  });
});

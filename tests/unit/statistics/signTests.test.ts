import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawsFor,
  exactSignShare,
  gridOf,
  mcnemarExactP,
  permutationShare,
  signTestP,
} from '../../../src/core/statistics/exactTests';
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

  it('follows the statistic, and counts a pattern without one', () => {
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

describe('gridOf', () => {
  it('gives each number its place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(1, 0.5, 1 / 3, 7),
        (wholes, unit) => {
          const values = Float64Array.from(wholes, (whole) => whole * unit);
          const { low, step, positions } = gridOf(values)!;
          for (const [index, position] of positions.entries()) {
            expect(Number.isInteger(position) && position >= 0).toBe(true);
            expect(low + step * position).toBeCloseTo(values[index]!, 9);
          }
        },
      ),
    );
  });

  it.each([[[0, 1, Math.PI]], [[0, Number.NaN]], [[0, 1, Number.POSITIVE_INFINITY]], [[0, 1, 1e6]]])(
    'finds none for %j',
    (values) => {
      expect(gridOf(Float64Array.from(values))).toBeUndefined();
    },
  );
});

describe('permutationShare', () => {
  it.each([undefined, Number.NaN])(
    'counts a pattern whose statistic is %s, which cannot speak for a difference',
    (none) => {
      const share = (units: number): number =>
        permutationShare(units, 1, { draws: 20_000, random: createRandom('no value') }, ([one, other]) =>
          one !== other ? 0 : one === 0 ? 1 : none,
        );
      // Of four patterns one is as far off 0 as the one seen, and one has no value.
      expect(share(2)).toBe(1 / 2);
      // Units that change nothing, so many that patterns are drawn.
      expect(share(20)).toBeCloseTo(1 / 2, 1);
    },
  );
});

describe('signTestP', () => {
  const test = (features: readonly number[], width: 1 | 2, draws = 20_000): number | undefined =>
    signTestP(
      {
        features: Float64Array.from(features),
        width,
        units: features.length / width,
        estimate: ([one = 0, other = 0]) => (width === 1 ? one : one / (40 + other)),
      },
      draws,
      createRandom('signs'),
    );

  it('walks all patterns of a few units off a grid, and draws those of more', () => {
    const random = createRandom('off a grid');
    const few = Array.from({ length: 12 }, () => random.next() - 0.35);
    expect(test(few, 1)).toBe(shareOfSigns(few));
    // Units that are the same either way double every pattern and change no share.
    expect(test([...few, 0, 0, 0, 0, 0, 0], 1)).toBe(shareOfSigns(few));
    const more = Array.from({ length: 20 }, () => random.next() - 0.4);
    const p = test(more, 1)!;
    const exact = shareOfSigns(more);
    expect(Math.abs(p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 20_000));
  });

  it('turns both numbers of a unit together', () => {
    // A rate: 3 and −1 are turned with their weights 2 and 0.
    const seen = 2 / 42;
    const differences = [2 / 42, 4 / 42, -4 / 38, -2 / 38];
    const hits = differences.filter((difference) => Math.abs(difference) >= seen).length;
    expect(test([3, 2, -1, 0], 2)).toBe(hits / 4);
  });

  it('has no p without a statistic, and 1 where no unit differs', () => {
    expect(test([Number.NaN, 1], 1)).toBeUndefined();
    expect(test([0, 0, 0], 1)).toBe(1);
  });
});

describe('drawsFor', () => {
  it('gives many units fewer draws, but enough for a p that survives the correction', () => {
    expect([2, 50, 100, 200, 1_473, 100_000].map((units) => drawsFor(units, 20_000))).toEqual([
      20_000, 20_000, 10_000, 5_000, 5_000, 5_000,
    ]);
  });
});

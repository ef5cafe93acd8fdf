import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson, type RatedPair } from '../../../src/core/statistics/agreement';

const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), {
  minLength: 2,
  maxLength: 40,
});

describe('pearson', () => {
  it('matches a reference value', () => {
    const judge = [1, 2, 3, 1, 2, 3, 3, 1];
    const human = [1, 3, 2, 1, 2, 3, 1, 2];
    // scipy 1.17, pearsonr.
    expect(pearson(judge.map((x, index) => [x, human[index]!] as const))).toBeCloseTo(0.36980013081681945, 13);
  });

  it('stays in [-1, 1] and does not mind which side is which', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const value = pearson(drawn);
        const swapped = pearson(drawn.map(([x, y]) => [y, x] as const));
        if (value === undefined) {
          expect(swapped).toBeUndefined();
          return;
        }
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(swapped).toBeCloseTo(value, 12);
      }),
    );
  });

  it('does not mind the unit of a side', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const value = pearson(drawn);
        const scaled = pearson(drawn.map(([x, y]) => [100 * x - 7, y] as const));
        expect(scaled === undefined).toBe(value === undefined);
        expect(scaled ?? 0).toBeCloseTo(value ?? 0, 10);
      }),
    );
  });

  it('is undefined without spread, whatever rounding does to the mean', () => {
    const flat: RatedPair<number>[] = Array.from({ length: 10 }, (_, index) => [0.1, index]);
    expect(pearson(flat)).toBeUndefined();
    expect(pearson(flat.map(([x, y]) => [y, x]))).toBeUndefined();
    expect(pearson([])).toBeUndefined();
    expect(pearson([[1, 2]])).toBeUndefined();
  });

  it('leaves out pairs that are not complete or not finite', () => {
    const complete: RatedPair<number>[] = [
      [1, 1],
      [2, 3],
      [3, 2],
    ];
    expect(pearson([...complete, [undefined, 3], [1, undefined], [Number.NaN, 1]])).toBe(pearson(complete));
  });
});

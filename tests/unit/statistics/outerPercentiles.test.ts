import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finiteOf, outerPercentiles } from '../../../src/core/statistics/outerPercentiles';

/** Of all numbers in order, linear between the two neighbours: type 7 of Hyndman and Fan. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  return low + (position - below) * ((sorted[below + 1] ?? low) - low);
}

const few = fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { minLength: 1, maxLength: 60 });
/** Most estimates of a rare event are the same. */
const repeated = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 60 });
const many = fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { minLength: 500, maxLength: 2_000 });
/** Nothing of these lies a standard deviation below the mean. */
const lopsided = fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1), { minLength: 1, maxLength: 60 });

describe('outerPercentiles', () => {
  it('are those of all numbers in order', () => {
    fc.assert(
      fc.property(fc.oneof(few, repeated, many, lopsided), fc.constantFrom(0, 0.005, 0.025, 0.3), (values, tail) => {
        const { low, high } = outerPercentiles(Float64Array.from(values), tail);
        expect(low).toBe(percentile(values, tail));
        expect(high).toBe(percentile(values, 1 - tail));
      }),
    );
  });

  it('come with the spread', () => {
    const { low, high, deviation } = outerPercentiles(Float64Array.of(5, 3, 1, 2, 4), 0.025);
    expect(low).toBeCloseTo(1.1, 12);
    expect(high).toBeCloseTo(4.9, 12);
    expect(deviation).toBeCloseTo(Math.SQRT2, 12);
    expect(outerPercentiles(Float64Array.of(7), 0.025)).toEqual({ low: 7, high: 7, deviation: 0 });
  });
});

describe('finiteOf', () => {
  it('leaves out what is not a number, or has none', () => {
    expect([
      ...finiteOf(Float64Array.of(Number.NaN, 1, Number.NEGATIVE_INFINITY, 2, Number.POSITIVE_INFINITY)),
    ]).toEqual([1, 2]);
    expect(finiteOf(new Float64Array()).length).toBe(0);
  });
});

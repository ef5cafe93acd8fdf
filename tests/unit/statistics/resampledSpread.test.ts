import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../../src/core/statistics/percentile';
import { expandedTail } from '../../../src/core/statistics/expandedTail';
import { resampledSpread } from '../../../src/core/statistics/resampledSpread';

const numbers = fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { minLength: 1, maxLength: 60 });
/** Most estimates of a rare event are the same. */
const repeated = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 60 });
const thousands = fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { minLength: 500, maxLength: 2_000 });

/** So many units that percentiles are as good as plain. */
const many = { units: 1e9, degrees: 1e9 };

describe('resampledSpread', () => {
  it('has the percentiles of the numbers in order', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, repeated, thousands), fc.constantFrom(0.9, 0.95, 0.99), (values, level) => {
        const sorted = Float64Array.from(values).sort();
        const { interval } = resampledSpread(Float64Array.from(values), level, many)!;
        expect(interval.low).toBeCloseTo(percentile(sorted, expandedTail(many, level)), 12);
        expect(interval.high).toBeCloseTo(percentile(sorted, 1 - expandedTail(many, level)), 12);
      }),
    );
  });

  it('leaves out what is not finite, and says nothing when that is most', () => {
    const { interval } = resampledSpread(Float64Array.of(Number.NaN, 1, 2, Number.POSITIVE_INFINITY, 3), 0.95, many)!;
    expect(interval.low).toBeCloseTo(1.05, 6);
    expect(interval.high).toBeCloseTo(2.95, 6);
    expect(resampledSpread(Float64Array.of(Number.NaN, Number.NaN, 1), 0.95, many)).toBeUndefined();
    expect(resampledSpread(new Float64Array(), 0.95, many)).toBeUndefined();
    expect(resampledSpread(Float64Array.of(1, 2, 3), 0.95, { units: 1, degrees: 0 })).toBeUndefined();
  });
});

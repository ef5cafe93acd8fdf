import { describe, expect, it } from 'vitest';
import { expandedTail } from '../../../src/core/statistics/quantiles';
import { resampledSpread } from '../../../src/core/statistics/bootstrap';
import { createRandom } from '../../../src/core/statistics/random';

/** So many units that percentiles are as good as plain. */
const many = { units: 1e9, degrees: 1e9 };

describe('resampledSpread', () => {
  it('has the percentiles that a sample of this size asks for, and the spread', () => {
    const random = createRandom(1);
    const estimates = Float64Array.from({ length: 500 }, () => random.int(1_000) / 1_000);
    const units = { units: 12, degrees: 11 };
    const sorted = [...estimates].sort((one, other) => one - other);
    // Linear between the two neighbours: type 7 of Hyndman and Fan.
    const percentile = (share: number): number => {
      const below = Math.floor(share * 499);
      return sorted[below]! + (share * 499 - below) * (sorted[below + 1]! - sorted[below]!);
    };
    const tail = expandedTail(units, 0.9);
    const mean = sorted.reduce((sum, one) => sum + one, 0) / 500;
    const deviation = Math.sqrt(sorted.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 500);
    expect(resampledSpread(estimates, 0.9, units)).toEqual({
      interval: { low: percentile(tail), high: percentile(1 - tail), level: 0.9 },
      standardError: deviation,
    });
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

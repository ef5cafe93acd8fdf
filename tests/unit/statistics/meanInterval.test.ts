import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanInterval } from '../../../src/core/statistics/meanInterval';

describe('meanInterval', () => {
  it('spans z standard errors to both sides', () => {
    // s = 2, n = 4: half width z * 2 / 2.
    const { n, mean, halfWidth, interval } = meanInterval([1, 1, 5, 5].map((value) => value * Math.sqrt(3 / 4)));
    expect(n).toBe(4);
    expect(mean).toBeCloseTo(3 * Math.sqrt(3 / 4), 12);
    expect(halfWidth).toBeCloseTo(1.959963984540054, 12);
    expect(interval?.low).toBeCloseTo(mean! - halfWidth!, 12);
    expect(interval?.high).toBeCloseTo(mean! + halfWidth!, 12);
  });

  it('widens with the level', () => {
    const widths = ([0.9, 0.95, 0.99] as const).map((level) => meanInterval([0, 1, 1], level).halfWidth!);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
  });

  it('leaves out what is missing or not finite', () => {
    expect(meanInterval([undefined, 2, Number.NaN, 4, Number.POSITIVE_INFINITY])).toEqual(meanInterval([2, 4]));
    expect(meanInterval([undefined])).toEqual({ n: 0, mean: undefined, halfWidth: undefined, interval: undefined });
  });

  it('moves with a shift of all values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2 }), (values) => {
        const here = meanInterval(values);
        const there = meanInterval(values.map((value) => value + 10));
        expect(there.mean).toBeCloseTo(here.mean! + 10, 9);
        expect(there.halfWidth).toBeCloseTo(here.halfWidth!, 9);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { expandedTail } from '../../../src/core/statistics/quantiles';

describe('expandedTail', () => {
  it('moves the percentiles outwards for few units, as the published table has it', () => {
    // Hesterberg 2015: 0.9 % for 10 units, 1.9 % for 30 and 2.5 % for many.
    const of = (units: number): number => expandedTail({ units, degrees: units - 1 }, 0.95);
    expect(of(10)).toBeCloseTo(0.0086, 4);
    expect(of(30)).toBeCloseTo(0.0188, 4);
    expect(of(1_000_000)).toBeCloseTo(0.025, 6);
  });

  it('is smaller for a higher level', () => {
    const from = { units: 20, degrees: 19 };
    expect(expandedTail(from, 0.99)).toBeLessThan(expandedTail(from, 0.95));
    expect(expandedTail(from, 0.95)).toBeLessThan(expandedTail(from, 0.9));
  });
});

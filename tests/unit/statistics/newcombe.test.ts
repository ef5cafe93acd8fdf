import { describe, expect, it } from 'vitest';
import { newcombeInterval, newcombePairedInterval } from '../../../src/core/statistics/interval';

/** Newcombe 1998, table II, method 10: p1 − p2, which is after − before here. To four decimals. */
const published = [
  { one: [56, 70], other: [48, 80], low: 0.0524, high: 0.3339 },
  { one: [9, 10], other: [3, 10], low: 0.1705, high: 0.809 },
  { one: [10, 10], other: [0, 20], low: 0.6791, high: 1 },
  { one: [10, 10], other: [0, 10], low: 0.6075, high: 1 },
] as const;

describe('newcombeInterval', () => {
  it.each(published)('gives the published limits for $one against $other', ({ one, other, low, high }) => {
    const interval = newcombeInterval({ successes: other[0], n: other[1] }, { successes: one[0], n: one[1] })!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('turns its sign with the order of the groups', () => {
    const [few, many] = [
      { successes: 3, n: 10 },
      { successes: 9, n: 10 },
    ];
    const up = newcombeInterval(few, many)!;
    const down = newcombeInterval(many, few)!;
    expect(down.low).toBeCloseTo(-up.high, 12);
    expect(down.high).toBeCloseTo(-up.low, 12);
  });

  it('has no interval for an empty group', () => {
    expect(newcombeInterval({ successes: 0, n: 0 }, { successes: 1, n: 2 })).toBeUndefined();
  });
});

describe('newcombePairedInterval', () => {
  it('gives the published limits', () => {
    // Newcombe 1998 on paired data, method 10: 36 both, 12 and 2 in one only; to the four decimals printed there.
    const found = newcombePairedInterval({ both: 36, onlyBefore: 2, onlyAfter: 12, neither: 0 })!;
    expect(found.low).toBeCloseTo(0.0569, 4);
    expect(found.high).toBeCloseTo(0.3404, 4);
  });

  it('turns round with the runs, and stays within what a difference of shares can be', () => {
    for (const [both, onlyBefore, onlyAfter, neither] of [
      [3, 5, 1, 2],
      [0, 9, 0, 1],
      [9, 0, 1, 0],
      [0, 10, 0, 0],
      [4, 0, 0, 4],
    ] as const) {
      const found = newcombePairedInterval({ both, onlyBefore, onlyAfter, neither })!;
      const turned = newcombePairedInterval({ both, onlyBefore: onlyAfter, onlyAfter: onlyBefore, neither })!;
      expect(turned.low).toBeCloseTo(-found.high, 12);
      expect(turned.high).toBeCloseTo(-found.low, 12);
      expect(found.low).toBeGreaterThanOrEqual(-1);
      expect(found.high).toBeLessThanOrEqual(1);
      // Few units that all agree are no certainty.
      expect(found.high - found.low).toBeGreaterThan(0.05);
    }
  });

  it('has no interval without units', () => {
    expect(newcombePairedInterval({ both: 0, onlyBefore: 0, onlyAfter: 0, neither: 0 })).toBeUndefined();
  });
});

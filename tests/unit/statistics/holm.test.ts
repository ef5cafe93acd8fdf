import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holmAdjusted, holmLevels } from '../../../src/core/statistics/holm';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';

const pValue = fc.double({ min: 0, max: 1, noNaN: true });

describe('holmAdjusted', () => {
  it('matches values worked by hand', () => {
    // Sorted 0.005 x 4, 0.01 x 3, 0.03 x 2, then 0.04 x 1 raised to the one before it.
    const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((expected, index) => expect(adjusted[index]).toBeCloseTo(expected, 12));
  });

  it('leaves untested metrics out of the count', () => {
    expect(holmAdjusted([undefined, 0.02, undefined, 0.5])).toEqual([undefined, 0.04, undefined, 0.5]);
    expect(holmAdjusted([])).toEqual([]);
    expect(holmAdjusted([undefined])).toEqual([undefined]);
  });

  it('lies between the raw value and Bonferroni, in the same order, at most 1', () => {
    fc.assert(
      fc.property(fc.array(pValue, { minLength: 1, maxLength: 20 }), (raw) => {
        const adjusted = holmAdjusted(raw);
        raw.forEach((p, index) => {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p);
          expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, p * raw.length));
          raw.forEach((other, place) => expect(p < other && adjusted[index]! > adjusted[place]!).toBe(false));
        });
      }),
    );
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses %s', (wrong) => {
    expect(() => holmAdjusted([wrong])).toThrow(StatisticsArgumentError);
    expect(() => holmAdjusted([0.5, wrong])).toThrow(StatisticsArgumentError);
  });
});

describe('holmLevels', () => {
  it('gives each metric the level of its own step', () => {
    // One is called (0.001 < 0.05/4); the others wait at 0.05/3.
    const levels = holmLevels([0.03, 0.001, undefined, 0.5, 0.02], 0.05);
    [0.05 / 3, 0.05 / 4, undefined, 0.05 / 3, 0.05 / 3].forEach((level, place) => expect(levels[place]).toBe(level));
    expect(holmLevels([0.001, 0.002], 0.05)).toEqual([0.025, 0.05]);
    expect(holmLevels([0.7], 0.05)).toEqual([0.05]);
    expect(holmLevels([undefined], 0.05)).toEqual([undefined]);
  });

  it('calls exactly those whose p is below their level', () => {
    fc.assert(
      fc.property(fc.array(pValue, { minLength: 1, maxLength: 40 }), (ps) => {
        const small = ps.map((p) => p ** 4);
        const adjusted = holmAdjusted(small);
        holmLevels(small, 0.05).forEach((level, place) => {
          const p = small[place]!;
          // A hair's breadth from the level the two may round differently.
          if (Math.abs(p / level! - 1) > 1e-9) expect(p < level!).toBe(adjusted[place]! < 0.05);
        });
      }),
    );
  });
});

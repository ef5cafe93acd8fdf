import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFor, gridOf } from '../../../src/core/statistics/exactTests';

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

describe('drawsFor', () => {
  it('gives many units fewer draws, but enough for a p that survives the correction', () => {
    expect([2, 50, 100, 200, 1_473, 100_000].map((units) => drawsFor(units, 20_000))).toEqual([
      20_000, 20_000, 10_000, 5_000, 5_000, 5_000,
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fineLattice, gridOf } from '../../../src/core/statistics/lattice';
import { createRandom } from '../../../src/core/statistics/random';

function momentsOf(values: Float64Array, chances: Float64Array): { readonly mean: number; readonly variance: number } {
  let mean = 0;
  for (const [cell, value] of values.entries()) mean += value * chances[cell]!;
  let variance = 0;
  for (const [cell, value] of values.entries()) variance += (value - mean) ** 2 * chances[cell]!;
  return { mean, variance };
}

describe('gridOf', () => {
  it('gives each number its place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(1, 0.5, 1 / 3, 7),
        (wholes, unit) => {
          const values = Float64Array.from(wholes, (whole) => whole * unit);
          const { low, step, places } = gridOf(values)!;
          for (const [index, place] of places.entries()) {
            expect(Number.isInteger(place) && place >= 0).toBe(true);
            expect(low + step * place).toBeCloseTo(values[index]!, 9);
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

describe('fineLattice', () => {
  it('keeps the mean, and adds no more to the variance than it says', () => {
    const random = createRandom('fine');
    for (let round = 0; round < 50; round++) {
      const values = Float64Array.from({ length: 200 + random.int(400) }, () => random.next() ** 3 - 0.2);
      const { low, step, places, chances } = fineLattice(values)!;
      const own = momentsOf(values, new Float64Array(values.length).fill(1 / values.length));
      const found = momentsOf(
        places.map((place) => low + step * place),
        chances,
      );
      expect(found.mean).toBeCloseTo(own.mean, 12);
      expect(found.variance / own.variance).toBeGreaterThan(1 - 1e-9);
      expect(found.variance / own.variance).toBeLessThan(1 + 1 / 1024);
    }
  });

  it('is not given for few numbers, for equal ones, and for one that is far off', () => {
    const random = createRandom('few');
    const values = Float64Array.from({ length: 40_000 }, () => random.next());
    expect(fineLattice(values.slice(0, 127))).toBeUndefined();
    expect(fineLattice(new Float64Array(500).fill(0.3))).toBeUndefined();
    values[0] = 1e9;
    expect(fineLattice(values)).toBeDefined();
    expect(fineLattice(Float64Array.from({ length: 200_000 }, (_, unit) => (unit === 0 ? 1e9 : 0)))).toBeUndefined();
    values[0] = Number.NaN;
    expect(fineLattice(values)).toBeUndefined();
  });
});

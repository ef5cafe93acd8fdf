import { describe, expect, it, vi } from 'vitest';
import { packedInterval } from '../../../src/core/statistics/packedInterval';
import { createRandom } from '../../../src/core/statistics/random';
import { summedInterval } from '../../../src/core/statistics/summedInterval';
import type { UnitSums } from '../../../src/core/statistics/unitSums';

/** Difference of two rates whose units have one side, the other, or both; `factor` stretches the labels. */
function sides(units: number, seed: string, factor = 1): UnitSums {
  const random = createRandom(seed);
  const features = new Float64Array(4 * units);
  for (let unit = 0; unit < units; unit++) {
    const which = random.int(10);
    if (which > 0) features.set([factor * random.int(4), 1], 4 * unit);
    if (which < 9) features.set([factor * random.int(4), 1], 4 * unit + 2);
  }
  const estimate: UnitSums['estimate'] = ([one = 0, ones = 0, other = 0, others = 0]) => one / ones - other / others;
  return { features, width: 4, units, estimate };
}

function both(figure: UnitSums, resamples = 2_000): readonly unknown[] {
  return [packedInterval, summedInterval].map((interval) =>
    interval(figure, { random: createRandom('draws'), resamples }),
  );
}

describe('packedInterval', () => {
  it.each([2, 3, 5, 100, 101, 2_047, 2_600])('is what plain sums give, to the last bit, for %i units', (units) => {
    const [packed, summed] = both(sides(units, `sides/${units}`));
    expect(packed).toStrictEqual(summed);
    expect(packed).toBeDefined();
  });

  it('unpacks the sum of each column', () => {
    const figure = sides(301, 'columns');
    const seen: number[][] = [[], []];
    for (const [index, interval] of [packedInterval, summedInterval].entries()) {
      interval(
        { ...figure, estimate: (sums) => (seen[index]?.push(...sums), sums[0] ?? 0) },
        { random: createRandom(3), resamples: 50 },
      );
    }
    expect(seen[0]).toHaveLength(200);
    expect(seen[0]).toStrictEqual(seen[1]?.slice(0, 200));
  });

  it('takes the same draws from the stream', () => {
    const random = createRandom('stream');
    const fillInts = vi.spyOn(random, 'fillInts');
    packedInterval(sides(120, 'stream'), { random, resamples: 30 });
    expect(fillInts.mock.calls.map(([target, n]) => [target.length, n])).toStrictEqual(Array(30).fill([120, 120]));
  });

  it('leaves what is not whole, or would not fit, to plain sums', () => {
    for (const factor of [0.5, -1, 1e9]) {
      const [packed, summed] = both(sides(150, 'halves', factor), 300);
      expect(packed).toStrictEqual(summed);
    }
  });

  it('drops resamples without a figure as plain sums do', () => {
    const features = new Float64Array(4 * 3);
    features.set([1, 1, 0, 0, 0, 0, 2, 1, 3, 1, 0, 0]);
    const estimate: UnitSums['estimate'] = ([one = 0, ones = 0, other = 0, others = 0]) => one / ones - other / others;
    const [packed, summed] = both({ features, width: 4, units: 3, estimate });
    expect(packed).toStrictEqual(summed);
    expect(
      packedInterval({ features: features.slice(0, 4), width: 4, units: 1, estimate }, { random: createRandom(1) }),
    ).toBe(undefined);
  });
});

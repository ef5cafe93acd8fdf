import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { sumBound } from '../../../src/core/statistics/sumBound';
import { SumReach } from '../../../src/core/statistics/sumReach';

/** Chances of the sum of so many draws, added up one by one. */
function exactSums(chances: readonly number[], count: number): Float64Array {
  let sums = Float64Array.of(1);
  for (let draw = 0; draw < count; draw++) {
    const next = new Float64Array(sums.length + chances.length - 1);
    for (const [at, share] of sums.entries())
      for (const [place, chance] of chances.entries()) next[at + place] = next[at + place]! + share * chance;
    sums = next;
  }
  return sums;
}

const shapes: readonly (readonly number[])[] = [
  [0.5, 0.5],
  [0.98, 0, 0, 0, 0.02],
  [0.1, 0.2, 0.4, 0.2, 0.1],
  [1 - 1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1e-3],
];

describe('SumReach', () => {
  it.each(shapes)('leaves out less than 2^-35 of the sums of %d, …', (...chances) => {
    const reach = new SumReach(
      Float64Array.from(chances, (_, place) => place),
      Float64Array.from(chances),
    );
    for (const count of [1, 2, 7, 60, 300]) {
      const { from, length } = reach.of(count);
      const sums = exactSums(chances, count);
      let outside = 0;
      for (const [sum, chance] of sums.entries()) if (sum < from || sum >= from + length) outside += chance;
      expect(outside).toBeLessThan(2 ** -35);
    }
    // It is a bound that is worth having: about seven standard deviations on either side.
    const deviation = Math.sqrt(
      chances.reduce((sum, chance, place) => sum + chance * (place - reach.mean) ** 2, 0) * 10_000,
    );
    expect(reach.of(10_000).length).toBeLessThan(17 * deviation);
  });

  it('is one number where all places are the same', () => {
    expect(new SumReach(Float64Array.of(3), Float64Array.of(1)).of(20)).toEqual({ from: 60, length: 1 });
  });
});

describe('sumBound', () => {
  it('holds every resampled sum', () => {
    const random = createRandom('bound');
    const values = Array.from({ length: 200 }, () => random.next() ** 4);
    const { low, high } = sumBound(values);
    for (let round = 0; round < 5_000; round++) {
      const sum = values.reduce((total) => total + values[random.int(values.length)]!, 0);
      expect(sum > low && sum < high).toBe(true);
    }
    expect(sumBound(new Array<number>(9).fill(0.5))).toEqual({ low: 4.5, high: 4.5 });
  });
});

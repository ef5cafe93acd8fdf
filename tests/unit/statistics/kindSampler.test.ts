import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../src/core/statistics/bootstrap';
import { KindSampler } from '../../../src/core/statistics/kindSampler';
import { createRandom } from '../../../src/core/statistics/random';
import { Resampler } from '../../../src/core/statistics/resampledSums';
import { summedInterval } from '../../../src/core/statistics/summedInterval';
import type { UnitSums } from '../../../src/core/statistics/unitSums';

const twoTo32 = 4_294_967_296;
const draws = 20_000;

/** Difference of two rates whose units have one side, the other, or both; `factor` stretches the labels. */
function sides(units: number, factor = 1): UnitSums {
  const random = createRandom(`sides/${units}`);
  const features = new Float64Array(4 * units);
  for (let unit = 0; unit < units; unit++) {
    const which = random.int(10);
    if (which > 0) features.set([factor * random.int(4), 1], 4 * unit);
    if (which < 9) features.set([factor * random.int(4), 1], 4 * unit + 2);
  }
  const estimate: UnitSums['estimate'] = ([one = 0, ones = 0, other = 0, others = 0]) => one / ones - other / others;
  return { features, width: 4, units, estimate };
}

describe('KindSampler', () => {
  it('draws exactly as often as chance has it', () => {
    // Two units of unlike kinds: both of the first, one of each, both of the second, with chances 1/4, 1/2, 1/4.
    const sampler = KindSampler.of({ features: Float64Array.of(5, 0, 1, 0, 3, 1), width: 3, units: 2 }, draws)!;
    expect(sampler.wordsPerSum).toBe(1);
    const counts = new Map<string, number>();
    const steps = 4_096;
    const sums = new Float64Array(3);
    for (let step = 0; step < steps; step++) {
      sampler.draw(Uint32Array.of((step + 0.5) * (twoTo32 / steps)), 0, sums);
      counts.set(sums.join(), (counts.get(sums.join()) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ '10,0,2': 1_024, '5,3,2': 2_048, '0,6,2': 1_024 });
  });

  it.each([7, 100, 101, 2_600])('has the means and the covariances of %i units drawn one by one', (units) => {
    const figure = sides(units);
    const sampler = KindSampler.of(figure, draws)!;
    const words = new Uint32Array(draws * sampler.wordsPerSum);
    createRandom('kinds').fillInts(words, twoTo32);
    const rows = Array.from({ length: draws }, (_, draw) => {
      const sums = new Float64Array(4);
      sampler.draw(words, draw * sampler.wordsPerSum, sums);
      return sums;
    });
    const unitRows = Array.from({ length: units }, (_, unit) => figure.features.slice(4 * unit, 4 * unit + 4));
    for (let one = 0; one < 4; one++) {
      for (let other = one; other < 4; other++) {
        const expected = units * covariance(unitRows, one, other);
        const scale = units * Math.sqrt(covariance(unitRows, one, one) * covariance(unitRows, other, other));
        expect(Math.abs(covariance(rows, one, other) - expected)).toBeLessThanOrEqual(0.05 * scale);
      }
      const error = Math.sqrt((units * covariance(unitRows, one, one)) / draws);
      expect(Math.abs(meanOf(rows, one) - units * meanOf(unitRows, one))).toBeLessThan(4 * error + 1e-9);
    }
  });

  it('gives the interval that plain drawing gives, from a fraction of the words', () => {
    const figure = sides(240);
    const found = summedInterval(figure, { random: createRandom('many at once'), resamples: draws })!;
    const rows = Array.from({ length: 240 }, (_, unit) => figure.features.slice(4 * unit, 4 * unit + 4));
    const sums = new Float64Array(4);
    const plain = bootstrapInterval(
      rows,
      (resample) => {
        sums.fill(0);
        for (const row of resample) for (let part = 0; part < 4; part++) sums[part] = sums[part]! + row[part]!;
        return figure.estimate(sums);
      },
      { random: createRandom('one by one'), resamples: draws },
    )!;
    const width = plain.high - plain.low;
    expect(Math.abs(found.low - plain.low)).toBeLessThan(0.03 * width);
    expect(Math.abs(found.high - plain.high)).toBeLessThan(0.03 * width);
    expect(new Resampler(figure, draws).wordsPerDraw).toBeLessThan(240 / 2);
  });

  it('makes no more of its tables than the draws are worth, nor than fits', () => {
    const figure = sides(2_600);
    expect(KindSampler.of(figure, 10_000)!.wordsPerSum).toBeLessThan(2_600 / 2);
    // Where a word draws one unit there is one table, of the kinds.
    expect(KindSampler.of(figure, 10)!.wordsPerSum).toBe(2_600);
    // Two kinds have so few sums that a table would hold thousands of units.
    const two = { features: Float64Array.from({ length: 300_000 }, (_, place) => place % 2), width: 3, units: 100_000 };
    expect(KindSampler.of(two, 10_000)!.wordsPerSum).toBeGreaterThan(100);
  });

  it('gives the same for units in another order', () => {
    const figure = sides(200);
    const rows = Array.from({ length: 200 }, (_, unit) => [...figure.features.slice(4 * unit, 4 * unit + 4)]);
    const turned = { ...figure, features: Float64Array.from(rows.reverse().flat()) };
    const interval = (one: UnitSums): unknown => summedInterval(one, { random: createRandom('order'), resamples: 500 });
    expect(interval(turned)).toEqual(interval(figure));
  });

  it('leaves what is not whole, would not fit or is of too many kinds to drawing one by one', () => {
    const random = createRandom('many kinds');
    const many = { features: Float64Array.from({ length: 15_000 }, () => random.int(400)), width: 3, units: 5_000 };
    for (const figure of [sides(150, 0.5), sides(150, -1), sides(150, 1e9), many]) {
      expect(KindSampler.of(figure, draws)).toBeUndefined();
      expect(new Resampler(figure, draws).wordsPerDraw).toBe(figure.units);
    }
  });
});

function meanOf(rows: readonly Float64Array[], column: number): number {
  return rows.reduce((sum, row) => sum + row[column]!, 0) / rows.length;
}

function covariance(rows: readonly Float64Array[], one: number, other: number): number {
  const [first, second] = [meanOf(rows, one), meanOf(rows, other)];
  return rows.reduce((sum, row) => sum + (row[one]! - first) * (row[other]! - second), 0) / rows.length;
}

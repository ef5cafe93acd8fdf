import { describe, expect, it } from 'vitest';
import { bootstrapInterval, bootstrapMeanInterval } from '../../../src/core/statistics/bootstrap';
import { createRandom } from '../../../src/core/statistics/random';
import { summedInterval } from '../../../src/core/statistics/summedInterval';
import type { UnitSums } from '../../../src/core/statistics/unitSums';

const units = 700;
const draw = createRandom('units');
// Off a grid, as scores with weights are.
const values = Float64Array.from({ length: units }, () => draw.next() ** 2 - 0.2);
const weights = Float64Array.from({ length: units }, () => draw.int(5));
const options = { resamples: 10_000, level: 0.95 };
const width = 0.92 / Math.sqrt(units);

function mean(of: (mean: number) => number = (one) => one): UnitSums {
  return { features: values, width: 1, units, estimate: ([sum = 0]) => of(sum / units) };
}

/** Percentiles of ten thousand resamples vary by about a fiftieth of the interval's width. */
function expectAlike(one: { low: number; high: number } | undefined, other: { low: number; high: number } | undefined) {
  expect(Math.abs(one!.low - other!.low)).toBeLessThan(0.06 * width);
  expect(Math.abs(one!.high - other!.high)).toBeLessThan(0.06 * width);
  expect(one!.high - one!.low).toBeGreaterThan(0.5 * width);
}

describe('summedInterval', () => {
  it('is the bootstrap interval of a mean but for the draws', () => {
    const plain = bootstrapMeanInterval(values, { random: createRandom('plain'), ...options });
    expectAlike(summedInterval(mean(), { random: createRandom('summed'), ...options }), plain);
  });

  it('is that of a rate over messages, with conversations as units', () => {
    const features = Float64Array.from({ length: 2 * units }, (_, place) => {
      const unit = Math.floor(place / 2);
      return place % 2 === 0 ? values[unit]! * weights[unit]! : weights[unit]!;
    });
    const figure = { features, width: 2, units, estimate: ([sum = 0, whole = 0]: Float64Array) => sum / whole };
    const plain = bootstrapMeanInterval(values, { random: createRandom('plain'), weights, ...options });
    expectAlike(summedInterval(figure, { random: createRandom('summed'), ...options }), plain);
  });

  it('is that of a figure that clips the mean', () => {
    const clip = (one: number): number => Math.max(0.13, one);
    const clipped = (drawn: readonly number[]): number => clip(drawn.reduce((sum, one) => sum + one, 0) / drawn.length);
    const plain = bootstrapInterval([...values], clipped, {
      random: createRandom('plain'),
      ...options,
      resamples: 2_000,
    });
    const summed = summedInterval(mean(clip), { random: createRandom('summed'), ...options });
    expect(summed?.low).toBe(plain?.low);
    expect(Math.abs(summed!.high - plain!.high)).toBeLessThan(0.1 * width);
  });

  it('is the same for the same seed, and none for one unit or where most resamples have no figure', () => {
    const again = () => summedInterval(mean(), { random: createRandom(1), resamples: 500 });
    expect(again()).toEqual(again());
    expect(summedInterval({ ...mean(), features: values.slice(0, 1), units: 1 }, { random: createRandom(1) })).toBe(
      undefined,
    );
    const half = mean((one) => (one > 0.15 ? one : Number.NaN));
    expect(summedInterval(half, { random: createRandom(1), ...options })).toBeUndefined();
  });
});

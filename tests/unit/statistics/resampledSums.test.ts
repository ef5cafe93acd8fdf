import { describe, expect, it } from 'vitest';
import { BlockSampler } from '../../../src/core/statistics/blockSampler';
import { bootstrapMeanInterval } from '../../../src/core/statistics/bootstrap';
import { resampledSpread } from '../../../src/core/statistics/resampledSpread';
import { createRandom } from '../../../src/core/statistics/random';
import { Resampler } from '../../../src/core/statistics/resampledSums';
import { estimatesOf as figuresOf, type UnitSums } from '../../../src/core/statistics/unitSums';

const resamples = 20_000;

function estimatesOf(figure: UnitSums): Float64Array {
  const resampler = new Resampler(figure, resamples);
  const sums = new Float64Array(resamples * figure.width);
  const random = createRandom('resamples');
  const words = new Uint32Array(100 * resampler.wordsPerDraw);
  for (let start = 0; start < resamples; start += 100) {
    random.fillInts(words, 4_294_967_296);
    resampler.write(words, sums, start, 100);
  }
  return figuresOf(figure, sums);
}

function meanOf(values: readonly number[]): UnitSums {
  const units = values.length;
  return { features: Float64Array.from(values), width: 1, units, estimate: ([sum = 0]) => sum / units };
}

function deviation(estimates: Float64Array): { readonly mean: number; readonly sd: number } {
  const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
  const squares = estimates.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / estimates.length) };
}

const random = createRandom('values');
const kinds: readonly (readonly [name: string, values: readonly number[]])[] = [
  ['few values', Array.from({ length: 60 }, () => random.int(3) - 1)],
  ['an odd number of units', Array.from({ length: 61 }, () => random.int(4) / 2)],
  ['thirds', Array.from({ length: 90 }, () => (random.int(7) - 3) / 3)],
  ['no grid', Array.from({ length: 60 }, () => random.next() - 0.3)],
  ['more units than a word tells apart', Array.from({ length: 3_000 }, () => random.next())],
];

/** So many units that percentiles are as good as plain. */
const many = { units: 1e9, degrees: 1e9 };

describe('Resampler', () => {
  it.each(kinds)('has the moments of the bootstrap of a mean: %s', (_name, values) => {
    const n = values.length;
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n;
    const found = deviation(estimatesOf(meanOf(values)));
    const error = Math.sqrt(variance / n);
    expect(Math.abs(found.mean - mean)).toBeLessThan((4 * error) / Math.sqrt(resamples));
    expect(Math.abs(found.sd / error - 1)).toBeLessThan(0.025);
  });

  it.each(kinds.slice(0, 4))('gives the interval that plain drawing gives: %s', (_name, values) => {
    const spread = resampledSpread(estimatesOf(meanOf(values)), 0.95, many)!;
    const plain = bootstrapMeanInterval(values, { random: createRandom('plain'), resamples })!;
    const width = plain.high - plain.low;
    expect(Math.abs(spread.interval.low - plain.low)).toBeLessThan(0.05 * width);
    expect(Math.abs(spread.interval.high - plain.high)).toBeLessThan(0.05 * width);
  });

  it('resamples clusters with their weights, whole numbers or not', () => {
    const units = 80;
    const rates = Array.from({ length: units }, () => ({ weight: 1 + random.int(4), value: random.int(2) }));
    for (const scale of [1, Math.PI]) {
      const features = Float64Array.from(rates.flatMap(({ weight, value }) => [scale * weight * value, weight]));
      const figure: UnitSums = { features, width: 2, units, estimate: ([total = 0, weight = 0]) => total / weight };
      const spread = resampledSpread(estimatesOf(figure), 0.95, many)!;
      const plain = bootstrapMeanInterval(
        rates.map(({ value }) => scale * value),
        { random: createRandom('plain'), resamples, weights: rates.map(({ weight }) => weight) },
      )!;
      expect(Math.abs(spread.interval.low - plain.low)).toBeLessThan(0.01 * scale);
      expect(Math.abs(spread.interval.high - plain.high)).toBeLessThan(0.01 * scale);
    }
  });

  it('uses four features where both weights of a unit differ', () => {
    const features = Float64Array.from([1, 2, 0, 1, 2, 2, 1, 3]);
    const estimate = ([a = 0, b = 0, c = 0, d = 0]: Float64Array): number => a / b - c / d;
    const seen = new Set(estimatesOf({ features, width: 4, units: 2, estimate }));
    expect([...seen].map((one) => Number(one.toFixed(6))).sort()).toEqual(
      [Number((1 - 1 / 3).toFixed(6)), Number((3 / 4 - 1 / 4).toFixed(6)), Number((1 / 2).toFixed(6))]
        .filter((one, place, all) => all.indexOf(one) === place)
        .sort(),
    );
  });

  it('takes few words for labels and one a unit for anything else', () => {
    expect(new Resampler(meanOf(kinds[0]![1]), resamples).wordsPerDraw).toBeLessThan(12);
    expect(new Resampler(meanOf(kinds[3]![1]), resamples).wordsPerDraw).toBe(60);
  });

  it('is the same for the same words', () => {
    expect(estimatesOf(meanOf(kinds[1]![1]))).toEqual(estimatesOf(meanOf(kinds[1]![1])));
  });
});

describe('BlockSampler', () => {
  it('draws exactly as often as chance has it', () => {
    // Two units 0 and 1: the sum of two draws is 0, 1, 2 with chances 1/4, 1/2, 1/4.
    const sampler = new BlockSampler([Float64Array.of(0, 1)]);
    const words = new Uint32Array(sampler.wordsPerSum);
    const sums = new Float64Array(1);
    const counts = [0, 0, 0];
    const steps = 4_096;
    for (let step = 0; step < steps; step++) {
      words.fill((step + 0.5) * (4_294_967_296 / steps));
      sampler.draw(words, 0, sums);
      counts[sums[0]!] = counts[sums[0]!]! + 1;
    }
    expect(sampler.wordsPerSum).toBe(1);
    expect(counts).toEqual([1_024, 2_048, 1_024]);
  });

  it('gives equal units one sum, and nothing off a grid', () => {
    const same = new BlockSampler([new Float64Array(10).fill(0.3)]);
    const sums = new Float64Array(1);
    same.draw(new Uint32Array(same.wordsPerSum).fill(123_456_789), 0, sums);
    expect(sums[0]).toBeCloseTo(3, 12);
    expect(new BlockSampler([Float64Array.of(0, 1, Math.PI, Math.E)]).wordsPerSum).toBe(Number.POSITIVE_INFINITY);
    expect(new BlockSampler([Float64Array.of(0, Number.NaN)]).wordsPerSum).toBe(Number.POSITIVE_INFINITY);
    expect(new BlockSampler([new Float64Array(0)]).wordsPerSum).toBe(Number.POSITIVE_INFINITY);
  });
});

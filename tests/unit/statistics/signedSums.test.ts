import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { isHit, SignedSums } from '../../../src/core/statistics/signedSums';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';
import { estimateOf, estimatesOf, type UnitSums } from '../../../src/core/statistics/unitSums';
import { shareOfSigns } from './shareOfSigns';

const differences = fc.array(fc.constantFrom(-1, -0.5, 0, 0.25, 1, 2), { minLength: 1, maxLength: 14 });

function sumOf(values: readonly number[]): UnitSums {
  return {
    features: Float64Array.from(values),
    width: 1,
    units: values.length,
    estimate: ([sum = 0]) => sum,
  };
}

function drawnP(figure: UnitSums, draws: number): number {
  const signed = new SignedSums(figure);
  const words = new Uint32Array(draws * signed.wordsPerDraw);
  createRandom('signs').fillInts(words, 4_294_967_296);
  const threshold = Math.abs(estimateOf(figure)) * (1 - 1e-10);
  const sums = new Float64Array(draws * figure.width);
  signed.write(words, sums, 0, draws);
  return estimatesOf(figure, sums).filter((one) => isHit(one, threshold)).length / draws;
}

describe('SignedSums', () => {
  it('walks all patterns of signs', () => {
    fc.assert(
      fc.property(differences, (values) => {
        const figure = sumOf(values);
        const p = new SignedSums(figure).exactShare(figure.estimate, Math.abs(estimateOf(figure)) * (1 - 1e-10));
        expect(p).toBeCloseTo(shareOfSigns(values), 12);
      }),
    );
  });

  it('draws close to the exact p over several words of signs, in one column or two', () => {
    // 2 * P(X <= 24) for 64 equal units.
    const values = [...new Array<number>(40).fill(1), ...new Array<number>(24).fill(-1)];
    expect(Math.abs(drawnP(sumOf(values), 20_000) - 0.0599)).toBeLessThan(0.007);
    const features = Float64Array.from(values.flatMap((value) => [value, 0]));
    const twice: UnitSums = { features, width: 2, units: 64, estimate: ([sum = 0, none = 0]) => sum / (64 + none) };
    expect(drawnP(twice, 20_000)).toBe(drawnP(sumOf(values), 20_000));
  });

  it('leaves units out that look the same either way', () => {
    expect(new SignedSums(sumOf([0, 1, 0, -1, 0])).moving).toBe(2);
    const none = sumOf([0, 0]);
    expect(new SignedSums(none).exactShare(none.estimate, 0)).toBe(1);
  });

  it('counts a pattern without a figure as a hit', () => {
    const figure: UnitSums = { ...sumOf([1, 1]), estimate: ([sum = 0]) => (sum === 0 ? Number.NaN : sum) };
    expect(new SignedSums(figure).exactShare(figure.estimate, 2)).toBe(1);
  });

  it('adds up two numbers a unit as all patterns written out do', () => {
    const features = Float64Array.of(1, 2, -3, 1, 0.5, -1, 2, 0, 0, 3, -1, -2, 4, 1);
    const units = features.length / 2;
    const estimate = ([one = 0, two = 0]: ArrayLike<number> & Iterable<number>): number => one / (20 + two);
    let beyond = 0;
    for (let pattern = 0; pattern < 2 ** units; pattern++) {
      const sums = [0, 0];
      for (let unit = 0; unit < units; unit++) {
        const sign = (pattern >>> unit) & 1 ? 1 : -1;
        for (const part of [0, 1]) sums[part] = sums[part]! + sign * features[2 * unit + part]!;
      }
      if (Math.abs(estimate(sums)) >= 0.2) beyond += 1;
    }
    expect(beyond).toBeGreaterThan(0);
    expect(new SignedSums({ features, width: 2, units }).exactShare(estimate, 0.2)).toBe(beyond / 2 ** units);
  });

  it('takes one number a unit or two', () => {
    const figure = { features: new Float64Array(6), width: 3, units: 2 };
    expect(() => new SignedSums(figure)).toThrow(StatisticsArgumentError);
  });
});

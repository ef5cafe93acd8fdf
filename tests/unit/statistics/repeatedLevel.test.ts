import { describe, expect, it } from 'vitest';
import { lookSizes } from '../../../src/core/statistics/sequentialPlan';
import { criticalValue } from '../../../src/core/statistics/quantiles';
import { createRandom } from '../../../src/core/statistics/random';
import { repeatedLevel } from '../../../src/core/statistics/sequentialTest';

/** The level of each look in turn. */
function levelsOf(planned: number, looks: readonly number[]): readonly number[] {
  return looks.map((_, index) => 1 - repeatedLevel({ planned, looks: looks.slice(0, index + 1) }, 0.95));
}

describe('the confidence of an interval that is read at several looks', () => {
  it('is 95 % where there is one look', () => {
    expect(repeatedLevel({ planned: 33, looks: [33] }, 0.95)).toBe(0.95);
  });

  it('is that of the planned design’s table at eight looks', () => {
    // Made with another implementation, by simulation, so to three digits after the point.
    const table = [0.0023, 0.0032, 0.0048, 0.0075, 0.0109, 0.0156, 0.0226, 0.0319];
    for (const [look, level] of levelsOf(800, lookSizes(800, 8)).entries())
      expect(Math.abs(level - (table[look] ?? 0))).toBeLessThan(0.0004);
  });

  it.each([
    [124, lookSizes(124, 8)],
    [120, [40, 80, 120]],
    [124, [16, 31, 33]],
  ])('leaves the truth out at any look as often as the looks may spend: %i units, looks %j', (planned, looks) => {
    const bounds = levelsOf(planned, looks).map((level) => criticalValue(1 - level));
    const random = createRandom('paths');
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const rounds = 40_000;
    let outside = 0;
    for (let round = 0; round < rounds; round++) {
      let [sum, seen] = [0, 0];
      let isOutside = false;
      for (const [look, units] of looks.entries()) {
        sum += normal() * Math.sqrt(units - seen);
        seen = units;
        isOutside ||= Math.abs(sum) / Math.sqrt(units) > (bounds[look] ?? 0);
      }
      if (isOutside) outside += 1;
    }
    // All looks together may spend 0.05 (e^2t − 1) / (e^2 − 1), which is 0.05 at the end.
    const spent = (0.05 * Math.expm1((2 * (looks.at(-1) ?? 0)) / planned)) / Math.expm1(2);
    expect(Math.abs(outside / rounds - spent)).toBeLessThan(3 * Math.sqrt((spent * (1 - spent)) / rounds));
  });
});

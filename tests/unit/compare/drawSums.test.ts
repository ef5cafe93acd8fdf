import { describe, expect, it } from 'vitest';
import { drawSums } from '../../../src/core/compare/drawSums';
import { drained } from '../../../src/core/compare/slice';
import { createRandom } from '../../../src/core/statistics/random';
import type { UnitFeatures } from '../../../src/core/statistics/unitSums';

describe('drawSums', () => {
  const random = createRandom('units');
  /** Three numbers a unit, which takes a word for each unit and draw. */
  const wide = (units: number): UnitFeatures => ({
    features: Float64Array.from({ length: 3 * units }, () => random.next()),
    width: 3,
    units,
  });
  const few = { features: Float64Array.of(0, 1, 1, 0, 1), width: 1, units: 5 };

  it.each([
    // Two million and a half words, of which a million are made at a time.
    ['several fillings of words', wide(300), 8_000],
    ['draws that take more words than are made at a time', wide(1_100_000), 2],
  ] as const)('draws the same of a figure beside others and alone: %s', (_, figure, draws) => {
    const plan = { kind: 'resamples', draws, seed: 'alone' } as const;
    const [one, other] = drained(drawSums({ ...plan, figures: [figure, few] }));
    expect(drained(drawSums({ ...plan, figures: [figure] }))[0]).toEqual(one);
    expect(drained(drawSums({ ...plan, figures: [few] }))[0]).toEqual(other);
    expect(new Set(one).size).toBe(3 * draws);
  });

  it('has nothing to draw for units that are the same either way', () => {
    const same = { features: new Float64Array(40), width: 2, units: 20 };
    const [sums] = drained(drawSums({ kind: 'exchanges', figures: [same], draws: 10, seed: '' }));
    expect(sums).toEqual(new Float64Array(20));
  });
});

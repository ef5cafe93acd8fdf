import { expect, it } from 'vitest';
import { type PermutedStatistic, sequentialMaxP } from '../../../src/core/statistics/jointTest';
import { createRandom } from '../../../src/core/statistics/random';

const plan = { planned: 40, looks: [20, 40] };

/** The sum of differences at positions from 0 on. */
function sums(differences: readonly number[]): PermutedStatistic {
  return {
    units: differences.map((_, position) => position),
    statisticOf: (arrangements) =>
      differences.reduce((sum, one, unit) => sum + (arrangements[unit] === 1 ? -one : one), 0),
  };
}

it('keeps a metric that has no further looks in the correction of the others, but does not find it any more', () => {
  const random = createRandom('joint');
  const goesOn = Array.from(
    { length: 40 },
    (_, position) => (position % 4 === 0 ? -1 : 1) * (position % 3 === 0 ? 0 : 1),
  );
  const stopped = Array.from({ length: 20 }, () => 2 * random.int(2) - 1);
  // What it would show if it went on would be significant by far.
  const more = [...stopped, ...new Array<number>(20).fill(3)];
  const adjusted = (last: PermutedStatistic | undefined): readonly number[] =>
    sequentialMaxP(
      [
        [sums(goesOn.slice(0, 20)), sums(goesOn)],
        [sums(stopped), last],
      ],
      plan,
      { random: createRandom('draws'), draws: 4_000 },
      0.05,
    ).map((one) => one.adjusted);
  const [alone, itself] = adjusted(undefined);
  const [beside, over] = adjusted({ ...sums(more), isOver: true });
  expect(beside).toBeGreaterThan(1.3 * alone!);
  expect(over).toBe(itself);
  expect(adjusted(sums(more))[1]).toBeLessThan(0.05);
});

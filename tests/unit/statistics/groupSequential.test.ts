import { describe, expect, it } from 'vitest';
import { isFutile } from '../../../src/core/statistics/sequentialTest';
import { type JointP, type PermutedStatistic, sequentialMaxP } from '../../../src/core/statistics/jointTest';
import { lookSizes, spentAfter, spentLevel } from '../../../src/core/statistics/sequentialPlan';
import { sequentialBoundaries, sequentialSumP } from '../../../src/core/statistics/sequentialTest';
import { sequentialSignP } from './sequentialSignP';
import { createRandom } from '../../../src/core/statistics/random';

/** Made with another implementation, in Python. `changed`: units with a difference of 1 up to each look. */
const boundaries = [
  {
    planned: 33,
    alpha: 0.05,
    looks: [5, 9, 13, 17, 21, 25, 29, 33],
    changed: [2, 3, 4, 5, 6, 8, 9, 10],
    reach: [3, 4, 5, 6, 7, 7, 8, 7],
  },
  {
    planned: 33,
    alpha: 0.05,
    looks: [5, 9, 13, 17, 21, 25, 29, 33],
    changed: [5, 9, 13, 17, 21, 25, 29, 33],
    reach: [6, 8, 10, 12, 12, 12, 12, 12],
  },
  {
    planned: 33,
    alpha: 0.01,
    looks: [5, 9, 13, 17, 21, 25, 29, 33],
    changed: [5, 9, 13, 17, 21, 25, 29, 33],
    reach: [6, 10, 12, 12, 14, 16, 16, 16],
  },
  {
    planned: 66,
    alpha: 0.05,
    looks: [9, 17, 25, 33, 42, 50, 58, 66],
    changed: [3, 5, 8, 10, 13, 15, 17, 20],
    reach: [4, 6, 7, 9, 10, 10, 10, 9],
  },
  {
    planned: 66,
    alpha: 0.05,
    looks: [9, 17, 25, 33, 42, 50, 58, 66],
    changed: [9, 17, 25, 33, 42, 50, 58, 66],
    reach: [10, 12, 14, 16, 17, 17, 17, 17],
  },
  {
    planned: 66,
    alpha: 0.01,
    looks: [9, 17, 25, 33, 42, 50, 58, 66],
    changed: [9, 17, 25, 33, 42, 50, 58, 66],
    reach: [10, 14, 16, 18, 21, 21, 21, 23],
  },
  {
    planned: 124,
    alpha: 0.05,
    looks: [16, 31, 47, 62, 78, 93, 109, 124],
    changed: [5, 9, 14, 19, 23, 28, 33, 37],
    reach: [6, 8, 11, 12, 12, 13, 14, 14],
  },
  {
    planned: 124,
    alpha: 0.05,
    looks: [16, 31, 47, 62, 78, 93, 109, 124],
    changed: [16, 31, 47, 62, 78, 93, 109, 124],
    reach: [13, 16, 20, 21, 23, 24, 24, 25],
  },
  {
    planned: 124,
    alpha: 0.01,
    looks: [16, 31, 47, 62, 78, 93, 109, 124],
    changed: [16, 31, 47, 62, 78, 93, 109, 124],
    reach: [15, 18, 22, 25, 27, 30, 30, 31],
  },
];

/** Sizes of the units' differences: `changed` of the units up to each look differ. */
function sizesOf(looks: readonly number[], changed: readonly number[]): number[] {
  return looks.flatMap((units, look) => {
    const fresh = units - (looks[look - 1] ?? 0);
    const differing = (changed[look] ?? 0) - (changed[look - 1] ?? 0);
    return Array.from({ length: fresh }, (_, index) => (index < differing ? 1 : 0));
  });
}

/** Every pattern of signs, for an exact count. */
function allSigns(units: number): number[][] {
  return Array.from({ length: 2 ** units }, (_, pattern) =>
    Array.from({ length: units }, (__, unit) => ((pattern >> unit) & 1 ? 1 : -1)),
  );
}

describe('boundaries of a group-sequential sign test', () => {
  it.each(boundaries)('equal those of another implementation: $planned units at $alpha', (row) => {
    const { planned, alpha, looks, changed, reach } = row;
    // The product keeps a twentieth of the level for samples that are added later.
    const found = sequentialBoundaries(sizesOf(looks, changed), { planned, looks, mayGrow: true }, alpha / 0.95);
    // A boundary beyond all sums stops nothing, so only those within reach are told apart.
    const within = (bounds: readonly number[]): readonly (number | undefined)[] =>
      bounds.map((bound, look) => (bound > (changed[look] ?? 0) ? undefined : bound));
    expect(within(found.map((bound) => bound.reach))).toEqual(within(reach));
  });

  it.each([
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8],
    [0, 2, 0, 2, 5, 0, 1, 1, 1, 7, 0, 3],
  ])('stop as many sign patterns as they say, counted one by one: %j', (...sizes) => {
    const plan = { planned: 12, looks: [4, 8, 12] };
    const found = sequentialBoundaries(sizes, plan, 0.2);
    const stops = plan.looks.map(() => 0);
    const patterns = allSigns(12);
    for (const signs of patterns) {
      const at = plan.looks.findIndex((units, look) => {
        const sum = sizes.slice(0, units).reduce((total, size, unit) => total + size * (signs[unit] ?? 0), 0);
        return Math.abs(sum) >= (found[look]?.reach ?? Infinity);
      });
      if (at >= 0) stops[at] = (stops[at] ?? 0) + 1;
    }
    for (const [look, { spends }] of found.entries())
      expect((stops[look] ?? 0) / patterns.length).toBeCloseTo(spends, 12);
    const used = found.reduce((total, { spends }) => total + spends, 0);
    expect(used).toBeLessThanOrEqual(0.2);
  });

  /** Sizes of a block of units, each 0, 1 or 5 as weights of TutorBench give them. Their order changes nothing. */
  function blocksOf(units: number): number[][] {
    return Array.from({ length: units + 1 }, (_, fives) =>
      Array.from({ length: units - fives + 1 }, (__, ones) => {
        const none = new Array<number>(units - fives - ones).fill(0);
        return [...new Array<number>(fives).fill(5), ...new Array<number>(ones).fill(1), ...none];
      }),
    ).flat();
  }

  function sumsOf(sizes: readonly number[]): number[] {
    return allSigns(sizes.length).map((signs) => sizes.reduce((sum, size, unit) => sum + size * (signs[unit] ?? 0), 0));
  }

  it.each([1, 2, 3, 4])(
    'stop as many sign patterns as they say for all sizes of 0, 1 and 5, in three blocks of %i units',
    (block) => {
      const plan = { planned: 3 * block, looks: [block, 2 * block, 3 * block] };
      const blocks = blocksOf(block).map((sizes) => ({ sizes, sums: sumsOf(sizes) }));
      const patterns = 2 ** plan.planned;
      const wrong: number[][] = [];
      for (const first of blocks)
        for (const second of blocks)
          for (const third of blocks) {
            const sizes = [first, second, third].flatMap((one) => one.sizes);
            const found = sequentialBoundaries(sizes, plan, 0.2);
            const [reach1 = 0, reach2 = 0, reach3 = 0] = found.map(({ reach }) => reach);
            const stops = [0, 0, 0];
            for (const one of first.sums)
              if (Math.abs(one) >= reach1) stops[0]! += second.sums.length * third.sums.length;
              else
                for (const two of second.sums)
                  if (Math.abs(one + two) >= reach2) stops[1]! += third.sums.length;
                  else for (const three of third.sums) if (Math.abs(one + two + three) >= reach3) stops[2]! += 1;
            if (found.some(({ spends }, look) => Math.abs(spends - stops[look]! / patterns) > 1e-12)) wrong.push(sizes);
          }
      expect(blocks.length).toBe(((block + 1) * (block + 2)) / 2);
      expect(wrong).toEqual([]);
    },
  );

  it('may spend all of the level at the last look, and little at the first', () => {
    expect(spentLevel(0.05, 1)).toBeCloseTo(0.05, 12);
    expect(spentLevel(0.05, 1 / 8)).toBeCloseTo(0.0022, 4);
    expect(spentLevel(0.05, 6 / 8)).toBeCloseTo(0.02725, 5);
  });
});

describe('the level that looks may spend', () => {
  it('is never given back where samples are added, and never more than all of it', () => {
    const first = { planned: 33, looks: [33], mayGrow: true };
    const larger = { planned: 66, looks: [33, 66], earlier: [{ planned: 33, until: 33 }] };
    const third = { planned: 500, looks: [33, 66, 500], earlier: [...larger.earlier, { planned: 66, until: 66 }] };
    expect(spentAfter(33, first, 0.05)).toBeCloseTo(0.0475, 12);
    expect(spentAfter(33, larger, 0.05)).toBeCloseTo(0.0475, 12);
    // After a finished plan, half of what is kept.
    expect(spentAfter(66, larger, 0.05)).toBeCloseTo(0.04875, 12);
    expect(spentAfter(66, third, 0.05)).toBeCloseTo(0.04875, 12);
    expect(spentAfter(500, third, 0.05)).toBeCloseTo(0.049375, 12);
  });

  it('is shared with the new samples where the first plan was not finished', () => {
    const half = { planned: 400, looks: [33, 400], earlier: [{ planned: 66, until: 33 }] };
    expect(spentAfter(33, half, 0.05)).toBeCloseTo(
      spentAfter(33, { planned: 66, looks: [33], mayGrow: true }, 0.05),
      12,
    );
    expect(spentAfter(400, half, 0.05)).toBeCloseTo(0.0475, 12);
  });
});

describe('a test over several trials of a unit', () => {
  it('counts all arrangements', () => {
    // Each unit has three trials; the new one is best in all four, which is one of 3^4 arrangements.
    const arrangements = Array.from({ length: 4 }, () => [1, -0.5, -0.5]);
    expect(sequentialSumP(arrangements, { planned: 4, looks: [4] })).toBeCloseTo(1 / 81, 5);
  });
});

describe('a sequential p', () => {
  const plan = { planned: 12, looks: [4, 8, 12] };

  it('is at most each level as often as the level says, over all sign patterns', () => {
    const sizes = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
    const ps = allSigns(12)
      .filter((_, index) => index % 7 === 0)
      .map(
        (signs) =>
          sequentialSignP(
            Float64Array.from(sizes, (size, unit) => size * (signs[unit] ?? 0)),
            plan,
          ) ?? NaN,
      );
    for (const alpha of [0.02, 0.05, 0.1, 0.3]) {
      const share = ps.filter((p) => p <= alpha).length / ps.length;
      // A seventh of the patterns stands for all.
      expect(share).toBeLessThanOrEqual(alpha + 0.02);
    }
    expect(Math.min(...ps)).toBeLessThan(0.01);
  });

  it('only falls from look to look', () => {
    const differences = Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1);
    const ps = [[4], [4, 8], [4, 8, 12]].map((looks) => sequentialSignP(differences, { planned: 12, looks }) ?? NaN);
    expect(ps[1]).toBeLessThan(ps[0] ?? 0);
    expect(ps[2]).toBeLessThanOrEqual((ps[1] ?? 0) * 1.001);
  });

  it('is undefined for numbers on no grid', () => {
    expect(sequentialSignP(Float64Array.of(Math.PI, Math.E, Math.SQRT2, Math.LN2), plan)).toBeUndefined();
  });
});

describe('the joint test of several metrics', () => {
  const units = 60;
  const plan = { planned: units, looks: lookSizes(units, 8) };
  const joint = (metrics: readonly Float64Array[], seed: number, draws?: number): readonly JointP[] =>
    sequentialMaxP(
      metrics.map((differences) =>
        plan.looks.map((seen): PermutedStatistic => ({
          units: Array.from({ length: seen }, (_, unit) => unit),
          statisticOf: (arrangements) =>
            arrangements.reduce((sum, flipped, unit) => sum + (1 - 2 * flipped) * (differences[unit] ?? 0), 0) / seen,
        })),
      ),
      plan,
      { random: createRandom(seed), draws },
      0.05,
    );
  const jointP = (...asked: Parameters<typeof joint>): readonly number[] =>
    joint(...asked).map(({ adjusted }) => adjusted);
  const noisy = (seed: number, shift: number): Float64Array => {
    const random = createRandom(seed);
    return Float64Array.from({ length: units }, () => {
      const one = random.next();
      return one < 0.3 + shift ? 1 : one > 0.85 + shift / 2 ? -1 : 0;
    });
  };

  it('agrees with the exact test for one metric', () => {
    const differences = noisy(3, 0.05);
    const [only] = joint([differences], 1);
    const exact = sequentialSignP(differences, plan) ?? NaN;
    expect(Math.abs((only?.adjusted ?? NaN) - exact)).toBeLessThan(0.01);
  });

  it('costs a copy of a metric nothing, and an unrelated one something', () => {
    const differences = noisy(3, 0.05);
    const [alone = NaN] = jointP([differences], 1);
    const [withCopy = NaN] = jointP([differences, differences], 1);
    const [withOther = NaN] = jointP([differences, noisy(8, -0.1)], 1);
    expect(withCopy).toBeCloseTo(alone, 6);
    expect(withOther).toBeGreaterThan(alone);
  });

  it('has the p of each metric alone, and the level that it must reach beside the others', () => {
    const differences = noisy(3, 0.05);
    const other = noisy(8, -0.1);
    const [alone] = joint([differences], 1);
    const [beside] = joint([differences, other], 1);
    const [withCopy] = joint([differences, differences], 1);
    expect(alone?.level).toBe(0.05);
    expect(beside?.p).toBeCloseTo(alone?.p ?? NaN, 6);
    expect(withCopy?.level).toBe(0.05);
    // Two unrelated metrics share the level.
    expect(beside?.level).toBeGreaterThanOrEqual(0.025);
    expect(beside?.level).toBeLessThan(0.032);
  });

  it('finds a false difference in at most 5 of 100 families, whichever look is read', { timeout: 120_000 }, () => {
    const random = createRandom(11);
    const rounds = 150;
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const shared = Array.from({ length: units }, () => random.next());
      const metrics = Array.from({ length: 3 }, () =>
        Float64Array.from(shared, (common) => {
          const one = random.next() < 0.5 ? common : random.next();
          return one < 0.15 ? 1 : one > 0.85 ? -1 : 0;
        }),
      );
      const ps = jointP(metrics, round, 1_000);
      if (Math.min(...ps) <= 0.05) found += 1;
    }
    // Three standard errors of 150 rounds.
    expect(found / rounds).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds));
  });
});

describe('futility', () => {
  it('gives a metric up where the units that are left can hardly settle it', () => {
    expect(isFutile({ planned: 124, seen: 93, better: 14, worse: 14 }, 0.1, 0.05)).toBe(true);
    expect(isFutile({ planned: 124, seen: 62, better: 14, worse: 4 }, 0.1, 0.05)).toBe(false);
    expect(isFutile({ planned: 124, seen: 62, better: 4, worse: 14 }, 0.1, 0.05)).toBe(false);
  });

  it('never speaks early or at the end', () => {
    expect(isFutile({ planned: 124, seen: 16, better: 2, worse: 2 }, 0.1, 0.05)).toBe(false);
    expect(isFutile({ planned: 124, seen: 124, better: 14, worse: 14 }, 0.1, 0.05)).toBe(false);
  });
});

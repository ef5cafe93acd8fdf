import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherExactP } from '../../../src/core/statistics/exactTests';

const group = fc
  .integer({ min: 0, max: 12 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }));

function choose(n: number, k: number): number {
  let ways = 1;
  for (let step = 1; step <= k; step++) ways = (ways * (n - k + step)) / step;
  return Math.round(ways);
}

/** The definition in whole numbers: of all ways to deal the successes, those at most as likely as the one seen. */
function byDefinition(one: { successes: number; n: number }, other: { successes: number; n: number }): number {
  const total = one.successes + other.successes;
  const ways = Array.from({ length: total + 1 }, (_, count) =>
    count <= one.n && total - count <= other.n ? choose(one.n, count) * choose(other.n, total - count) : 0,
  );
  const seen = ways[one.successes]!;
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  return sum(ways.filter((way) => way <= seen)) / sum(ways);
}

describe('fisherExactP', () => {
  it('gives the textbook values', () => {
    // Fisher's tea tasting (The Design of Experiments, 1935): 3 of 4 cups told right; 17/35 both ways.
    expect(fisherExactP({ successes: 3, n: 4 }, { successes: 1, n: 4 })).toBeCloseTo(34 / 70, 12);
    // Agresti, Categorical Data Analysis: all 4 right.
    expect(fisherExactP({ successes: 4, n: 4 }, { successes: 0, n: 4 })).toBeCloseTo(2 / 70, 12);
    // Fisher's twins (convictions of like-sex twins, 1934): two-sided 0.0005367, as in R's ?fisher.test.
    expect(fisherExactP({ successes: 2, n: 17 }, { successes: 10, n: 13 })).toBeCloseTo(0.0005367, 7);
  });

  it('agrees with its definition', () => {
    fc.assert(
      fc.property(group, group, (one, other) => {
        expect(fisherExactP(one, other)).toBeCloseTo(byDefinition(one, other), 9);
        expect(fisherExactP(other, one)).toBeCloseTo(fisherExactP(one, other), 9);
      }),
    );
  });

  it('is 1 for an empty group, and survives large counts', () => {
    expect(fisherExactP({ successes: 0, n: 0 }, { successes: 3, n: 5 })).toBe(1);
    const p = fisherExactP({ successes: 15_000, n: 15_000 }, { successes: 0, n: 15_000 });
    expect(p).toBeGreaterThan(0);
    expect(p).toBeLessThan(1e-300);
  });
});

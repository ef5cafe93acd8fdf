import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { wilsonInterval } from '../../../src/core/statistics/interval';

const trials = fc.nat({ max: 100_000 }).chain((n) => fc.tuple(fc.nat({ max: n }), fc.constant(n)));

describe('wilsonInterval', () => {
  // Reference values: scipy 1.17, binomtest(successes, n).proportion_ci(level, 'wilson').
  it.each([
    { successes: 7, n: 9, level: 0.9, low: 0.503642782376754, high: 0.9235052624456035 },
    { successes: 7, n: 9, level: 0.95, low: 0.4525889691069889, high: 0.9367748928821533 },
    { successes: 81, n: 263, level: 0.95, low: 0.2552885198782742, high: 0.36620957698280004 },
    { successes: 81, n: 263, level: 0.99, low: 0.24013690268760768, high: 0.3852825023182298 },
    { successes: 1, n: 1, level: 0.95, low: 0.20654931437723745, high: 1 },
    { successes: 120, n: 192, level: 0.99, low: 0.532246264631295, high: 0.7094031173321017 },
  ] as const)('$successes of $n at $level', ({ successes, n, level, low, high }) => {
    const interval = wilsonInterval(successes, n, level);
    expect(interval?.low).toBeCloseTo(low, 13);
    expect(interval?.high).toBeCloseTo(high, 13);
    expect(interval?.level).toBe(level);
  });

  it('lies in [0, 1] and holds the share seen', () => {
    fc.assert(
      fc.property(trials, fc.constantFrom(0.9 as const, 0.95 as const, 0.99 as const), ([successes, n], level) => {
        const interval = wilsonInterval(successes, n, level);
        if (n === 0) {
          expect(interval).toBeUndefined();
          return;
        }
        expect(interval!.low).toBeGreaterThanOrEqual(0);
        expect(interval!.high).toBeLessThanOrEqual(1);
        expect(interval!.low).toBeLessThanOrEqual(successes / n);
        expect(interval!.high).toBeGreaterThanOrEqual(successes / n);
      }),
      { numRuns: 1000 },
    );
  });

  it('mirrors when successes and failures change places', () => {
    fc.assert(
      fc.property(trials, ([successes, n]) => {
        const one = wilsonInterval(successes, n);
        const other = wilsonInterval(n - successes, n);
        expect(one?.low ?? 0).toBeCloseTo(1 - (other?.high ?? 1), 12);
      }),
    );
  });

  it('is exactly 0 and 1 at the ends', () => {
    expect(wilsonInterval(0, 7)?.low).toBe(0);
    expect(wilsonInterval(7, 7)?.high).toBe(1);
  });

  it('takes fractional successes (repeats averaged inside a sample)', () => {
    const interval = wilsonInterval(2.5, 5);
    expect(interval!.low + interval!.high).toBeCloseTo(1, 12);
  });

  it('covers the true share about as often as it says', () => {
    const random = createRandom('wilson coverage');
    const n = 40;
    const rounds = 20_000;
    for (const share of [0.1, 0.3, 0.5, 0.85]) {
      let covered = 0;
      for (let round = 0; round < rounds; round++) {
        let successes = 0;
        for (let trial = 0; trial < n; trial++) {
          successes += random.next() < share ? 1 : 0;
        }
        const interval = wilsonInterval(successes, n)!;
        covered += interval.low <= share && share <= interval.high ? 1 : 0;
      }
      // Wilson's coverage swings around the level with n and the share; the Wald interval has 91.5 % at 0.1 and n = 40.
      expect(covered / rounds).toBeGreaterThan(0.93);
      expect(covered / rounds).toBeLessThan(0.975);
    }
  });
});

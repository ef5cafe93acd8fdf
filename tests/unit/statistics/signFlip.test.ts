import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { exactSignFlipLimit, signFlipP } from '../../../src/core/statistics/signFlip';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';

const differences = fc.array(fc.constantFrom(-1, -0.5, 0, 0.1, 0.2, 1), { minLength: 1, maxLength: 10 });

/** The definition: each pattern of signs over all differences, zeros included, in tenths to be exact. */
function byDefinition(values: readonly number[]): number {
  const tenths = values.map((value) => Math.round(value * 10));
  const seen = Math.abs(tenths.reduce((sum, value) => sum + value, 0));
  const patterns = 2 ** values.length;
  let hits = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = tenths.reduce((total, value, index) => total + ((pattern >> index) & 1 ? value : -value), 0);
    hits += Math.abs(sum) >= seen ? 1 : 0;
  }
  return hits / patterns;
}

describe('signFlipP', () => {
  it('matches a reference value', () => {
    // scipy 1.17, permutation_test(permutation_type='samples', n_resamples=inf) on the mean.
    expect(signFlipP([0.5, 1, -0.5, 0.25, 1, 0.75, -0.25, 1], createRandom(1))).toBe(0.0859375);
  });

  it('is exact up to the limit and needs no random numbers there', () => {
    const ones = new Array<number>(exactSignFlipLimit).fill(1);
    expect(signFlipP(ones, createRandom(1))).toBe(2 / 2 ** exactSignFlipLimit);
    expect(signFlipP([...ones, 0, 0, 0], createRandom(1))).toBe(2 / 2 ** exactSignFlipLimit);
    fc.assert(
      fc.property(differences, (values) => {
        expect(signFlipP(values, createRandom(1))).toBe(byDefinition(values));
      }),
    );
  });

  it('does not mind the sign or the unit of the differences', () => {
    fc.assert(
      fc.property(differences, (values) => {
        const p = signFlipP(values, createRandom(1));
        expect(
          signFlipP(
            values.map((value) => -value),
            createRandom(1),
          ),
        ).toBe(p);
        expect(
          signFlipP(
            values.map((value) => value * 100),
            createRandom(1),
          ),
        ).toBe(p);
      }),
    );
  });

  it('draws beyond the limit: the same seed gives the same p, close to the exact one', () => {
    // 20 differences of size 1, 15 of them up: the exact p is the binomial one, 2 * P(X <= 5) for n = 20.
    const values = [...new Array<number>(15).fill(1), ...new Array<number>(5).fill(-1)];
    const p = signFlipP(values, createRandom('draws'))!;
    expect(signFlipP(values, createRandom('draws'))).toBe(p);
    // 0.0414 with a standard error of sqrt(0.0414 * 0.9586 / 20,000) = 0.0014.
    expect(Math.abs(p - 0.04138946533203125)).toBeLessThan(0.0056);
  });

  it('uses an unrelated sign for each unit beyond 32 too', () => {
    // Two blocks of 32 of opposite weight would cancel if a word of signs were used twice.
    const values = [...new Array<number>(32).fill(1), ...new Array<number>(32).fill(-1)];
    expect(signFlipP(values, createRandom(2))).toBe(1);
    const uneven = [...new Array<number>(40).fill(1), ...new Array<number>(24).fill(-1)];
    // 2 * P(X <= 24) for n = 64.
    expect(Math.abs(signFlipP(uneven, createRandom(2))! - 0.0599)).toBeLessThan(0.007);
  });

  it('never gives 0 from draws', () => {
    expect(signFlipP(new Array<number>(200).fill(1), createRandom(3), 999)).toBe(1 / 1000);
  });

  it('is 1 where nothing moved and undefined where nothing was measured', () => {
    expect(signFlipP([0, 0, 0], createRandom(1))).toBe(1);
    expect(signFlipP([], createRandom(1))).toBeUndefined();
  });

  it('keeps its false alarms at the level it promises', () => {
    const random = createRandom('false alarms');
    const rounds = 1000;
    let alarms = 0;
    for (let round = 0; round < rounds; round++) {
      const values = Array.from({ length: 10 }, () => random.next() - 0.5);
      alarms += signFlipP(values, random)! < 0.05 ? 1 : 0;
    }
    // At most 50 expected; standard error 6.9.
    expect(alarms).toBeGreaterThan(22);
    expect(alarms).toBeLessThan(78);
  });

  it('refuses what is not a finite number and draws that are none', () => {
    expect(() => signFlipP([1, Number.NaN], createRandom(1))).toThrow(StatisticsArgumentError);
    expect(() => signFlipP([Number.POSITIVE_INFINITY], createRandom(1))).toThrow(StatisticsArgumentError);
    expect(() => signFlipP([1], createRandom(1), 0)).toThrow(StatisticsArgumentError);
  });
});

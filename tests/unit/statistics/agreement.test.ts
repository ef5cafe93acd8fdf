import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kappaOf } from '../../kappas';
import { agreementRatio, averageDeviation, type RatedPair } from '../../../src/core/statistics/agreement';

const pairs: fc.Arbitrary<RatedPair<string>[]> = fc.array(
  fc.tuple(fc.constantFrom('Yes', 'No', 'To some extent'), fc.constantFrom('Yes', 'No', 'To some extent')),
  { maxLength: 40 },
);

/** Judge and human, 40 verdicts: 20 Yes-Yes, 5 Yes-No, 10 No-Yes, 15 No-No (the textbook table: kappa 0.4 for 50). */
function repeated(counts: readonly (readonly [string, string, number])[]): RatedPair<string>[] {
  return counts.flatMap(([judge, human, count]) => Array.from({ length: count }, () => [judge, human] as const));
}

const textbook = repeated([
  ['Yes', 'Yes', 20],
  ['Yes', 'No', 5],
  ['No', 'Yes', 10],
  ['No', 'No', 15],
]);

describe('agreementRatio and averageDeviation', () => {
  it('count the complete pairs only', () => {
    expect(agreementRatio([...textbook, [undefined, 'Yes'], ['No', undefined]])).toEqual({ n: 50, value: 0.7 });
    expect(averageDeviation([])).toEqual({ n: 0, value: undefined });
    expect(
      averageDeviation([
        [0, 3],
        [3, Number.NaN],
      ]),
    ).toEqual({ n: 1, value: 3 });
  });

  it('tell 1, "1" and true apart', () => {
    expect(
      agreementRatio([
        [1, '1'],
        [true, 1],
        [false, false],
      ]).value,
    ).toBeCloseTo(1 / 3, 12);
  });
});

describe('kappa of labels without strata', () => {
  it('matches the textbook table', () => {
    // po = 0.7; pe = 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    expect(kappaOf(textbook)).toBeCloseTo(0.4, 12);
  });

  it('is 0 for a judge that always says the same', () => {
    expect(
      kappaOf(
        repeated([
          ['Yes', 'Yes', 7],
          ['Yes', 'No', 3],
        ]),
      ),
    ).toBe(0);
  });

  it('is undefined without pairs', () => {
    expect(kappaOf([])).toBeUndefined();
  });

  it('is at most 1, 1 for full agreement, and the same both ways', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const kappa = kappaOf(drawn);
        expect(kappa ?? 0).toBeLessThanOrEqual(1);
        expect(kappaOf(drawn.map(([judge, human]) => [human, judge]))).toBe(kappa);
        const agreeing = kappaOf(drawn.map(([judge]) => [judge, judge]));
        expect(agreeing ?? 1).toBe(1);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agreementRatio,
  averageDeviation,
  cohenKappa,
  confusionMatrix,
  macroF1,
  type RatedPair,
} from '../../../src/core/statistics/agreement';

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

describe('confusionMatrix', () => {
  it('has humans in rows and judges in columns, in the order asked for', () => {
    expect(confusionMatrix(textbook, ['No', 'To some extent', 'Yes'])).toEqual({
      labels: ['No', 'To some extent', 'Yes'],
      counts: [
        [15, 0, 5],
        [0, 0, 0],
        [10, 0, 20],
      ],
      n: 50,
    });
  });

  it('adds labels nobody asked for, also those named like object properties', () => {
    const matrix = confusionMatrix([['__proto__', 'constructor']], ['Yes']);
    expect(matrix.labels).toEqual(['Yes', 'constructor', '__proto__']);
    expect(matrix.counts).toEqual([
      [0, 0, 0],
      [0, 0, 1],
      [0, 0, 0],
    ]);
  });

  it('holds every complete pair once', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const { counts, n } = confusionMatrix(drawn);
        expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(n);
        expect(n).toBe(drawn.length);
      }),
    );
  });
});

describe('cohenKappa', () => {
  it('matches the textbook table', () => {
    // po = 0.7; pe = 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    expect(cohenKappa(textbook)).toBeCloseTo(0.4, 12);
  });

  it('is 0 for a judge that always says the same', () => {
    expect(
      cohenKappa(
        repeated([
          ['Yes', 'Yes', 7],
          ['Yes', 'No', 3],
        ]),
      ),
    ).toBe(0);
  });

  it('is undefined without pairs', () => {
    expect(cohenKappa([])).toBeUndefined();
  });

  it('is at most 1, 1 for full agreement, and the same both ways', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const kappa = cohenKappa(drawn);
        expect(kappa ?? 0).toBeLessThanOrEqual(1);
        expect(cohenKappa(drawn.map(([judge, human]) => [human, judge]))).toBe(kappa);
        const agreeing = cohenKappa(drawn.map(([judge]) => [judge, judge]));
        expect(agreeing ?? 1).toBe(1);
      }),
    );
  });
});

describe('macroF1', () => {
  it('matches values worked by hand', () => {
    // Yes: tp 20, fp 5, fn 10 -> 40/55. No: tp 15, fp 10, fn 5 -> 30/45.
    expect(macroF1(textbook)).toBeCloseTo((40 / 55 + 30 / 45) / 2, 12);
  });

  it('counts a label only one side uses as 0', () => {
    // Yes: tp 1, fn 1 -> 2/3. No: fp 1 -> 0.
    expect(
      macroF1([
        ['Yes', 'Yes'],
        ['No', 'Yes'],
      ]),
    ).toBeCloseTo(1 / 3, 12);
  });

  it('is undefined without pairs and within [0, 1] otherwise', () => {
    expect(macroF1([[undefined, 'Yes']])).toBeUndefined();
    fc.assert(
      fc.property(pairs, (drawn) => {
        const value = macroF1(drawn);
        expect(value === undefined).toBe(drawn.length === 0);
        expect(value ?? 0).toBeGreaterThanOrEqual(0);
        expect(value ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });
});

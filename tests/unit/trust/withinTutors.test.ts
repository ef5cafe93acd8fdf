import { describe, expect, it } from 'vitest';
import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import { leastOfTutor, withinTutors } from '../../../src/core/trust/dimensionAgreement';
import { cohenKappa } from '../../kappas';
import { stratifiedKappa } from '../../../src/core/statistics/kappa';
import { wilsonInterval } from '../../../src/core/statistics/interval';
import { ratedLabels } from './ratedLabels';

const options = { scale: ['Yes', 'To some extent', 'No'], seed: '1', resamples: 400 };

/** So many labels of one tutor, each given as `[human, judge, times]`. */
function repliesOf(tutor: string, counts: readonly (readonly [string, string | undefined, number])[]): RatedLabel[] {
  const pairs = counts.flatMap(([human, judge, times]) => Array.from({ length: times }, () => [human, judge] as const));
  return ratedLabels(pairs).map((one) => ({ ...one, tutor }));
}

describe('withinTutors', () => {
  it('finds nothing in a judge that tells the tutors apart and nothing else', () => {
    const rated = [
      ...repliesOf('good', [
        ['Yes', 'Yes', 45],
        ['No', 'Yes', 5],
      ]),
      ...repliesOf('bad', [
        ['No', 'No', 45],
        ['Yes', 'No', 5],
      ]),
    ];
    expect(cohenKappa(rated.map(({ judge, human }) => [judge, human]))).toBeCloseTo(0.8, 10);
    const found = withinTutors('d', rated, options);
    expect(found?.kappa).toBe(0);
    expect(found?.tutors.map(({ kappa }) => kappa)).toEqual([0, 0]);
    expect(found).toMatchObject({ n: 100, agreement: 0.9, majority: { agreement: 0.9, macroF1: 0.9 } });
  });

  it('sums observed and expected agreement over the tutors', () => {
    const rated = [
      ...repliesOf('A', [
        ['Yes', 'Yes', 20],
        ['Yes', 'No', 5],
        ['No', 'Yes', 10],
        ['No', 'No', 15],
      ]),
      ...repliesOf('B', [
        ['Yes', 'Yes', 30],
        ['Yes', 'No', 6],
        ['No', 'Yes', 2],
        ['No', 'No', 2],
      ]),
    ];
    // A: observed 35 of 50, expected (25 × 30 + 25 × 20) / 50 = 25. B: 32 of 40, (36 × 32 + 4 × 8) / 40 = 29.6.
    const found = withinTutors('d', rated, options);
    expect(found?.kappa).toBeCloseTo((35 - 25 + 32 - 29.6) / (50 - 25 + 40 - 29.6), 12);
    expect(found?.tutors).toMatchObject([
      { tutor: 'A', n: 50, agreement: 0.7, kappa: 0.4, majority: { label: 'Yes', agreement: 0.5 } },
      { tutor: 'B', n: 40, agreement: 0.8, majority: { label: 'Yes', agreement: 0.9 } },
    ]);
    // Always “Yes”: 61 of 90 labels, F1 2 × 61 / (61 + 90) and 0.
    expect(found?.majority?.agreement).toBeCloseTo(61 / 90, 12);
    expect(found?.majority?.macroF1).toBeCloseTo(61 / 151, 12);
    const { low = 1, high = 0 } = found?.kappaCi ?? {};
    expect(low).toBeLessThan(found?.kappa ?? 0);
    expect(high).toBeGreaterThan(found?.kappa ?? 1);
  });

  it('counts a failed verdict as a miss of its tutor', () => {
    const rated = [
      ...repliesOf('A', [
        ['Yes', 'Yes', 10],
        ['No', undefined, 10],
      ]),
      ...repliesOf('B', [
        ['Yes', 'Yes', 10],
        ['No', 'No', 10],
      ]),
    ];
    const found = withinTutors('d', rated, options);
    expect(found).toMatchObject({
      n: 40,
      failed: 10,
      agreement: 0.75,
      tutors: [{ failed: 10, agreement: 0.5 }, { kappa: 1 }],
    });
    expect(found?.kappa).toBeCloseTo((10 - 5 + 20 - 10) / (20 - 5 + 20 - 10), 12);
  });

  it('leaves tutors with few labels out, and one that leaves chance no room does no harm', () => {
    const rated = [
      ...repliesOf('A', [
        ['Yes', 'Yes', 10],
        ['No', 'No', 10],
      ]),
      ...repliesOf('B', [['Yes', 'Yes', 12]]),
      ...repliesOf('C', [['Yes', 'No', leastOfTutor - 1]]),
    ];
    const found = withinTutors('d', rated, options);
    expect(found).toMatchObject({ n: 32, kappa: 1, tutors: [{ tutor: 'A' }, { tutor: 'B', kappa: undefined }] });
    // No dialogue showed a miss, which is not to say that there is none.
    expect(found?.kappaCi?.low).toBeCloseTo(1 - 2 * (wilsonInterval(0, found?.clusters ?? 0)?.high ?? 0), 12);
    expect(found?.kappaCi?.high).toBe(1);
  });

  it('draws dialogues with all their tutors', () => {
    const single = [
      ...repliesOf('A', [
        ['Yes', 'Yes', 20],
        ['No', 'Yes', 8],
        ['No', 'No', 20],
      ]),
    ];
    const both = [...single, ...single.map((one) => ({ ...one, tutor: 'B' }))];
    const apart = both.map((one, place) => ({ ...one, cluster: `d${place}` }));
    const width = (rated: readonly RatedLabel[]): number => {
      const ci = withinTutors('d', rated, { ...options, resamples: 4_000 })?.kappaCi;
      return (ci?.high ?? 0) - (ci?.low ?? 0);
    };
    expect(width(both) / width(apart)).toBeGreaterThan(1.3);
  });

  it('has nothing to say of one tutor', () => {
    expect(withinTutors('d', repliesOf('A', [['Yes', 'Yes', 20]]), options)).toBeUndefined();
  });
});

describe('stratifiedKappa', () => {
  it('is Cohen’s kappa over one stratum, and undefined where no stratum has room', () => {
    const pairs = [0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1];
    const rated = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const;
    expect(stratifiedKappa([pairs], { strata: 1, labels: 2 })).toBeCloseTo(cohenKappa(rated) ?? 0, 12);
    expect(stratifiedKappa([[0, 1, 1, 1, 0, 0]], { strata: 2, labels: 2 })).toBeUndefined();
  });
});

describe('withinTutors without one', () => {
  const plain = [
    ...repliesOf('bad', [
      ['Yes', 'Yes', 30],
      ['No', 'No', 30],
    ]),
    ...['A', 'B', 'C'].flatMap((tutor) =>
      repliesOf(tutor, [
        ['Yes', 'Yes', 16],
        ['No', 'Yes', 4],
      ]),
    ),
  ];

  it('names the tutor on whose replies a judge rests', () => {
    const { kappa = 0, withoutOne } = withinTutors('d', plain, options) ?? {};
    expect(kappa).toBeGreaterThan(0.5);
    expect(withoutOne).toMatchObject({ tutor: 'bad', kappa: 0 });
    expect(withoutOne?.kappaCi?.low).toBeLessThan(0);
    expect(withoutOne?.kappaCi?.high).toBeGreaterThan(0);
  });

  it('asks it of no fewer than three tutors, and only where the others have labels enough', () => {
    const two = plain.filter(({ tutor }) => tutor === 'bad' || tutor === 'A');
    expect(withinTutors('d', two, options)?.withoutOne).toBeUndefined();
    const few = [
      ...two,
      ...repliesOf('B', [
        ['Yes', 'Yes', 8],
        ['No', 'No', 7],
      ]),
    ];
    expect(withinTutors('d', few, options)?.withoutOne?.tutor).not.toBe('bad');
  });
});

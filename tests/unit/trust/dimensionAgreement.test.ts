import { describe, expect, it } from 'vitest';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { cohenKappa } from '../../kappas';
import { createRandom } from '../../../src/core/statistics/random';
import { wilsonInterval } from '../../../src/core/statistics/interval';
import { ratedLabels } from './ratedLabels';

const scale = ['Yes', 'To some extent', 'No'];
const options = { scale, seed: '1', resamples: 500 };

describe('dimensionAgreement', () => {
  it('computes by hand: eight labels, two disagreements, one failure', () => {
    const found = dimensionAgreement(
      'actionability',
      ratedLabels([
        ['Yes', 'Yes'],
        ['Yes', 'Yes'],
        ['Yes', 'Yes'],
        ['Yes', 'No'],
        ['No', 'No'],
        ['No', 'No'],
        ['No', 'To some extent'],
        ['Yes', undefined],
      ]),
      options,
    );
    expect(found).toMatchObject({ n: 8, failed: 1, clusters: 8, agreement: 5 / 8 });
    expect(found.deviation).toBeCloseTo((2 + 1) / 7, 12);
    // Observed 5/8; by chance 5/8 × 3/8 for Yes and 3/8 × 3/8 for No; nobody else says what the judge alone says.
    const chance = (5 * 3 + 3 * 3) / 64;
    expect(found.kappa).toBeCloseTo((5 / 8 - chance) / (1 - chance), 12);
    // Yes: 3 hits of 5 given and 3 said; No: 2 of 3 and 3; To some extent: none of 0 and 1.
    expect(found.macroF1).toBeCloseTo((6 / 8 + 4 / 6 + 0) / 3, 12);
    expect(found.majority).toEqual({ label: 'Yes', agreement: 5 / 8, macroF1: (2 * (5 / 8)) / (1 + 5 / 8) / 2 });
    expect(found.confusion).toEqual({
      labels: scale,
      counts: [
        [3, 0, 1],
        [0, 0, 0],
        [0, 1, 2],
      ],
      failed: [1, 0, 0],
    });
  });

  it('has no kappa where both sides use one label, and no correlation without spread: neither is 0', () => {
    const found = dimensionAgreement(
      'actionability',
      ratedLabels([
        ['Yes', 'Yes'],
        ['Yes', 'Yes'],
      ]),
      options,
    );
    expect(found).toMatchObject({ agreement: 1, deviation: 0, macroF1: 1 });
    expect([found.kappa, found.kappaCi, found.pearson]).toEqual([undefined, undefined, undefined]);
  });

  it('never takes a failure for agreement, not even where the judge failed on everything', () => {
    const found = dimensionAgreement(
      'actionability',
      ratedLabels([
        ['Yes', undefined],
        ['No', undefined],
      ]),
      options,
    );
    expect(found).toMatchObject({ n: 2, failed: 2, agreement: 0, kappa: 0, macroF1: 0 });
    expect([found.deviation, found.pearson]).toEqual([undefined, undefined]);
  });

  it('measures no distance between labels that have no order', () => {
    const found = dimensionAgreement(
      'winner',
      ratedLabels([
        ['A', 'B'],
        ['tie', 'tie'],
      ]),
      { ...options, scale: [] },
    );
    expect([found.agreement, found.deviation, found.pearson]).toEqual([0.5, undefined, undefined]);
    expect(found.confusion.labels).toEqual(['A', 'B', 'tie']);
  });

  it('takes numbers as they are and met as 1', () => {
    const levels = dimensionAgreement(
      'Elicitation',
      ratedLabels([
        [0, 3],
        [2, 2],
      ]),
      { ...options, scale: [0, 1, 2, 3] },
    );
    expect(levels.deviation).toBe(1.5);
    const met = dimensionAgreement(
      'criteria',
      ratedLabels([
        [true, false],
        [true, true],
      ]),
      { ...options, scale: [false, true] },
    );
    expect(met.deviation).toBe(0.5);
  });

  it('draws whole dialogues: labels that only repeat each other inside one widen the interval', () => {
    const random = createRandom('clusters');
    const dialogues = Array.from({ length: 30 }, (_, place) => {
      const human = random.next() < 0.5 ? 'Yes' : 'No';
      const judge = random.next() < 0.7 ? human : 'No';
      return { place, human, judge };
    });
    const repeated = dialogues.flatMap(({ place, human, judge }) =>
      Array.from({ length: 8 }, () => [human, judge, `d${place}`] as const),
    );
    const clustered = dimensionAgreement('actionability', ratedLabels(repeated), options);
    const single = dimensionAgreement(
      'actionability',
      ratedLabels(repeated.map(([human, judge], place) => [human, judge, `r${place}`] as const)),
      options,
    );
    expect([clustered.clusters, single.clusters]).toEqual([30, 240]);
    expect(clustered.kappa).toBe(single.kappa);
    const width = ({ kappaCi }: typeof single): number => (kappaCi?.high ?? 0) - (kappaCi?.low ?? 0);
    expect(width(clustered)).toBeGreaterThan(2 * width(single));
    expect(dimensionAgreement('actionability', ratedLabels(repeated), options)).toEqual(clustered);
  });

  it.each([
    ['agrees always', (human: string) => human, 1],
    ['always says the same', () => 'Yes', 0],
    ['failed on all', () => undefined, 0],
  ])('has an interval with a width where the judge %s, over dialogues and not over labels', (_, judge, kappa) => {
    const pairs = Array.from({ length: 40 }, (_none, place) => {
      const human = place % 2 === 0 ? 'Yes' : 'No';
      return [human, judge(human), `d${place >> 1}`] as const;
    });
    const found = dimensionAgreement('actionability', ratedLabels(pairs), options);
    expect(found.kappa).toBe(kappa);
    // Of 20 dialogues as many as Wilson’s upper limit for 0 of 20 may be unlike those seen.
    const unseen = wilsonInterval(0, 20)?.high ?? 0;
    expect(found.kappaCi?.low).toBeCloseTo(kappa - unseen * (kappa + 1), 12);
    expect(found.kappaCi?.high).toBeCloseTo(kappa + unseen * (1 - kappa), 12);
  });

  it('has no interval for one dialogue, which shows no spread', () => {
    const found = dimensionAgreement(
      'actionability',
      ratedLabels([
        ['Yes', 'Yes', 'd'],
        ['No', 'Yes', 'd'],
      ]),
      options,
    );
    expect([found.kappa, found.kappaCi]).toEqual([0, undefined]);
  });

  it('has Cohen’s kappa of all pairs, whatever dialogues they come from', () => {
    const random = createRandom('kappa');
    const pick = (): string => scale[random.int(3)] ?? 'Yes';
    const rated = ratedLabels(Array.from({ length: 200 }, () => [pick(), pick(), `d${random.int(20)}`] as const));
    const { kappa } = dimensionAgreement('actionability', rated, options);
    expect(kappa).toBeCloseTo(cohenKappa(rated.map(({ judge, human }) => [judge, human])) ?? Number.NaN, 12);
  });
});

import { describe, expect, it } from 'vitest';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { overrideDifferences, overrideJson, overrideTable } from '../../../src/core/trust/overrideDifference';
import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import { createRandom } from '../../../src/core/statistics/random';
import { ratedLabels } from './ratedLabels';

type Answers = readonly (readonly [human: string, judge: string | undefined, cluster?: string])[];

function differenceOf(own: Answers, builtIn: Answers): ReturnType<typeof overrideDifferences>[number] | undefined {
  return overrideDifferences(ratedLabels(own), ratedLabels(builtIn), { seed: '1', resamples: 1_000 })[0];
}

describe('overrideDifferences', () => {
  it('pairs what both were asked about; a failure is a miss', () => {
    const own: Answers = [
      ['Yes', 'Yes'],
      ['No', 'No'],
      ['No', undefined],
      ['Yes', 'Yes'],
    ];
    const builtIn: Answers = [
      ['Yes', 'No'],
      ['No', 'No'],
      ['No', 'No'],
    ];
    expect(differenceOf(own, builtIn)).toMatchObject({
      dimension: 'actionability',
      n: 3,
      own: 2 / 3,
      builtIn: 2 / 3,
      difference: 0,
    });
  });

  it('has an interval that shows a true gain, and none for a single dialogue', () => {
    const random = createRandom(3);
    const people = Array.from({ length: 120 }, () => (random.next() < 0.5 ? 'Yes' : 'No'));
    const answers = (likelihood: number): Answers =>
      people.map((human) => [human, random.next() < likelihood ? human : 'To some extent']);
    const found = differenceOf(answers(0.9), answers(0.6));
    expect(found?.ci?.low).toBeGreaterThan(0.1);
    expect(found?.ci?.high).toBeLessThan(0.5);
    const one: Answers = [
      ['Yes', 'Yes', 'd'],
      ['No', 'No', 'd'],
    ];
    expect(differenceOf(one, one)?.ci).toBeUndefined();
  });

  it('takes dialogues for units: alike replies make it wider', () => {
    const random = createRandom(5);
    const dialogues = Array.from({ length: 30 }, (_, place) => ({ id: `d${place}`, hit: random.next() < 0.5 }));
    const rated = (cluster: (dialogue: string, reply: number) => string, hits: boolean): readonly RatedLabel[] =>
      dialogues.flatMap(({ id, hit }) =>
        Array.from({ length: 6 }, (_, reply): RatedLabel => ({
          dimension: 'actionability',
          cluster: cluster(id, reply),
          sampleId: `${id}-${reply}`,
          tutor: 'T',
          human: 'Yes',
          judge: hits && hit ? 'Yes' : 'No',
          reply: '',
        })),
      );
    const width = (cluster: (dialogue: string, reply: number) => string): number => {
      const options = { seed: '1', resamples: 1_000 };
      const [found] = overrideDifferences(rated(cluster, true), rated(cluster, false), options);
      return (found?.ci?.high ?? 0) - (found?.ci?.low ?? 0);
    };
    expect(width((id) => id)).toBeGreaterThan(1.8 * width((id, reply) => `${id}/${reply}`));
  });
});

describe('the table of differences', () => {
  const builtIn = ratedLabels([
    ['Yes', 'No'],
    ['No', 'No'],
  ]);
  const dimensions = [dimensionAgreement('actionability', builtIn, { scale: ['Yes', 'No'], seed: '1', resamples: 50 })];
  const differences = [
    {
      dimension: 'actionability',
      n: 2,
      own: 1,
      builtIn: 0.5,
      difference: 0.5,
      ci: { low: 0.1, high: 0.9, level: 0.95 },
    },
  ];

  it('says in words what the interval shows', () => {
    const text = overrideTable({ judge: 'openai:m', dimensions, differences });
    expect(text).toContain('Custom judge prompt against the built-in one, openai:m');
    expect(text).toMatch(/actionability +2 +1\.000 +0\.500 +\+0\.500 +\+0\.100 to \+0\.900 .*custom agrees more often/);
    const words = (low: number, high: number): string =>
      overrideTable({
        judge: 'openai:m',
        dimensions,
        differences: differences.map((one) => ({ ...one, ci: { low, high, level: 0.95 } })),
      });
    expect(words(-0.9, -0.1)).toContain('built-in agrees more often');
    expect(words(-0.1, 0.1)).toContain('no difference shown');
  });

  it('is null in JSON where there is no interval', () => {
    const open = differences.map((one) => ({ ...one, ci: undefined }));
    expect(overrideJson({ judge: 'openai:m', dimensions, differences: open })).toMatchObject({
      judge: 'openai:m',
      builtIn: [{ id: 'actionability', n: 2 }],
      differences: [{ n: 2, ci: null }],
    });
  });
});

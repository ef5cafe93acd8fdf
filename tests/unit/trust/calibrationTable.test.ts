import { describe, expect, it } from 'vitest';
import { agreementTable } from '../../../src/core/trust/calibrationTable';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { disagreements, type RatedLabel } from '../../../src/core/trust/ratedLabel';
import { ratedLabels } from './ratedLabels';

const scale = ['Yes', 'To some extent', 'No'];
const options = { scale, seed: 's', resamples: 50 };

/** `count` labels, half of them “No”, with the judge right throughout. */
function rated(count: number, change: Partial<RatedLabel> = {}): readonly RatedLabel[] {
  return ratedLabels(
    Array.from({ length: count }, (_, place) =>
      place % 2 === 0 ? (['Yes', 'Yes'] as const) : (['No', 'No'] as const),
    ),
  ).map((one) => ({ ...one, ...change }));
}

function table(...lists: readonly (readonly RatedLabel[])[]): string {
  const dimensions = lists.map((list, place) => dimensionAgreement(`dimension ${place}`, list, options));
  return agreementTable(dimensions, 110).replaceAll(/\s+/g, ' ');
}

describe('agreementTable', () => {
  it('says that labels are too few, and nothing of the sort where they are enough', () => {
    expect(table(rated(6))).toContain('? dimension 0: too few labels: 6 labels, and at least 40 are needed to tell.');
    expect(table(rated(40))).not.toMatch(/too few|not reliable/);
  });
});

describe('disagreements', () => {
  it('stand in one order, whatever order the answers came in', () => {
    const one = (sampleId: string, tutor: string, dimension: string, human: string, turn?: number): RatedLabel => ({
      dimension,
      cluster: sampleId,
      sampleId,
      tutor,
      ...(turn === undefined ? {} : { turn }),
      human,
      judge: 'Yes',
      reply: '',
    });
    const all = [
      one('b', 'T', 'actionability', 'No'),
      one('a', 'U', 'actionability', 'No'),
      one('a', 'T', 'coherence', 'No'),
      one('a', 'T', 'actionability', 'No', 2),
      one('a', 'T', 'actionability', 'No', 1),
      one('a', 'T', 'actionability', 'To some extent'),
    ];
    const listed = (list: readonly RatedLabel[]): readonly string[] =>
      disagreements(list, () => scale).map(({ human, sampleId, tutor, dimension, turn = 0 }) =>
        [human, sampleId, tutor, turn, dimension].join(' '),
      );
    expect(listed(all)).toEqual([
      'No a T 0 coherence',
      'No a T 1 actionability',
      'No a T 2 actionability',
      'No a U 0 actionability',
      'No b T 0 actionability',
      'To some extent a T 0 actionability',
    ]);
    expect(listed([...all].reverse())).toEqual(listed(all));
  });
});

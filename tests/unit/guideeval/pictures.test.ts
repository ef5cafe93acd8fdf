import { describe, expect, it } from 'vitest';
import { guideEvalPictures } from '../../../src/core/benchmarks/guideeval/metrics';
import type { GuideEvalSample, GuideEvalState } from '../../../src/core/benchmarks/guideeval/samples';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { guideEvalSample, resultWith } from './guideEvalFixtures';

function scored(
  state: GuideEvalState,
  judge: string,
  ...labels: readonly (number | null)[]
): SampleResult<GuideEvalSample> {
  return resultWith(
    guideEvalSample({ id: `${state}-${labels.join()}`, state }),
    ...labels.map((label) => ({ 'O-Advance': 1, [judge]: label })),
  );
}

function drawn(...results: readonly SampleResult<GuideEvalSample>[]): object {
  return Object.fromEntries(
    guideEvalPictures(results).map(({ title, groups }) => [
      title,
      groups.map(({ label, counts }) => [label, ...counts]),
    ]),
  );
}

describe('guideEvalPictures', () => {
  it('counts replies per question level and state', () => {
    const results = [
      scored('accurate', 'Elicitation', 3, 3, 0),
      scored('confusion', 'Elicitation', 1, null),
      scored('accurate', 'Elicitation', 2),
    ];
    expect(drawn(...results)).toEqual({
      'How deep the questions go': [
        ['Right answer', 1, 0, 1, 2],
        ['Wrong answer', 0, 0, 0, 0],
        ['Says “I understand”', 0, 0, 0, 0],
        ['Says “I am lost”', 0, 1, 0, 0],
      ],
    });
  });

  it('counts replies per perception score, right answers by P-Affirm and wrong ones by P-Redirect', () => {
    const results = [
      scored('accurate', 'P-Affirm', 1, 0.5, 1),
      scored('erroneous', 'P-Redirect', 0, null, 0.5),
      scored('erroneous', 'P-Redirect', 0),
      // Verdicts that the protocol does not ask for are no part of it.
      scored('accurate', 'P-Redirect', 0),
      scored('confusion', 'P-Redirect', 1),
    ];
    expect(drawn(...results)).toEqual({
      'How clearly right and wrong are noticed': [
        ['Right answer', 0, 1, 2],
        ['Wrong answer', 2, 1, 0],
      ],
    });
  });

  it('come in a fixed order, each with as many counts as levels', () => {
    const pictures = guideEvalPictures([scored('accurate', 'P-Affirm', 1), scored('accurate', 'Elicitation', 1)]);
    expect(pictures.map(({ judge, levels }) => [judge, levels.length])).toEqual([
      ['Elicitation', 4],
      ['P-Affirm, P-Redirect', 3],
    ]);
    for (const { levels, groups } of pictures) {
      for (const { counts } of groups) expect(counts).toHaveLength(levels.length);
    }
  });

  it('are left out while they have no usable verdict', () => {
    expect(guideEvalPictures([scored('accurate', 'Elicitation', null), scored('accurate', 'P-Affirm', null)])).toEqual(
      [],
    );
    expect(guideEvalPictures([])).toEqual([]);
  });
});

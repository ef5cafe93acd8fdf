import { describe, expect, it } from 'vitest';
import { questionLevelsPicture } from '../../../src/core/benchmarks/guideeval/picture';
import type { GuideEvalSample, GuideEvalState } from '../../../src/core/benchmarks/guideeval/samples';
import type { SampleResult } from '../../../src/core/benchmarks/sampleResult';

function result(state: GuideEvalState, ...levels: readonly (number | undefined)[]): SampleResult<GuideEvalSample> {
  const sample: GuideEvalSample = {
    system: 'guideeval',
    id: `${state}-${levels.join()}`,
    pairId: undefined,
    state,
    editFlag: 0,
    editType: undefined,
    context: [],
    studentMessage: 'x',
    groundTruth: undefined,
    subject: 'mathematics',
    language: 'en',
  };
  const plan = { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] };
  const repeats = levels.map((label, repeat) => ({
    repeat,
    dialogue: { plan, replies: [], status: 'complete' as const },
    verdicts: [
      { judge: 'O-Advance', unit: 'reply' as const, status: 'ok' as const, label: 1 },
      {
        judge: 'Elicitation',
        unit: 'reply' as const,
        status: label === undefined ? ('unscored' as const) : ('ok' as const),
        label,
      },
    ],
  }));
  return { sample, repeats };
}

describe('questionLevelsPicture', () => {
  it('counts replies per level and state', () => {
    const picture = questionLevelsPicture([
      result('accurate', 3, 3, 0),
      result('confusion', 1, undefined),
      result('accurate', 2),
    ]);
    expect(picture?.groups.map(({ counts }) => counts)).toEqual([
      [1, 0, 1, 2],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ]);
    expect(picture?.levels).toHaveLength(4);
  });

  it('draws nothing where nothing has a level', () => {
    expect(questionLevelsPicture([result('accurate', undefined)])).toBeUndefined();
    expect(questionLevelsPicture([])).toBeUndefined();
  });
});

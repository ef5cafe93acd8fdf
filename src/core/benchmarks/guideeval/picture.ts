import type { BenchmarkPicture } from '../picture';
import type { SampleResult } from '../sampleResult';
import { labelOf } from './labels';
import { guideEvalStates, type GuideEvalSample, type GuideEvalState } from './samples';

const stateLabels: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'Right answer',
  erroneous: 'Wrong answer',
  comprehension: 'Says “I understand”',
  confusion: 'Says “I am lost”',
};

const elicitation = 'Elicitation';

const levels = ['0 no question', '1 recall', '2 one step', '3 reasoning'] as const;

/**
 * How deep the tutor's questions go in each state of the learner: after Figure 5 of the paper, as counts of
 * replies per level. `undefined` when no reply has a level.
 */
export function questionLevelsPicture(results: readonly SampleResult<GuideEvalSample>[]): BenchmarkPicture | undefined {
  const groups = guideEvalStates.map((state) => {
    const found = results
      .filter(({ sample }) => sample.state === state)
      .flatMap(({ repeats }) => repeats.map((repeat) => labelOf(repeat, elicitation)));
    return { label: stateLabels[state], counts: levels.map((_, level) => found.filter((one) => one === level).length) };
  });
  if (groups.every(({ counts }) => counts.every((count) => count === 0))) return undefined;
  return {
    kind: 'levelsByGroup',
    title: 'How deep the questions go',
    explain:
      'An adaptive tutor asks deeper questions when the student is right than when the student is wrong or lost.',
    judge: elicitation,
    levels,
    groups,
  };
}

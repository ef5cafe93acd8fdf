import type { LevelsPicture } from '../picture';
import type { SampleResult } from '../sampleResult';
import { labelOf } from './labels';
import { guideEvalStates, type GuideEvalSample, type GuideEvalState } from './samples';

type Results = readonly SampleResult<GuideEvalSample>[];

const stateLabels: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'Right answer',
  erroneous: 'Wrong answer',
  comprehension: 'Says “I understand”',
  confusion: 'Says “I am lost”',
};

const elicitation = 'Elicitation';

const questionLevels = ['0 no question', '1 recall', '2 one step', '3 reasoning'] as const;

const perceptionLevels = ['0 not recognised', '0.5 implied', '1 said openly'] as const;
const perceptionScores = [0, 0.5, 1] as const;

/** The states in which perception is judged, with the judge that does it. */
const perceived = [
  ['accurate', 'P-Affirm'],
  ['erroneous', 'P-Redirect'],
] as const;

/** Pictures of a run in the order they are shown; one without a single usable verdict is left out. */
export function guideEvalPictures(results: Results): readonly LevelsPicture[] {
  return [questionLevelsPicture(results), perceptionPicture(results)].filter(({ groups }) =>
    groups.some(({ counts }) => counts.some((count) => count > 0)),
  );
}

/** How deep the tutor's questions go in each state of the learner: after Figure 5 of the paper, as counts of replies per level. */
function questionLevelsPicture(results: Results): LevelsPicture {
  return {
    kind: 'levelsByGroup',
    title: 'How deep the questions go',
    explain:
      'An adaptive tutor asks deeper questions when the student is right than when the student is wrong or lost.',
    judge: elicitation,
    levels: questionLevels,
    groups: guideEvalStates.map((state) => {
      const found = labelsIn(results, state, elicitation);
      return {
        label: stateLabels[state],
        counts: questionLevels.map((_, level) => found.filter((one) => one === level).length),
      };
    }),
  };
}

/** How openly the tutor reacts to right and to wrong answers: the paper's Figure 4a, as counts of replies per score. */
function perceptionPicture(results: Results): LevelsPicture {
  return {
    kind: 'levelsByGroup',
    title: 'How clearly right and wrong are noticed',
    explain:
      'Whether a reply lets the student see that a right answer was accepted (P-Affirm) and that an error was found (P-Redirect).',
    judge: perceived.map(([, judge]) => judge).join(', '),
    levels: perceptionLevels,
    groups: perceived.map(([state, judge]) => {
      const found = labelsIn(results, state, judge);
      return {
        label: stateLabels[state],
        counts: perceptionScores.map((score) => found.filter((one) => one === score).length),
      };
    }),
  };
}

/** What one judge gave in one state, an entry for each play; undefined where it gave no usable verdict. */
function labelsIn(results: Results, state: GuideEvalState, judge: string): readonly (number | undefined)[] {
  return results
    .filter(({ sample }) => sample.state === state)
    .flatMap(({ repeats }) => repeats.map((repeat) => labelOf(repeat, judge)));
}

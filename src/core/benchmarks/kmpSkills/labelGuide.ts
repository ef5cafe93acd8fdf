import type { VerdictSlot } from '../../judging/verdict';
import type { LabelChoice, LabelGuide } from '../labelGuide';
import { claimJudge, claimLabels } from './claimReader';
import { dimensionTexts, generationDimensions } from './generationDimensions';
import { generationJudges } from './generationJudges';
import { reasonJudge } from './reasonJudge';
import type { EcSample, KmpSkillsSample } from './samples';
import { correctionJudge, solutionJudge } from './solutionJudges';

/** What a person decides in the place of each judge of the four skills. */
export function kmpSkillsLabelGuide(
  { judge, criterionId }: VerdictSlot,
  sample: KmpSkillsSample,
): LabelGuide | undefined {
  switch (judge) {
    case solutionJudge.id:
      return yesOrNo(
        solutionJudge.question,
        'Any form of the value is right unless the question asks for one, such as lowest terms. A reply that leaves the last step to the reader gives no answer.',
      );
    case correctionJudge.id:
      return yesOrNo(
        correctionJudge.question,
        'All three are needed: the right final answer, the whole way to it, and no wrong step.',
      );
    case reasonJudge.id:
      return reason();
    case claimJudge.id:
      return sample.task === 'ec' ? claim(sample) : undefined;
    default:
      return generationJudges.some(({ id }) => id === judge) ? generation(criterionId) : undefined;
  }
}

function yesOrNo(question: string, definition: string): LabelGuide {
  return {
    question,
    definition,
    choices: [
      { label: true, title: 'Yes', meaning: '' },
      { label: false, title: 'No', meaning: '' },
    ],
  };
}

/** Its judge is asked where the right step was named; a person is asked always, as the row would tell what the other judge said. */
function reason(): LabelGuide {
  const guide = yesOrNo(
    reasonJudge.question,
    'The wording may differ; it is right when a reader would learn from it what went wrong in that step. The right value alone is enough ' +
      'for a slip: a wrong calculation, or a quantity that was misread or left out.',
  );
  const meaning =
    'The tutor does not name the first wrong step, so there is no reason to weigh. Kept, and not counted.';
  return {
    ...guide,
    choices: [...guide.choices, { label: 'stepNotNamed', title: 'Step not named', meaning, isVoid: true }],
  };
}

function claim({ studentSteps }: EcSample): LabelGuide {
  const steps = studentSteps.map((text, place): LabelChoice => {
    return { label: place + 1, title: `Step ${place + 1}`, meaning: text };
  });
  return {
    question: claimJudge.question,
    definition: 'Read what the tutor claims; whether it is right plays no part.',
    choices: [
      { label: -1, title: 'All right', meaning: 'The tutor says that the whole solution is right.' },
      { label: claimLabels.unreadable, title: 'No claim', meaning: 'The tutor commits to neither.' },
      {
        label: claimLabels.stepNotNamed,
        title: 'Wrong, no step',
        meaning: 'Something is wrong, but no step is named.',
      },
      ...steps,
    ],
  };
}

function generation(criterionId: string | undefined): LabelGuide | undefined {
  const dimension = generationDimensions.find((id) => id === criterionId);
  if (dimension === undefined) return undefined;
  return {
    question: 'Does the new problem pass on this?',
    definition: `It passes only where you have established that ${dimensionTexts[dimension]}.`,
    choices: [
      { label: 'pass', title: 'Pass', meaning: 'All that is asked for is there.' },
      { label: 'fail', title: 'Fail', meaning: 'Something is missing or wrong, or you cannot tell.' },
    ],
  };
}

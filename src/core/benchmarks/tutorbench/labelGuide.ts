import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { LabelGuide } from '../../benchmark/labelGuide';
import { judgeId } from './judges';
import { criterionWithId, type TutorBenchSample } from './samples';

const statement: LabelGuide = {
  question: 'Is the criterion met by the reply?',
  definition:
    'Whether the criterion is a good one plays no part. Only what is in the reply counts, in whatever words. One of several alternatives is ' +
    'enough, and examples (“e.g.”) only illustrate.',
  choices: [
    {
      label: false,
      title: 'Not met',
      meaning: 'The statement is not true of the reply, or a part that it demands is missing.',
    },
    { label: true, title: 'Met', meaning: 'The statement is true of the reply.' },
  ],
};

/** A prohibition is met by a reply that does what it forbids: the judge is asked the same. */
const prohibition: LabelGuide = {
  question: 'Does the reply break this prohibition?',
  definition: 'A prohibition counts as met by a reply that does what it forbids. Only what is in the reply counts.',
  choices: [
    { label: false, title: 'Kept', meaning: 'The reply does not do what is forbidden.' },
    { label: true, title: 'Broken', meaning: 'The reply does what is forbidden.' },
  ],
};

export function tutorBenchLabelGuide(
  { judge, criterionId }: VerdictSlot,
  sample: TutorBenchSample,
): LabelGuide | undefined {
  const criterion = criterionWithId(sample, criterionId);
  if (judge !== judgeId || criterion === undefined) return undefined;
  return criterion.polarity === 'prohibition' ? prohibition : statement;
}

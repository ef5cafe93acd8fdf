import type { VerdictSlot } from '../../judging/verdict';
import type { LabelGuide } from '../labelGuide';
import { preferenceJudgeIds } from './judges';

const guide: LabelGuide = {
  question: 'Which reply does better on this: the one under test, or the reference reply?',
  definition:
    'The reference reply stands among the facts below the dialogue. Length, polish and your general impression play no part.',
  choices: [
    {
      label: 'win',
      title: 'The reply',
      meaning: 'The reply under test does better on it, so that the student would notice.',
    },
    { label: 'tie', title: 'Tie', meaning: 'Both do it about equally well, equally badly, or not at all.' },
    {
      label: 'lose',
      title: 'The reference',
      meaning: 'The reference reply does better on it, so that the student would notice.',
    },
  ],
};

/** The first reading of a pair; the swapped one and what both come to are no decisions of a person. */
export function kmpDialogueLabelGuide({ judge }: VerdictSlot): LabelGuide | undefined {
  return judge === preferenceJudgeIds.first ? guide : undefined;
}

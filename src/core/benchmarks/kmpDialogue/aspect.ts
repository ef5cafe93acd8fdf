import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { Aspect } from '../../prompt/ruleTopics';
import { criteria, type CriterionLevel } from './criteria';

const aspects: Readonly<Record<CriterionLevel, Aspect>> = {
  general: { failure: 'the reply is less clear, sound or fitting than the other tutor’s', topic: 'language' },
  challenge: { failure: 'the student is challenged less well than by the other tutor', topic: 'further' },
  explanation: { failure: 'the other tutor explains better', topic: 'explanation' },
  modelling: { failure: 'the other tutor shows the thinking better', topic: 'examples' },
  practice: { failure: 'the other tutor sets the better task', topic: 'practice' },
  questioning: { failure: 'the other tutor asks the better question', topic: 'questions' },
  feedback: { failure: 'the other tutor’s feedback is better', topic: 'right' },
};

export function aspectOf({ criterionId }: VerdictSlot): Aspect | undefined {
  const level = criteria.find(({ id }) => id === criterionId)?.level;
  return level && aspects[level];
}

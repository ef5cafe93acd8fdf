import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { Aspect } from '../../prompt/ruleTopics';
import type { SocratesJudge } from './labels';

const aspects: Readonly<Record<SocratesJudge, Aspect>> = {
  J1: { failure: 'the answer is given away under pressure', topic: 'answer' },
  J2: { failure: 'steps are worked out for the student', topic: 'steps' },
  J3: { failure: 'a method is used that was not taught', topic: 'taught' },
};

export function aspectOf({ judge }: VerdictSlot): Aspect | undefined {
  return aspects[judge as SocratesJudge];
}

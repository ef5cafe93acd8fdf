import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { Aspect } from '../../prompt/ruleTopics';
import type { DimensionId } from './labels';

const aspects: Readonly<Record<DimensionId, Aspect>> = {
  mistake_identification: { failure: 'the mistake is not pointed out', topic: 'wrong' },
  mistake_location: { failure: 'the reply does not say where the mistake is', topic: 'location' },
  revealing_of_the_answer: { failure: 'the answer is given away', topic: 'answer' },
  providing_guidance: { failure: 'no hint or explanation helps the student on', topic: 'hints' },
  actionability: { failure: 'it is not clear what to do next', topic: 'nextStep' },
  coherence: { failure: 'the reply does not fit what the student said', topic: 'student' },
  tutor_tone: { failure: 'the tone hurts', topic: 'tone' },
  human_likeness: { failure: 'the reply does not sound human', topic: 'tone' },
};

export function aspectOf({ judge }: VerdictSlot): Aspect | undefined {
  return aspects[judge as DimensionId];
}

import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { Aspect } from '../../prompt/ruleTopics';

const aspects: Readonly<Record<string, Aspect>> = {
  solution: { failure: 'the final answer is wrong or missing', topic: 'facts' },
  correction: { failure: 'the corrected solution is wrong or incomplete', topic: 'facts' },
  claim: { failure: 'the first wrong step is not found', topic: 'location' },
  reason: { failure: 'the reason for the error is wrong', topic: 'explanation' },
  generation_followup: { failure: 'the follow-up problem is not sound', topic: 'practice' },
  generation_similar: { failure: 'the similar problem is not sound', topic: 'practice' },
};

export function aspectOf({ judge }: VerdictSlot): Aspect | undefined {
  return aspects[judge];
}

import type { Aspect } from '../../prompt/ruleTopics';
import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { GuideEvalSample } from './samples';

export function aspectOf({ judge }: VerdictSlot, { state }: GuideEvalSample): Aspect | undefined {
  if (judge === 'P-Affirm') return { failure: 'right answers are not confirmed', topic: 'right' };
  if (judge === 'P-Redirect') return { failure: 'errors go unnoticed', topic: 'wrong' };
  if (judge === 'O-Advance') {
    const who = state === 'accurate' ? 'a right answer' : 'the student understands';
    return { failure: `the work does not move on after ${who}`, topic: 'further' };
  }
  if (judge !== 'O-Reconfigure') return undefined;
  return state === 'erroneous'
    ? { failure: 'the same approach again after an error', topic: 'wrong' }
    : { failure: 'lost students get the same approach again', topic: 'lost' };
}

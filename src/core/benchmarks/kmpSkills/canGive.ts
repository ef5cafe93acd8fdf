import type { Verdict } from '../../judging/verdict';
import { isOnScale } from '../labelGuide';
import { claimLabels } from './claimReader';
import { dimensionsOf } from './generationDimensions';
import { reasonSlots } from './reasonJudge';
import type { EcSample, KmpSkillsSample } from './samples';

const truths = [false, true];
const marks = ['pass', 'fail'];
const claims: readonly unknown[] = Object.values(claimLabels);

/** Whether a judge of this benchmark can have given this verdict on this sample. */
export function canGiveSkillVerdict(verdict: Verdict, sample: KmpSkillsSample): boolean {
  const { judge, unit, turn = 0, criterionId } = verdict;
  if (sample.task === 'ec') return unit === 'message' && criterionId === undefined && isErrorVerdict(verdict, sample);
  if (sample.task === 'fqa') {
    const isThere = turn >= 1 && turn <= sample.questions.length;
    return (
      judge === 'solution' && unit === 'message' && isThere && criterionId === undefined && isOnScale(verdict, truths)
    );
  }
  const own = sample.task === 'gen_followup' ? 'generation_followup' : 'generation_similar';
  const isJudged = dimensionsOf(sample.task).some((dimension) => dimension === criterionId);
  return judge === own && unit === 'criterion' && (turn === 1 || turn === 2) && isJudged && isOnScale(verdict, marks);
}

function isErrorVerdict(verdict: Verdict, sample: EcSample): boolean {
  const { judge, turn, status, label } = verdict;
  if (judge === 'correction') return turn === 2 && isOnScale(verdict, truths);
  if (judge === 'reason') return turn === 1 && reasonSlots(sample).length > 0 && isOnScale(verdict, truths);
  if (judge !== 'claim' || turn !== 1) return false;
  // A tutor may name a step that the solution does not have; its claim is read as it stands.
  return status === 'ok' ? isStep(label) || claims.includes(label) : label === undefined;
}

function isStep(label: Verdict['label']): boolean {
  return Number.isSafeInteger(label) && (label === -1 || Number(label) >= 1);
}

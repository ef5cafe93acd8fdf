import type { JudgeReading, JudgeTask } from './judgeTask';
import { ownWords } from './ownWords';
import type { VerdictSlot } from './verdict';

/** Said to a judge, and of a verdict that is missing, where the only verdict in an answer stands in the material too. */
const copiedProblem = 'The verdict in the answer is a copy of words in the material, and no decision of the judge.';

/**
 * Reads a judge's answer with what was copied from the material left out: a reply that brings its own verdict gains nothing when a
 * judge repeats it, before or after its own. `owed` as in `JudgeTask.read`. Never throws.
 */
export function readAnswer(
  task: Pick<JudgeTask, 'read'>,
  material: string,
  text: string,
  owed?: readonly VerdictSlot[],
): JudgeReading {
  const own = ownWords(text, material);
  const reading = task.read(own, owed);
  return own !== text && reading.kind === 'unreadable' ? { kind: 'unreadable', problem: copiedProblem } : reading;
}

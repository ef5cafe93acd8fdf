import * as z from 'zod';
import { fenceMaterial } from '../../judging/fence';
import type { ComputedVerdicts, JudgeTask } from '../../judging/judgeTask';
import { readVerdict } from '../../judging/readAnswer';
import type { Verdict, VerdictSlot } from '../../judging/verdict';
import { judgeForm, oneVerdictTask } from './judgeForm';
import { numbered } from './prompts';
import type { EcSample } from './samples';
import { simulateReasonJudge } from './simulatedJudges';

const reasonSchema = z.object({ reasoning: z.string(), reasonCorrect: z.boolean() });

const sections = {
  problem: 'problem',
  steps: 'numbered solution of the student',
  step: 'number of the first wrong step',
  reason: 'true reason of the error',
  claimed: 'reason that the tutor gives, to be judged',
} as const;

const form = judgeForm({
  id: 'reason',
  title: 'Reason of the error',
  question: 'Does the reason that the tutor gives describe the actual error?',
  paragraphs: [
    'A tutor has found the first wrong step of a student’s solution. You decide whether the reason the tutor gives for it describes ' +
      'the error that was actually made.',
    'The wording may differ from the true reason, and it may be longer or shorter. It is right when a reader would learn from it what ' +
      'went wrong in that step: the same slip, the same misreading or the same wrong rule. It is not right when it only repeats that ' +
      'the step is wrong, names another error, or gives a cause that does not fit the step.',
    'A tutor that only says what should stand in the step (“3 · 6 is 18”, “there are 12 of them, not 10”) has given the reason where ' +
      'the true reason is a slip: a wrong calculation, or a quantity that was misread, miscopied or left out. The value has to be the ' +
      'right one and to replace what was wrong. It has not where the true reason is a wrong rule, operation or idea. Which of these it ' +
      'was, the true reason says; do not decide that anew.',
    'Answer with one JSON object: {"reasoning": "<one sentence>", "reasonCorrect": true or false}',
  ],
  sections,
  schema: reasonSchema,
});

export const reasonJudge = form.info;

/** Where a reason can be right: in a solution with an error whose reason the data have. */
export function reasonSlots({ firstErrorStep, errorReason }: EcSample): readonly VerdictSlot[] {
  return errorReason === undefined || firstErrorStep === -1 ? [] : [slot];
}

const slot: VerdictSlot = { judge: 'reason', unit: 'message', turn: 1 };

/**
 * Judges the reason behind a claim that named the right step; none where the data has no reason to compare with. A tutor that gave
 * no reason has none that could be right.
 */
export function judgeReason(sample: EcSample, claim: Verdict): JudgeTask | ComputedVerdicts | undefined {
  const { problem, studentSteps, firstErrorStep, errorReason } = sample;
  if (errorReason === undefined || firstErrorStep === -1 || claim.label !== firstErrorStep) return undefined;
  const claimed = claim.evidence;
  if (claimed === undefined) {
    const reasoning = 'Computed, no judge was asked: the tutor gave no reason.';
    return { key: 'reason', verdicts: [{ ...slot, status: 'ok', label: false, reasoning }] };
  }
  const material = fenceMaterial([
    { title: sections.problem, text: problem },
    { title: sections.steps, text: numbered(studentSteps) },
    { title: sections.step, text: String(firstErrorStep) },
    { title: sections.reason, text: errorReason },
    { title: sections.claimed, text: claimed },
  ]);
  return oneVerdictTask(form, {
    key: 'reason',
    slot,
    material,
    read: readVerdict({
      schema: reasonSchema,
      toVerdicts: ({ reasoning, reasonCorrect }) => [
        { ...slot, status: 'ok', label: reasonCorrect, ...(reasoning === '' ? {} : { reasoning }) },
      ],
    }),
    simulate: () => simulateReasonJudge(claimed, errorReason, studentSteps[firstErrorStep - 1] ?? ''),
  });
}

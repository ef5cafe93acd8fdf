import * as z from 'zod';

import type { ComputedVerdicts, JudgeTask } from '../../benchmark/judging/judgeTask';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { judgeForm, judgeTask } from './solutionJudges';
import { numbered } from './prompts';
import type { EcSample } from './samples';
import { simulateClaimReader, simulateReasonJudge } from './simulatedJudges';

/** Labels of claims that are no step number; −1 is the claim that the solution is right. */
export const claimLabels = { unreadable: 'no claim', stepNotNamed: 'wrong, step not named' } as const;

const claimSchema = z.object({
  claimsCorrect: z.boolean().nullable(),
  firstErrorStep: z.number().int().nullable(),
  reason: z.string().nullable(),
});

// Two halves that exclude each other are no reading; the reader is asked again. 0 and −1 are other ways to write "no step".
const consistentSchema = claimSchema.refine(
  ({ claimsCorrect, firstErrorStep }) =>
    claimsCorrect !== true || firstErrorStep === null || firstErrorStep === 0 || firstErrorStep === -1,
  { path: ['firstErrorStep'], message: 'It must be null when claimsCorrect is true' },
);

const claimForm = judgeForm(
  {
    id: 'claim',
    title: 'Claim about the solution',
    question: 'Which step does the tutor call the first wrong one, or does it call the solution right?',
  },
  [
    'A tutor was asked whether a student’s numbered solution is correct, which step is the first wrong one, and why. You read what ' +
      'the tutor claims. This is reading, not assessing: do not solve the problem, and do not decide whether the tutor is right.',
    '- claimsCorrect: true if the tutor says that the whole solution is right, false if it says that something in it is wrong, null ' +
      'if it commits to neither (for instance it only asks the student to check).\n' +
      '- firstErrorStep: the number of the earliest step that the tutor calls wrong. If it quotes the step instead of its number, ' +
      'take the number from the student’s solution. null if it names none.\n' +
      '- reason: what the tutor says is wrong there, in a sentence close to its own words; null if it does not say.',
    'Answer with one JSON object: {"claimsCorrect": true, false or null, "firstErrorStep": <number> or null, "reason": "<words>" or null}',
  ],
  { steps: 'numbered solution of the student', reply: 'reply of the tutor whose claim is to be read' },
  claimSchema,
);

export const claimJudge = claimForm.info;

/** Always a judge's work: plain words such as "correct" turn up in replies of every kind. */
export function readClaim(sample: EcSample, reply: string): JudgeTask {
  const slot: VerdictSlot = { judge: 'claim', unit: 'message', turn: 1 };
  const texts = { steps: numbered(sample.studentSteps), reply };
  return judgeTask(claimForm, texts, {
    key: 'claim',
    slots: [slot],

    read: readVerdict({
      schema: consistentSchema,
      toVerdicts: (claim) => [
        {
          ...slot,
          status: 'ok',
          label: labelOf(claim),
          ...(claim.reason === null || claim.reason.trim() === '' ? {} : { evidence: claim.reason }),
        },
      ],
    }),
    simulate: () => simulateClaimReader(sample.studentSteps, reply),
  });
}

function labelOf({ claimsCorrect, firstErrorStep }: z.output<typeof claimSchema>): number | string {
  if (claimsCorrect === true) return -1;
  // Steps count from 1. A −1 beside "wrong" or "no claim" must not be stored as the claim that the solution is right.
  if (firstErrorStep !== null && firstErrorStep >= 1) return firstErrorStep;
  return claimsCorrect === false ? claimLabels.stepNotNamed : claimLabels.unreadable;
}

/**
 * The prediction behind a claim: −1 for "correct", the step's number, 0 for "wrong" without a step (right about the solution and
 * wrong about the step), `undefined` for a reply without a claim.
 */
export function predictionOf({ label }: Verdict): number | undefined {
  if (typeof label === 'number') return label === -1 || label > 0 ? label : 0;
  return label === claimLabels.stepNotNamed ? 0 : undefined;
}

const reasonSchema = z.object({ reasoning: z.string(), reasonCorrect: z.boolean() });

const reasonForm = judgeForm(
  {
    id: 'reason',
    title: 'Reason of the error',
    question: 'Does the reason that the tutor gives describe the actual error?',
  },
  [
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
  {
    problem: 'problem',
    steps: 'numbered solution of the student',
    step: 'number of the first wrong step',
    reason: 'true reason of the error',
    claimed: 'reason that the tutor gives, to be judged',
  },
  reasonSchema,
);

export const reasonJudge = reasonForm.info;

/** Where a reason can be right: in a solution with an error whose reason the data have. */
export function reasonSlots({ firstErrorStep, errorReason }: EcSample): readonly VerdictSlot[] {
  return errorReason === undefined || firstErrorStep === -1 ? [] : [slot];
}

const slot: VerdictSlot = { judge: 'reason', unit: 'message', turn: 1 };

/** None where the data has no reason to compare with. A tutor that gave no reason has none that could be right. */
export function judgeReason(sample: EcSample, claim: Verdict): JudgeTask | ComputedVerdicts | undefined {
  const { problem, studentSteps, firstErrorStep, errorReason } = sample;
  if (errorReason === undefined || firstErrorStep === -1 || claim.label !== firstErrorStep) return undefined;
  const claimed = claim.evidence;
  if (claimed === undefined) {
    const reasoning = 'Computed, no judge was asked: the tutor gave no reason.';
    return { key: 'reason', verdicts: [{ ...slot, status: 'ok', label: false, reasoning }] };
  }
  const [steps, step] = [numbered(studentSteps), String(firstErrorStep)];
  return judgeTask(
    reasonForm,
    { problem, steps, step, reason: errorReason, claimed },
    {
      key: 'reason',
      slots: [slot],

      read: readVerdict({
        schema: reasonSchema,
        toVerdicts: ({ reasoning, reasonCorrect }) => [
          { ...slot, status: 'ok', label: reasonCorrect, ...(reasoning === '' ? {} : { reasoning }) },
        ],
      }),
      simulate: () => simulateReasonJudge(claimed, errorReason, studentSteps[firstErrorStep - 1] ?? ''),
    },
  );
}

import * as z from 'zod';
import { fenceMaterial } from '../../judging/fence';
import type { JudgeTask } from '../../judging/judgeTask';
import { readVerdict } from '../../judging/readAnswer';
import type { Verdict, VerdictSlot } from '../../judging/verdict';
import { judgeForm, oneVerdictTask } from './judgeForm';
import { numbered } from './prompts';
import type { EcSample } from './samples';
import { simulateClaimReader } from './simulatedJudges';

/** Labels of claims that are no step number; −1 is the claim that the solution is right. */
export const claimLabels = { unreadable: 'no claim', stepNotNamed: 'wrong, step not named' } as const;

const shape = {
  claimsCorrect: z.boolean().nullable(),
  firstErrorStep: z.number().int().nullable(),
  reason: z.string().nullable(),
};
const claimSchema = z.object(shape);

// Two halves that exclude each other are no reading; the reader is asked again. 0 and −1 are other ways to write "no step".
const consistentSchema = claimSchema.refine(
  ({ claimsCorrect, firstErrorStep }) =>
    claimsCorrect !== true || firstErrorStep === null || firstErrorStep === 0 || firstErrorStep === -1,
  { path: ['firstErrorStep'], message: 'It must be null when claimsCorrect is true' },
);

const sections = {
  steps: 'numbered solution of the student',
  reply: 'reply of the tutor whose claim is to be read',
} as const;

const form = judgeForm({
  id: 'claim',
  title: 'Claim about the solution',
  question: 'Which step does the tutor call the first wrong one, or does it call the solution right?',
  paragraphs: [
    'A tutor was asked whether a student’s numbered solution is correct, which step is the first wrong one, and why. You read what ' +
      'the tutor claims. This is reading, not assessing: do not solve the problem, and do not decide whether the tutor is right.',
    '- claimsCorrect: true if the tutor says that the whole solution is right, false if it says that something in it is wrong, null ' +
      'if it commits to neither (for instance it only asks the student to check).\n' +
      '- firstErrorStep: the number of the earliest step that the tutor calls wrong. If it quotes the step instead of its number, ' +
      'take the number from the student’s solution. null if it names none.\n' +
      '- reason: what the tutor says is wrong there, in a sentence close to its own words; null if it does not say.',
    'Answer with one JSON object: {"claimsCorrect": true, false or null, "firstErrorStep": <number> or null, "reason": "<words>" or null}',
  ],
  sections,
  schema: claimSchema,
});

export const claimJudge = form.info;

/** Reads the claim of the first turn. Always a judge's work: plain words such as "correct" turn up in replies of every kind. */
export function readClaim(sample: EcSample, reply: string): JudgeTask {
  const slot: VerdictSlot = { judge: 'claim', unit: 'message', turn: 1 };
  const material = fenceMaterial([
    { title: sections.steps, text: numbered(sample.studentSteps) },
    { title: sections.reply, text: reply },
  ]);
  return oneVerdictTask(form, {
    key: 'claim',
    slot,
    material,
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

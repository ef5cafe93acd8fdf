import * as z from 'zod';
import { fenceMaterial, untrustedNotice } from '../../benchmark/judging/fence';
import { type ComputedVerdicts, type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { quotedFrom } from '../../benchmark/judging/literalQuote';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import { readableReply } from '../../benchmark/judging/readableReply';
import { okVerdict, type Verdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { answersMatch } from './answers/answersMatch';
import { numbered } from './plan';
import { type EcSample, type FqaSample, isErroneous } from './samples';
import {
  simulateClaimReader,
  simulateCorrectionJudge,
  simulateReasonJudge,
  simulateSolutionJudge,
} from './simulatedJudges';

/** The same for every sample of a judge. `titles` are those of the material's sections. */
export interface JudgeForm extends Pick<JudgeTask, 'schema'> {
  readonly info: JudgeInfo;
  readonly fixed: string;
  readonly titles: Readonly<Record<string, string>>;
}

/** Adds the notice about untrusted material. The version also covers the titles. */
export function judgeForm(
  { id, title, question }: Omit<JudgeInfo, 'version'>,
  paragraphs: readonly string[],
  titles: JudgeForm['titles'],
  zod: z.ZodType,
): JudgeForm {
  const fixed = [...paragraphs, untrustedNotice].join('\n\n');
  const version = judgeVersion(id, fixed, Object.values(titles).join('\n'), zod);
  return { info: { id, title, question, version }, fixed, titles, schema: { name: id, zod } };
}

/** One call with each text in its own fence, in order. Missing texts are left out. */
export function judgeTask(
  { info, fixed, titles, schema }: JudgeForm,
  texts: Readonly<Record<string, string | undefined>>,
  asked: Pick<JudgeTask, 'key' | 'slots' | 'read' | 'simulate'>,
): JudgeTask {
  const material = fenceMaterial(
    Object.entries(texts).flatMap(([id, text]) => (text === undefined ? [] : [{ title: titles[id] ?? id, text }])),
  );
  return { judge: info.id, version: info.version, prompt: { fixed, material }, schema, ...asked };
}

const answerSchema = z.object({ reasoning: z.string(), finalAnswer: z.string().nullable(), correct: z.boolean() });

const sections = {
  earlier: 'earlier questions of the same chain',
  question: 'question to be answered',
  problem: 'problem',
  steps: 'solution of the student, which the tutor was asked to assess and then to correct',
  stepsKnownRight: 'solution of the student, every step of which is known to be right',
  answer: 'right answer',
  solution: 'worked solution',
  reply: 'reply to be judged',
} as const;

const equalForms =
  'An answer is the right one if it has the right value in the form that the question asks for. Where the question asks for a form ' +
  '(lowest terms, a fraction, a mixed number, a decimal, a percentage, rounded to a place, in a certain unit), the same value in ' +
  'another form is wrong. Where it asks for none, any form of the value is right: fractions, decimals and percentages, other units ' +
  'of the same size, reordered or simplified expressions, LaTeX or words. The form of the right answer in the material asks for ' +
  'nothing by itself. A unit may be left out unless the question asks to give it; a wrong unit is wrong. A value that only rounds to ' +
  'the right one is right only where the question asks for or allows rounding.';

const outputShape =
  'Answer with one JSON object: {"reasoning": "<at most two sentences>", "finalAnswer": "<the final answer as the reply gives it>" or ' +
  'null if it gives none, "correct": true or false}';

const solutionForm = judgeForm(
  { id: 'solution', title: 'Final answer', question: 'Is the final answer that the reply gives the right one?' },
  [
    'You compare the final answer in a reply with the right answer to a mathematics question. You decide this one thing: does the ' +
      'reply give the right final answer? How it teaches, and whether it should have given an answer at all, plays no part.',
    'First find the final answer that the reply itself commits to. A reply that only asks, hints or leaves the last step to the ' +
      'reader has none: it is not correct. If it gives several different ones, the one it ends with counts.',
    `${equalForms} If the material has a worked solution, use it to see what is asked for; another way to the same answer is as good.`,
    outputShape,
  ],
  sections,
  answerSchema,
);

const correctionForm = judgeForm(
  {
    id: 'correction',
    title: 'Corrected solution',
    question: 'Is the corrected solution complete, without a wrong step, and right in its final answer?',
  },
  [
    'A tutor was shown a student’s solution of a mathematics problem and then asked for the complete corrected solution. You judge ' +
      'that corrected solution alone. It is correct only if all three hold: its final answer is the right one; it goes all the way ' +
      'from the problem to that answer; and none of its steps is wrong.',
    'If the material has a right answer, go by it. If it has none, solve the problem yourself before you look at the reply; where the ' +
      'student’s solution is marked as known to be right, it shows the answer. A reply that asks the student to go on has no complete solution.',
    equalForms,
    outputShape,
  ],
  sections,
  answerSchema,
);

/** Judges an answer of a chain, from `turn` 1 on. One that code finds equal needs no judge (specification, 5.2). */
export function judgeSolution(sample: FqaSample, turn: number, reply: string): JudgeTask | ComputedVerdicts {
  const { question = '', answer = '', solution } = sample.questions[turn - 1] ?? {};
  const slot: VerdictSlot = { judge: 'solution', unit: 'message', turn };
  const key = `solution@${turn}`;
  // The student must be able to see the answer.
  if (answersMatch(readableReply(reply), answer, question)) {
    const reasoning = `Computed, no judge was asked: the reply’s final answer equals ${answer}.`;
    return { key, verdicts: [okVerdict(slot, true, reasoning)] };
  }
  const earlier = sample.questions.slice(0, turn - 1).map((one) => one.question);
  const texts = { earlier: earlier.length === 0 ? undefined : earlier.join('\n'), question, answer, solution, reply };
  return solutionTask(solutionForm, key, slot, texts, () => simulateSolutionJudge(reply, answer, question));
}

/** A right answer alone is not enough here, so a judge is always asked. */
export function judgeCorrection(sample: EcSample, reply: string): JudgeTask {
  const { problem, answer, solution, studentSteps } = sample;
  const slot: VerdictSlot = { judge: 'correction', unit: 'message', turn: 2 };
  const shown = isErroneous(sample) ? 'steps' : 'stepsKnownRight';
  const texts = { problem, [shown]: numbered(studentSteps), answer, solution, reply };
  return solutionTask(correctionForm, 'correction', slot, texts, () => simulateCorrectionJudge(reply, sample));
}

/** The judge's verdict stands. The final answer that it names is kept as the quotation. */
function solutionTask(
  form: typeof solutionForm,
  key: string,
  slot: VerdictSlot,
  texts: Readonly<Record<string, string | undefined>> & { readonly reply: string },
  simulate: () => string,
): JudgeTask {
  return judgeTask(form, texts, {
    key,
    slots: [slot],
    read: readVerdict({
      schema: answerSchema,
      toVerdicts: ({ reasoning, finalAnswer, correct }) => {
        const quotation = quotedFrom(finalAnswer, texts.reply, (text) => plainNotation(readableReply(text)));
        return [{ ...okVerdict(slot, correct, reasoning), ...quotation }];
      },
    }),
    simulate,
  });
}

export const claimLabels = { unreadable: 'no claim', stepNotNamed: 'wrong, step not named' } as const;

const claimSchema = z.object({
  claimsCorrect: z.boolean().nullable(),
  firstErrorStep: z.number().int().nullable(),
  reason: z.string().nullable(),
});

// Contradictory halves are unreadable, so the judge is asked again. 0 and −1 also mean “no step”.
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

/** Always needs a judge: words such as "correct" occur in replies of every kind. */
export function readClaim(sample: EcSample, reply: string): JudgeTask {
  const slot: VerdictSlot = { judge: 'claim', unit: 'message', turn: 1 };
  const texts = { steps: numbered(sample.studentSteps), reply };
  return judgeTask(claimForm, texts, {
    key: 'claim',
    slots: [slot],
    read: readVerdict({
      schema: consistentSchema,
      toVerdicts: (claim) => {
        const evidence = claim.reason ?? '';
        return [{ ...okVerdict(slot, labelOf(claim)), ...(evidence.trim() === '' ? {} : { evidence }) }];
      },
    }),
    simulate: () => simulateClaimReader(sample.studentSteps, reply),
  });
}

function labelOf({ claimsCorrect, firstErrorStep }: z.output<typeof claimSchema>): number | string {
  if (claimsCorrect === true) return -1;
  // A −1 beside "wrong" or "no claim" must not be stored as “the solution is right”.
  if (firstErrorStep !== null && firstErrorStep >= 1) return firstErrorStep;
  return claimsCorrect === false ? claimLabels.stepNotNamed : claimLabels.unreadable;
}

/** What a claim predicts: −1 for “correct”, the step's number, or 0 for “wrong” without a step. */
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

/** Only wrong solutions with a reason in the data. */
export function reasonSlots({ firstErrorStep, errorReason }: EcSample): readonly VerdictSlot[] {
  return errorReason === undefined || firstErrorStep === -1 ? [] : [slot];
}

const slot: VerdictSlot = { judge: 'reason', unit: 'message', turn: 1 };

/** None if the data has no reason to compare with. A tutor that gave no reason cannot be right. */
export function judgeReason(sample: EcSample, claim: Verdict): JudgeTask | ComputedVerdicts | undefined {
  const { problem, studentSteps, firstErrorStep, errorReason } = sample;
  if (errorReason === undefined || firstErrorStep === -1 || claim.label !== firstErrorStep) return undefined;
  const claimed = claim.evidence;
  if (claimed === undefined) {
    const reasoning = 'Computed, no judge was asked: the tutor gave no reason.';
    return { key: 'reason', verdicts: [okVerdict(slot, false, reasoning)] };
  }
  const [steps, step] = [numbered(studentSteps), String(firstErrorStep)];
  const texts = { problem, steps, step, reason: errorReason, claimed };
  return judgeTask(reasonForm, texts, {
    key: 'reason',
    slots: [slot],
    read: readVerdict({
      schema: reasonSchema,
      toVerdicts: ({ reasoning, reasonCorrect }) => [okVerdict(slot, reasonCorrect, reasoning)],
    }),
    simulate: () => simulateReasonJudge(claimed, errorReason, studentSteps[firstErrorStep - 1] ?? ''),
  });
}

export const solutionJudges = {
  solution: solutionForm.info,
  claim: claimForm.info,
  reason: reasonForm.info,
  correction: correctionForm.info,
} as const;

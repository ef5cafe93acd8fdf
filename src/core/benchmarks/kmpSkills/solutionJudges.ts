import * as z from 'zod';
import { fenceMaterial, untrustedNotice } from '../../benchmark/judging/fence';
import { type ComputedVerdicts, type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { quotedFrom } from '../../benchmark/judging/literalQuote';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import { readableText } from '../../benchmark/judging/readableText';
import type { VerdictSlot } from '../../benchmark/judging/verdict';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { answersMatch } from './answers/answersMatch';
import { numbered } from './prompts';
import { type EcSample, type FqaSample, isErroneous } from './samples';
import { simulateCorrectionJudge, simulateSolutionJudge } from './simulatedJudges';

/** What is the same for every sample of a judge. `titles`: those of the material's sections. */
export interface JudgeForm<Section extends string = string> extends Pick<JudgeTask, 'schema'> {
  readonly info: JudgeInfo;
  readonly fixed: string;
  readonly titles: Readonly<Record<Section, string>>;
}

/** The notice about untrusted material is added to the paragraphs. The version changes with the titles, too. */
export function judgeForm<Section extends string>(
  { id, title, question }: Omit<JudgeInfo, 'version'>,
  paragraphs: readonly string[],
  titles: Readonly<Record<Section, string>>,
  zod: z.ZodType,
): JudgeForm<Section> {
  const fixed = [...paragraphs, untrustedNotice].join('\n\n');
  const shape = JSON.stringify(z.toJSONSchema(zod));
  const version = judgeVersion(id, fixed, Object.values(titles).join('\n'), shape);
  return { info: { id, title, question, version }, fixed, titles, schema: { name: id, zod } };
}

/** One call about these texts, a fence each in their order; a text that is not there is left out. */
export function judgeTask<Section extends string>(
  { info, fixed, titles, schema }: JudgeForm<Section>,
  texts: Readonly<Partial<Record<Section, string | undefined>>>,
  asked: Pick<JudgeTask, 'key' | 'slots' | 'read' | 'simulate'>,
): JudgeTask {
  const sections = Object.entries<string | undefined>(texts).flatMap(([section, text]) =>
    text === undefined ? [] : [{ title: titles[section as Section], text }],
  );
  return {
    judge: info.id,
    version: info.version,
    prompt: { fixed, material: fenceMaterial(sections) },
    schema,
    ...asked,
  };
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

export const solutionJudge = solutionForm.info;
export const correctionJudge = correctionForm.info;

/**
 * Judges the answer to one question of a chain, `turn` from 1. A final answer that equals the right one by code alone needs no
 * judge (specification, 5.2); whatever code is not sure of goes to the model.
 */
export function judgeSolution(sample: FqaSample, turn: number, reply: string): JudgeTask | ComputedVerdicts {
  const { question = '', answer = '', solution } = sample.questions[turn - 1] ?? {};
  const slot: VerdictSlot = { judge: 'solution', unit: 'message', turn };
  const key = `solution@${turn}`;
  // An answer that the student cannot see was not given.
  if (answersMatch(readableText(reply), answer, question) === 'match') {
    const reasoning = `Computed, no judge was asked: the reply’s final answer equals ${answer}.`;
    return { key, verdicts: [{ ...slot, status: 'ok', label: true, reasoning }] };
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

/** The verdict counts as it is; the final answer that the judge names is kept as its quotation, in whatever notation. */
function solutionTask(
  form: typeof solutionForm,
  key: string,
  slot: VerdictSlot,
  texts: Readonly<Partial<Record<keyof typeof sections, string | undefined>>> & { readonly reply: string },
  simulate: () => string,
): JudgeTask {
  return judgeTask(form, texts, {
    key,
    slots: [slot],

    read: readVerdict({
      schema: answerSchema,
      toVerdicts: ({ reasoning, finalAnswer, correct }) => [
        {
          ...slot,
          status: 'ok',
          label: correct,
          ...(reasoning === '' ? {} : { reasoning }),
          ...quotedFrom(finalAnswer, texts.reply, (text) => plainNotation(readableText(text))),
        },
      ],
    }),
    simulate,
  });
}

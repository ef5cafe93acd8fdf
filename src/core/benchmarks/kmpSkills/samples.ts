import * as z from 'zod';
import { optionalText, orNone, repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';
import { kmpMetaFields } from '../kmpbench/ownRecords';

const text = z.string().min(1);

/** A chain of three questions, each building on the last. Answers and solutions never reach the tutor. */
const fqaSchema = z.object({
  system: z.literal('kmpbench'),
  task: z.literal('fqa'),
  ...kmpMetaFields,
  questions: z
    .array(z.object({ question: text, answer: text, solution: optionalText }))
    .length(3)
    .readonly(),
});

/**
 * A student's solution to assess and correct. `firstErrorStep` counts from 1; −1 means that it is right. Public data
 * may lack the answer and the reason; `solution` is a worked one for the judge. These four never reach the tutor.
 */
const ecSchema = z.object({
  system: z.literal('kmpbench'),
  task: z.literal('ec'),
  ...kmpMetaFields,
  /** The public data set it comes from; absent for the project's own samples. */
  source: optionalText,
  problem: text,
  answer: optionalText,
  studentSteps: z.array(text).min(1).readonly(),
  firstErrorStep: z.number().int(),
  errorReason: optionalText,
  solution: optionalText,
});

/** A seed problem for two new problems. The tutor sees both texts. */
const genSchema = z.object({
  system: z.literal('kmpbench'),
  task: z.enum(['gen_followup', 'gen_similar']),
  ...kmpMetaFields,
  seedProblem: text,
  seedSolution: text,
  /** The student's first and second request; there are default texts. */
  requests: orNone(z.tuple([text, text]).readonly()),
});

const anySkill = z.discriminatedUnion('task', [fqaSchema, ecSchema, genSchema]);

export const kmpSkillsSampleSchema = anySkill.superRefine((sample, context) => {
  if (sample.task !== 'ec') return;
  const { firstErrorStep, studentSteps, errorReason } = sample;
  const exists = firstErrorStep === -1 || (firstErrorStep >= 1 && firstErrorStep <= studentSteps.length);
  if (!exists) {
    const message = `Give the number of a step, 1 to ${studentSteps.length}, or -1 for a solution that is right.`;
    context.addIssue({ code: 'custom', path: ['firstErrorStep'], message });
  }
  if (firstErrorStep === -1 && errorReason !== undefined) {
    const message = 'A right solution has no error and needs no reason: write null.';
    context.addIssue({ code: 'custom', path: ['errorReason'], message });
  }
});

export type KmpSkillsSample = z.output<typeof kmpSkillsSampleSchema>;
export type FqaSample = z.output<typeof fqaSchema>;
export type EcSample = z.output<typeof ecSchema>;
export type GenSample = z.output<typeof genSchema>;
export type SkillTask = KmpSkillsSample['task'];

export const skillTasks = ['fqa', 'ec', 'gen_followup', 'gen_similar'] as const satisfies readonly SkillTask[];

export const taskTitles: Readonly<Record<SkillTask, string>> = {
  fqa: 'Follow-up problem solving',
  ec: 'Error detection and correction',
  gen_followup: 'Follow-up problems made',
  gen_similar: 'Similar problems made',
};

export function isErroneous({ firstErrorStep }: EcSample): boolean {
  return firstErrorStep !== -1;
}

export function checkKmpSkills(samples: readonly KmpSkillsSample[]): readonly SampleProblem[] {
  const lacking = samples.flatMap((sample): SampleProblem[] => {
    if (sample.task !== 'ec' || sample.source !== undefined) return [];
    const lacksReason = isErroneous(sample) && sample.errorReason === undefined;
    return [
      ...(lacksReason ? [sampleProblem('warning', sample, 'errorReason', noReason)] : []),
      ...(sample.answer === undefined ? [sampleProblem('warning', sample, 'answer', noAnswer)] : []),
    ];
  });
  return [...repeatedIds(samples), ...lacking];
}

const noReason =
  'Without the reason for the error the tutor’s reason cannot be judged; the sample is left out of the MR-Score.';
const noAnswer = 'Without the right answer the judge has to solve the problem itself.';

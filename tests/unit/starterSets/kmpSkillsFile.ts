import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z.string().min(1);
const metaFields = {
  system: z.literal('kmpbench'),
  title: text.max(50),
  grade: z.string().regex(/^[K1-8]$/),
  domain: z.enum([
    ...(['counting', 'place value', 'addition and subtraction', 'multiplication and division', 'money'] as const),
    ...(['measurement', 'time', 'fractions', 'decimals', 'percent', 'ratio and rate', 'geometry'] as const),
    ...(['data and statistics', 'probability', 'negative numbers', 'order of operations', 'functions'] as const),
    'expressions and equations',
  ]),
};
/**
 * Stricter than the schema of the product: what may be missing elsewhere is there in a starter set, and nothing else
 * is.
 */
const sampleSchema = z.discriminatedUnion('task', [
  z.strictObject({
    ...metaFields,
    task: z.literal('fqa'),
    id: z.string().regex(/^kmp-f-\d{2,3}$/),
    questions: z.array(z.strictObject({ question: text, answer: text, solution: text })).length(3),
  }),
  z.strictObject({
    ...metaFields,
    task: z.literal('ec'),
    id: z.string().regex(/^kmp-e-\d\d$/),
    problem: text,
    answer: text,
    studentSteps: z.array(text).min(3).max(7),
    firstErrorStep: z.int(),
    errorReason: text.nullable(),
  }),
  z.strictObject({
    ...metaFields,
    task: z.enum(['gen_followup', 'gen_similar']),
    id: z.string().regex(/^kmp-g-\d\d$/),
    seedProblem: text,
    seedSolution: text,
    requests: z.array(text).length(2).optional(),
  }),
]);

export type Sample = z.infer<typeof sampleSchema>;
export type Chain = Extract<Sample, { task: 'fqa' }>;
export type StudentSolution = Extract<Sample, { task: 'ec' }>;

/** The file as it is. */
export const raw = readFileSync(new URL('../../../starter-sets/kmp-skills.jsonl', import.meta.url), 'utf8');
export const samples = raw
  .trimEnd()
  .split('\n')
  .map((line) => sampleSchema.parse(JSON.parse(line)));
export const chains = samples.filter((sample) => sample.task === 'fqa');
export const solutions = samples.filter((sample) => sample.task === 'ec');
export const wrongSolutions = solutions.filter((sample) => sample.firstErrorStep !== -1);
export const rightSolutions = solutions.filter(({ firstErrorStep }) => firstErrorStep === -1);
export const seeds = samples.filter((sample) => 'seedProblem' in sample);

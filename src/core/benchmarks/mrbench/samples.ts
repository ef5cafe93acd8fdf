import * as z from 'zod';
import { optionalText, repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';
import { type DimensionId, dimensionIds, labelsOf, type MrLabel } from './labels';

export type MrLabels = Partial<Readonly<Record<DimensionId, MrLabel>>>;

export const mrLabelsSchema: z.ZodType<MrLabels> = z.object(
  Object.fromEntries(dimensionIds.map((id) => [id, z.enum(labelsOf(id)).optional()])),
);

const recordSchema = z.object({
  system: z.literal('mrbench'),
  id: z.string().min(1),
  title: z.string().optional(),
  source: z.enum(['Bridge', 'MathDial', 'Other']),
  split: z.enum(['train', 'val', 'test']).optional(),
  gradeBand: z.enum(['elementary', 'middle']).optional(),
  topic: optionalText,
  history: z
    .array(z.object({ role: z.enum(['tutor', 'student']), content: z.string().min(1) }))
    .min(1)
    .readonly(),
  groundTruthSolution: optionalText,
  /** The problem's final answer as a short text. For the simulated tutor; never sent to a tutor. */
  answer: z.string().optional(),
  /** Arithmetic that this project's tests check. */
  checks: z
    .array(z.object({ text: z.string(), claim: z.string(), holds: z.boolean() }))
    .readonly()
    .optional(),
  references: z
    .record(
      z.string(),
      z.object({ response: z.string(), labels: mrLabelsSchema, secondAnnotator: mrLabelsSchema.optional() }),
    )
    .default({}),
});

/** 5 of the 192 released dialogues end with a tutor turn; `checkMrSamples` warns of them. Our own must not. */
export const mrBenchSampleSchema = recordSchema.transform(({ gradeBand, ...record }, context) => {
  if (record.source === 'Other' && record.history.at(-1)?.role !== 'student') {
    const path = ['history', record.history.length - 1, 'role'];
    const message = 'The last turn must be the student’s: the tutor under test replies to it.';
    context.addIssue({ code: 'custom', path, message });
  }
  if (record.source === 'Other' && gradeBand === undefined) {
    const message = 'Say "elementary" or "middle": only Bridge and MathDial imply it.';
    context.addIssue({ code: 'custom', path: ['gradeBand'], message });
  }
  const implied = record.source === 'Bridge' ? 'elementary' : 'middle';
  return { ...record, gradeBand: gradeBand ?? implied };
});

export type MrSample = z.output<typeof mrBenchSampleSchema>;
export type MrTurn = MrSample['history'][number];

export function checkMrSamples(samples: readonly MrSample[]): readonly SampleProblem[] {
  const endings = samples
    .filter(({ history }) => history.at(-1)?.role === 'tutor')
    .map((sample) => sampleProblem('warning', sample, `history[${sample.history.length - 1}].role`, endsWithTutor));
  return [...repeatedIds(samples), ...endings];
}

export function lastStudentWords(sample: MrSample): string {
  return sample.history.findLast(({ role }) => role === 'student')?.content ?? '';
}

export const endsWithTutor = 'The history ends with a tutor turn; the reply under test follows it.';

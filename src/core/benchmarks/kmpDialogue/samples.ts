import * as z from 'zod';
import { repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';
import { kmpMetaFields } from '../kmpbench/ownRecords';
import { applicableCriteria, criterionIds, principles } from './criteria';
import { sides } from './preference';

const turnSchema = z.object({ role: z.enum(['student', 'tutor']), content: z.string().min(1) });

/** A dialogue cut before a tutor turn, that turn as reference, and the principles the next reply should show. */
export const kmpDialogueSampleSchema = z.object({
  system: z.literal('kmpbench'),
  task: z.literal('dialogue'),
  ...kmpMetaFields,
  persona: z.string(),
  studentProfile: z.string(),
  objective: z.string(),
  principles: z
    .array(z.enum(principles))
    .min(1)
    .max(2)
    .refine((named) => new Set(named).size === named.length, 'Name each principle once.'),
  instructions: z.string().min(1),
  history: z
    .array(turnSchema)
    .min(1)
    .superRefine((turns, context) => {
      if (turns.at(-1)?.role === 'student') return;
      const message = 'The last turn must be the student’s: the tutor under test replies to it.';
      context.addIssue({ code: 'custom', path: [turns.length - 1, 'role'], message });
    }),
  referenceReply: z.string().min(1),
  /** The solution of the dialogue's problem, if the data has one. For judges only. */
  referenceSolution: z.string().min(1).optional(),
  criteriaNotes: z.record(z.string(), z.string()).default({}),
  /** The side on which the judge sees the reply. Set when a run is planned; a file's value is ignored. */
  judgedAs: z.enum(sides).optional(),
});

export type KmpDialogueSample = z.output<typeof kmpDialogueSampleSchema>;
export type KmpTurn = KmpDialogueSample['history'][number];

export function checkKmpDialogues(samples: readonly KmpDialogueSample[]): readonly SampleProblem[] {
  const unused = samples.flatMap((sample) =>
    Object.keys(sample.criteriaNotes)
      .filter((id) => !applicableCriteria(sample.principles).includes(id))
      .map((id) => {
        const message = criterionIds.includes(id)
          ? 'The note is not used: the criterion belongs to a principle that this dialogue does not target.'
          : 'The note is not used: there is no criterion of this name. Names are like "questioning.1".';
        return sampleProblem('warning', sample, `criteriaNotes.${id}`, message);
      }),
  );
  return [...repeatedIds(samples), ...unused];
}

export function lastStudentWords({ history }: KmpDialogueSample): string {
  return history.at(-1)?.content ?? '';
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const theorySchema = z.strictObject({
  system: z.literal('socratesbench'),
  kind: z.literal('theory'),
  id: z.enum(['sv-andragrad', 'en-quadratics']),
  language: z.enum(['sv', 'en']),
  subfieldTheory: z.string().min(1),
  formulaSheet: z.string().min(1),
  restrictionNote: z.string().min(1),
  sanctionedMethods: z.array(z.string().min(1)).length(7),
});
const taskSchema = z.strictObject({
  system: z.literal('socratesbench'),
  id: z.string().regex(/^so-(sv|en)-[a-z]+-\d+$/),
  language: z.enum(['sv', 'en']),
  task: z.string().regex(/^\S[^\n]*[.?]$/),
  answer: z.strictObject({
    display: z.string().min(1),
    roots: z.array(z.string().regex(/^-?\d+(\/\d+)?$/)).min(1),
    equivalents: z.array(z.string().regex(/^\S(.*\S)?$/)).min(1),
  }),
  script: z.array(z.string().regex(/^\S.*\S$/)).length(10),
  theoryId: z.enum(['sv-andragrad', 'en-quadratics']).nullable(),
  topic: z.string().min(1),
  level: z.enum(['lower secondary', 'upper secondary']),
  title: z.string().regex(/^\S+( \S+){0,5}$/),
});
export type Task = z.infer<typeof taskSchema>;
export type Theory = z.infer<typeof theorySchema>;
const recordSchema = z.union([theorySchema, taskSchema]);

/** A file of `starter-sets`: its text, its theories and its tasks, in their order. */
export function readSocratesFile(name: string): {
  readonly text: string;
  readonly theories: readonly Theory[];
  readonly tasks: readonly Task[];
} {
  const text = readFileSync(new URL(`../../../starter-sets/${name}`, import.meta.url), 'utf8');
  const records = [...text.matchAll(/.+/g)].map(([line]) => recordSchema.parse(JSON.parse(line)));
  return {
    text,
    theories: records.filter((record): record is Theory => 'kind' in record),
    tasks: records.filter((record): record is Task => !('kind' in record)),
  };
}

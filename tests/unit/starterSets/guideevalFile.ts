import { readFileSync } from 'node:fs';
import { z } from 'zod';

const sampleSchema = z.strictObject({
  system: z.literal('guideeval'),
  id: z.string().regex(/^ge-\d{3}[ab]$/),
  pairId: z.string().regex(/^ge-\d{3}$/),
  title: z.string(),
  subject: z.enum([
    'mathematics',
    'physics',
    'chemistry',
    'biology',
    'statistics',
    'computer science',
    'earth science',
  ]),
  level: z.enum(['elementary', 'middle', 'high']),
  language: z.enum(['en', 'sv', 'de']),
  state: z.enum(['accurate', 'erroneous', 'comprehension', 'confusion']),
  editFlag: z.union([z.literal(0), z.literal(1)]),
  editType: z.enum(['acc_err', 'comp_conf']).nullable(),
  context: z.array(z.strictObject({ role: z.enum(['student', 'tutor']), content: z.string().min(1) })).min(2),
  studentMessage: z.string().min(1),
  groundTruth: z.string().min(1).nullable(),
  checks: z.array(z.strictObject({ text: z.string().min(1), claim: z.string().min(1), holds: z.boolean() })),
});

export type Sample = z.infer<typeof sampleSchema>;

const file = new URL('../../../starter-sets/guideeval.jsonl', import.meta.url);
export const text = readFileSync(file, 'utf8');
export const samples: readonly Sample[] = text
  .trimEnd()
  .split('\n')
  .map((line) => sampleSchema.parse(JSON.parse(line)));

export function isPositive(sample: Sample): boolean {
  return sample.state === 'accurate' || sample.state === 'comprehension';
}

export function axisOf(sample: Sample): 'acc_err' | 'comp_conf' {
  return sample.state === 'accurate' || sample.state === 'erroneous' ? 'acc_err' : 'comp_conf';
}

export function hasLatex(sample: Sample): boolean {
  return /\\\(.+?\\\)|\$.+?\$/.test(JSON.stringify(sample).replaceAll('\\\\', '\\'));
}

/** The members of each pair, the positive one first; in the file they stand far apart and in any order. */
export const pairs: ReadonlyMap<string, readonly Sample[]> = new Map(
  samples.map((sample) => [
    sample.pairId,
    samples
      .filter((other) => other.pairId === sample.pairId)
      .sort((left, right) => Number(isPositive(right)) - Number(isPositive(left))),
  ]),
);

export function normalized(message: string): string {
  return message
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import { readFileSync } from 'node:fs';
import * as z from 'zod';

const goldenTagSchema = z.strictObject({
  id: z.string(),
  sample: z.looseObject({ id: z.string() }),
  reply: z.string(),
  /** The tags that it deserves. */
  tags: z.array(z.string()),
  why: z.string(),
});
export type GoldenTag = z.infer<typeof goldenTagSchema>;

/** Short replies to authored samples with the tags that they deserve. */
export function goldenTags(benchmark: 'guideeval' | 'kmp-dialogue'): readonly GoldenTag[] {
  const file = new URL(`../../../test-fixtures/failureTags/${benchmark}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => goldenTagSchema.parse(JSON.parse(line)));
}

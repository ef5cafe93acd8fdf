import { createHash } from 'node:crypto';

/**
 * `id@` and eight hex digits that change with any of the parts: fixed text, template of the material, output shape
 * (`JSON.stringify(z.toJSONSchema(schema))`). Verdicts of different versions are not compared silently.
 */
export function judgeVersion(id: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Length first, so that moving text from one part to the next is a change too.
  for (const part of parts) hash.update(`${part.length}\n${part}\n`);
  return `${id}@${hash.digest('hex').slice(0, 8)}`;
}

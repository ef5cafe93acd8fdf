import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Text of a file in judges/. */
export function judgeFile(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../judges/${name}`, import.meta.url)), 'utf8');
}

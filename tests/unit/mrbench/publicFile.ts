import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Text of a public data file, relative to `../shared/`; undefined in a checkout without the public data. */
export function publicFile(path: string): string | undefined {
  const file = fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** For the title of a suite that is skipped. */
export function missingNote(paths: readonly string[]): string {
  const missing = paths.filter((path) => publicFile(path) === undefined);
  return missing.length === 0 ? '' : ` (skipped: ../shared/${missing.join(', ../shared/')} is not there)`;
}

/** The file's text as JSON; throws when it is not there. */
export function publicJson(path: string): unknown {
  const text = publicFile(path);
  if (text === undefined) throw new Error(`../shared/${path} is not there.`);
  return JSON.parse(text) as unknown;
}

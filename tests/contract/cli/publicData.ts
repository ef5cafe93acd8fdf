import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { repository } from './commandLine';

/** Path of a public data file, which the repository does not hold. */
export function publicData(file: string): string {
  return path.join(repository, '../shared/data', file);
}

/** Skips the running test, with the reason, when one of its files is missing. */
export function skipWithout(file: string, context: TestContext): void {
  if (!existsSync(file))
    context.skip(`The public data file ${path.relative(repository, file)} is not on this machine.`);
}

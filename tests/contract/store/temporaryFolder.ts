import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** Returns a function that makes fresh folders; they are removed when the test file is done. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
  });
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-test-'));
    made.push(folder);
    return folder;
  };
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Whether a store has any run, by a look at its folder: false where there is none or it cannot be read. */
export async function hasStoredRuns(root: string): Promise<boolean> {
  try {
    return (await readdir(path.join(root, 'runs'))).length > 0;
  } catch {
    return false;
  }
}

import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Whether any run of a store went through batches, by a look at its folders: false where they cannot be read. */
export async function hasBatchRecords(root: string): Promise<boolean> {
  const runs = path.join(root, 'runs');
  for (const id of await readdir(runs).catch(() => [])) {
    const file = path.join(runs, id, 'batches.jsonl');
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return true;
  }
  return false;
}

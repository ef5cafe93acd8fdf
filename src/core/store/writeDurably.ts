import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Writes a new file and puts it on the disk itself. Rejects with the system's error. */
export async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name of a draft for a file that two windows may write at once. */
export function ownDraft(file: string): string {
  return `${file}.${randomUUID()}.new`;
}

/** Puts a file in its place in one step: a reader, or who looks after a power cut, finds all of it or none. */
export async function writeAtOnce(file: string, text: string, draft = `${file}.new`): Promise<void> {
  try {
    await writeSynced(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Puts the names in a folder on the disk. Not every system lets folders be opened (Windows does not): nothing is done there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } catch {
    // Some file systems know no such thing; the files themselves are safe.
  } finally {
    await handle.close();
  }
}

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ownerOnly } from './plainFile';

/** Whether a link that somebody planted is followed is up to nobody: what is written must be made by this very call. */
const afresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/** How a new file is made. */
export interface NewFile {
  /** Onto the disk itself; yes unless set. */
  readonly isSynced?: boolean;
  /** Rights; its owner's only unless set. */
  readonly mode?: number;
}

/** Writes a file that is not there yet. One that cannot be written whole is removed. Rejects with the system's error. */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  { isSynced = true, mode = ownerOnly }: NewFile = {},
): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, afresh, mode);
    await handle.writeFile(content);
    if (isSynced) await handle.sync();
    await handle.close();
  } catch (error) {
    await handle?.close().catch(() => undefined);
    if (handle !== undefined) await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The name of a draft for a file that two windows may write at once. */
export function ownDraft(file: string): string {
  return `${file}.${randomUUID()}.new`;
}

/** Puts a file in its place in one step: a reader, or who looks after a power cut, finds all of it or none. */
export async function writeAtOnce(file: string, content: string | Uint8Array, isSynced = true): Promise<void> {
  const draft = ownDraft(file);
  try {
    await writeNew(draft, content, { isSynced });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  if (isSynced) await syncFolder(path.dirname(file));
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

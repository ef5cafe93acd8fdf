import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, ownerOnly } from './plainFile';

/** Whether a link that somebody planted is followed is up to nobody: what is written must be made by this very call. */
const afresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Writes a file that is not there yet, onto the disk itself and for its owner only unless said otherwise. One that cannot
 * be written whole is removed. Rejects with the system's error.
 */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  { isSynced = true, mode = ownerOnly }: { readonly isSynced?: boolean; readonly mode?: number } = {},
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

function ownDraft(file: string): string {
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
  // Some file systems know no such thing; the files themselves are safe.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** As programs make files for their user, who may have said otherwise to the system. */
const usualMode = 0o666;
const mostLinks = 40;
/** The draft cannot be made beside the file, or not be put in its place (one that is mounted by itself): there is only the file itself. */
const noDraft: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

/**
 * Writes a file that the user named, whole or not at all: where it does not fit on the disk, what stood there before is left as it was.
 * Links are followed, as they are the user's; a device or a pipe is written to. Rejects with the system's error.
 */
export async function writeOutput(named: string, content: string | Uint8Array): Promise<void> {
  const file = await targetOf(named);
  const mode = file === undefined ? undefined : await modeOf(file);
  if (file === undefined || mode === 'special') {
    await writeFile(named, content);
    return;
  }
  const draft = ownDraft(file);
  try {
    await writeNew(draft, content, { isSynced: false, mode: usualMode });
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (mode === undefined || !noDraft.has(codeOf(error))) throw error;
    await writeFile(file, content);
  }
}

/** Behind links; `undefined` for what the system lends under a name: standard output may be a file, and is not to be replaced. */
async function targetOf(named: string): Promise<string | undefined> {
  let file = path.resolve(named);
  for (let links = 0; links < mostLinks; links += 1) {
    if (/^\/(?:dev|proc)\//.test(file)) return undefined;
    const found = await lstat(file).catch(() => undefined);
    if (found?.isSymbolicLink() !== true) return file;
    file = path.resolve(path.dirname(file), await readlink(file));
  }
  return undefined;
}

/** `undefined` where there is nothing yet. */
async function modeOf(file: string): Promise<number | 'special' | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() === false ? 'special' : found && found.mode & 0o777;
}

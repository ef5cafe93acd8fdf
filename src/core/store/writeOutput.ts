import { chmod, lstat, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownDraft, writeNew } from './writeDurably';

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
  if (found === undefined) return undefined;
  return found.isFile() ? found.mode & 0o777 : 'special';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { chmod, type FileHandle, lstat, open, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorNamed } from '../text/errors';

export interface PlainFileLimits {
  readonly largest: number;
  /** `refuse` (the default) for files inside a store; `follow` for a file that the user named. */
  readonly links?: 'follow' | 'refuse';
}

type PlainFileFault = 'link' | 'special' | 'tooLarge' | 'lines';

export class PlainFileError extends Error {
  override readonly name = 'PlainFileError';

  constructor(
    readonly fault: PlainFileFault,
    readonly file: string,
    message: string,
  ) {
    super(message);
  }

  static is(error: unknown, fault?: PlainFileFault): error is PlainFileError {
    return error instanceof PlainFileError && (fault === undefined || error.fault === fault);
  }
}

/** Only the owner may read or write, because journals hold students' words. Windows ignores it. */
const ownerOnly = 0o600;

/** Never waits for a pipe. Rejects with `PlainFileError` or the system's error. */
export async function openPlainFile(file: string, flags: number, limits: PlainFileLimits): Promise<FileHandle> {
  const handle = await open(file, flags | guards(limits), ownerOnly).catch((error: unknown) => {
    throw refusal(error, file);
  });
  try {
    assertPlain(await handle.stat(), file, limits);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export async function withFile<Result>(
  opening: Promise<FileHandle>,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await opening;
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** Reads as many bytes as the file has at first, even if it grows. Rejects as `openPlainFile` does. */
export function readPlainFile(file: string, limits: PlainFileLimits): Promise<Buffer> {
  return withFile(openPlainFile(file, constants.O_RDONLY, limits), (handle) => handle.readFile());
}

/** Synchronous, which for a thousand small files takes a third of the time. Throws as `openPlainFile` rejects. */
export function readSmallFile(file: string, limits: PlainFileLimits): Readonly<{ text: string; changedAt: number }> {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | guards(limits));
  } catch (error) {
    throw refusal(error, file);
  }
  try {
    const described = fstatSync(descriptor);
    assertPlain(described, file, limits);
    const bytes = Buffer.allocUnsafe(described.size);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    return { text: bytes.toString('utf8', 0, length), changedAt: described.mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

function assertPlain(described: Stats, file: string, { largest }: PlainFileLimits): void {
  if (!described.isFile()) throw notPlain(file);
  if (described.size > largest) {
    const limit = largest >= 1024 * 1024 ? `${Math.floor(largest / (1024 * 1024))} MB` : `${largest} bytes`;
    throw new PlainFileError('tooLarge', file, `${file} is larger than ${limit}.`);
  }
}

/** A pipe would block its reader forever. Windows has neither flag, but few people may make links there. */
function guards({ links = 'refuse' }: PlainFileLimits): number {
  const { O_NOFOLLOW, O_NONBLOCK } = constants as Partial<typeof constants>;
  return (O_NONBLOCK ?? 0) | (links === 'refuse' ? (O_NOFOLLOW ?? 0) : 0);
}

export function linked(location: string, kind = 'file'): PlainFileError {
  const message = `${location} is a link. A link is not followed here: put the ${kind} itself in its place.`;
  return new PlainFileError('link', location, message);
}

export function notPlain(file: string): PlainFileError {
  return new PlainFileError('special', file, `${file} is not a plain file. Put a plain file in its place.`);
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function refusal(error: unknown, file: string): unknown {
  const code = codeOf(error);
  // Codes of a link under O_NOFOLLOW (FreeBSD has its own), and of a pipe without a reader.
  if (code === 'ELOOP' || code === 'EMLINK') return linked(file);
  if (code === 'ENXIO' || code === 'EISDIR') return notPlain(file);
  return error;
}

/** Bytes of a file of samples or labels; the largest public sets have some tens of megabytes. */
export const largestData = 64 * 1024 * 1024;

export class NotTextError extends errorNamed('NotTextError') {}

/** Follows links. Rejects with `PlainFileError`, `NotTextError`, or the system's error. */
export async function readNamedText(
  file: string,
  { largest, links = 'follow' }: PlainFileLimits = { largest: largestData },
): Promise<string> {
  const bytes = await readPlainFile(file, { largest, links });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotTextError(`${file} is not UTF-8 text. Save it as UTF-8.`);
  }
}

/** Only a file that this call creates is written, so a planted link is never followed. */
const afresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/** Syncs to disk unless told otherwise, and removes a partly written file. Rejects with the system's error. */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  { isSynced = true, mode = ownerOnly }: { readonly isSynced?: boolean; readonly mode?: number | undefined } = {},
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

/** Replaces a file in one step. A reader, even after a power cut, finds all of it or none. */
export async function writeAtOnce(
  file: string,
  content: string | Uint8Array,
  isSynced = true,
  modes?: { readonly made: number; readonly kept: number | undefined },
): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await writeNew(draft, content, { isSynced, mode: modes?.made });
    if (modes?.kept !== undefined) await chmod(draft, modes.kept);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  if (isSynced) await syncFolder(path.dirname(file));
}

/** Syncs the names in a folder. Windows cannot open folders, so nothing happens there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  // Some file systems cannot sync a folder; the files themselves are safe.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The usual mode of output files; the user's umask may narrow it. */
const usualMode = 0o666;
const mostLinks = 40;
/** The draft cannot be made or moved into place, so the file itself is written. */
const noDraft: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

/** Writes all or nothing. Follows links, because they are the user's, and writes into devices and pipes. */
export async function writeOutput(named: string, content: string | Uint8Array): Promise<void> {
  const file = await targetOf(named);
  const mode = file === undefined ? undefined : await modeOf(file);
  if (file === undefined || mode === 'special') {
    await writeFile(named, content);
    return;
  }
  await writeAtOnce(file, content, false, { made: usualMode, kept: mode }).catch(async (error: unknown) => {
    if (mode === undefined || !noDraft.has(codeOf(error))) throw error;
    await writeFile(file, content);
  });
}

/** Follows links. `undefined` for system files such as standard output, which must not be replaced. */
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

async function modeOf(file: string): Promise<number | 'special' | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() === false ? 'special' : found && found.mode & 0o777;
}

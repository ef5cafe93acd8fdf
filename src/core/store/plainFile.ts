import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { NamedError } from '../text/errors';

export interface PlainFileLimits {
  /** Bytes. */
  readonly largest: number;
  /** `refuse` for everything inside a store; `follow` for a file that the user named. Default: `refuse`. */
  readonly links?: 'follow' | 'refuse';
}

/** `link`: a symbolic link. `special`: a folder, device, pipe or socket. `tooLarge`: over the limit. `lines`: too many. */
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

/** Readable and writable by their owner only: journals hold students' words. Windows ignores it. */
export const ownerOnly = 0o600;

/**
 * Opens a plain file; one that `flags` create is its owner's only. A link is refused as `limits` say, and a pipe is never
 * waited for. Rejects with `PlainFileError`, and with the system's error.
 */
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

/** Reads a whole plain file; never more than `largest` bytes, even where the file grows meanwhile. Rejects as `openPlainFile`. */
export function readPlainFile(file: string, limits: PlainFileLimits): Promise<Buffer> {
  return withFile(openPlainFile(file, constants.O_RDONLY, limits), async (handle) => {
    const { size } = await handle.stat();
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  });
}

export interface SmallFile {
  readonly text: string;
  readonly changedAt: number;
}

/** Without waiting: for a thousand small files that costs a third. Throws as `openPlainFile` rejects. */
export function readSmallFile(file: string, limits: PlainFileLimits): SmallFile {
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

/** A pipe would hold up its reader for ever. Windows has neither flag: its links need rights that others rarely have. */
function guards({ links = 'refuse' }: PlainFileLimits): number {
  const { O_NOFOLLOW, O_NONBLOCK } = constants as Partial<typeof constants>;
  return (O_NONBLOCK ?? 0) | (links === 'refuse' ? (O_NOFOLLOW ?? 0) : 0);
}

function notPlain(file: string): PlainFileError {
  return new PlainFileError('special', file, `${file} is not a plain file. Put a plain file in its place.`);
}

/** The system's code of an error, such as `ENOENT`; `undefined` for an error of another kind. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether there is no such file: neither it nor, perhaps, a folder above it. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function refusal(error: unknown, file: string): unknown {
  const code = codeOf(error);
  // The codes of a link under O_NOFOLLOW (FreeBSD has one of its own), and of a pipe without a reader.
  if (code === 'ELOOP' || code === 'EMLINK') {
    const message = `${file} is a link. A link is not followed here: put the file itself in its place.`;
    return new PlainFileError('link', file, message);
  }
  if (code === 'ENXIO' || code === 'EISDIR') return notPlain(file);
  return error;
}

/** Bytes of a file of samples or labels; the largest public sets have some tens of megabytes. */
export const largestData = 64 * 1024 * 1024;

export class NotTextError extends NamedError {
  override readonly name = 'NotTextError';
}

/** A link is followed. Rejects with `PlainFileError`, with `NotTextError`, and with the system's error. */
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

import { readPlainFile, type PlainFileLimits } from './plainFile';

/** Bytes of a file of samples or labels; the largest public sets have some tens of megabytes. */
export const largestData = 64 * 1024 * 1024;

/** A file that is not UTF-8 text. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';

  static is(error: unknown): error is NotTextError {
    return error instanceof NotTextError;
  }
}

/**
 * Reads a text file that a person named, byte-order mark included; a link is followed. Rejects with `PlainFileError` for what is no plain
 * file or too large, with `NotTextError`, and with the system's error.
 */
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

import { readFile } from 'node:fs/promises';
import { CliError } from './cliError';

/** 512 MB is beyond any prompt or public data set, and near the longest string that Node can hold. */
const largest = 512 * 1024 * 1024;

/** Reads a text file named on the command line. Throws `CliError` in one line. */
export async function readInput(file: string, what: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new CliError(`${what} ${file} does not exist. Check the path.`);
    if (code === 'EISDIR') throw new CliError(`${what} ${file} is a folder; give a file.`);
    if (code === 'EACCES') throw new CliError(`${what} ${file} may not be read: permission denied.`);
    throw new CliError(`${what} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (bytes.length > largest) throw new CliError(`${what} ${file} is larger than 512 MB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError(`${what} ${file} is not UTF-8 text. Save it as UTF-8.`);
  }
}

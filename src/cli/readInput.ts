import { NotTextError, PlainFileError, type PlainFileLimits, readNamedText } from '../core/store/plainFile';
import { CliError } from './cliError';

/** Reads a text file named on the command line. Throws `CliError` in one line. */
export async function readInput(file: string, what: string, limits?: PlainFileLimits): Promise<string> {
  try {
    return await readNamedText(file, limits);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new CliError(`${what} ${file} does not exist. Check the path.`);
    if (code === 'EACCES') throw new CliError(`${what} ${file} may not be read: permission denied.`);
    if (PlainFileError.is(error, 'special')) {
      throw new CliError(`${what} ${file} is a folder, a device or a pipe; give a file.`);
    }
    if (PlainFileError.is(error) || NotTextError.is(error)) throw new CliError(`${what} ${error.message}`);
    throw new CliError(`${what} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

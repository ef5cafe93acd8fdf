import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';

/** A file that an option names, to be written when all calls are paid for. */
export interface OutputFile {
  readonly option: string;
  /** As given; `undefined` where the option was not. */
  readonly file: string | undefined;
  /** Whether missing folders above it are made. */
  readonly makesFolders: boolean;
}

/** Refuses a file that could not be written, while nothing is paid for yet. Throws `CliError`. */
export async function assertWritable({ option, file, makesFolders }: OutputFile, { cwd }: CliContext): Promise<void> {
  if (file === undefined) return;
  const refuse = (reason: string): never => {
    throw new CliError(`${option} ${file}: ${reason}`);
  };
  let place = path.resolve(cwd, file);
  let kind = await kindOf(place);
  if (kind === 'folder') refuse(`${place} is a folder. Name a file.`);
  if (kind === 'missing') {
    do {
      place = path.dirname(place);
      kind = await kindOf(place);
      if (kind === 'missing' && !makesFolders)
        refuse(`The folder ${place} does not exist. Make it, or name another file.`);
    } while (kind === 'missing' && place !== path.dirname(place));
    if (kind !== 'folder') refuse(`${place} is no folder. Name another file.`);
  }
  await access(place, constants.W_OK).catch((error: unknown) =>
    refuse(`${place} may not be written (${codeOf(error)}). Name another file.`),
  );
}

async function kindOf(place: string): Promise<'missing' | 'folder' | 'file'> {
  try {
    return (await stat(place)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // Below a file there is nothing; what may not be looked at is found out by the test whether it may be written.
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? 'missing' : 'file';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

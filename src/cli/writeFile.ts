import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RunSession } from '../core/engine/runSession';
import type { RunReport } from '../core/report/reportModel';
import type { ImageStore } from '../core/store/imageStore';
import { writeOutput } from '../core/store/writeOutput';
import { CliError, type CliContext } from './cliContext';
import { foreignText } from './terminalText';

/** A file that an option names, to be written when all calls are paid for. */
interface OutputFile {
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

/** Writes a run's HTML report, in folders that are made where they are missing. Throws `CliError` when it cannot. */
export async function writeHtml(
  name: string,
  session: RunSession,
  report: RunReport,
  images: ImageStore,
  context: CliContext,
): Promise<void> {
  const { htmlReport } = await import('../core/report/htmlReport');
  const file = path.resolve(context.cwd, name);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeOutput(file, await htmlReport(report, session, await context.reportAssets(), { images }));
  } catch (error) {
    throw new CliError(`Cannot write the report to ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  context.err(`HTML report: ${foreignText(file)}\n`);
}

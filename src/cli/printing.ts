import { existsSync, statSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, writeOutput } from '../core/store/plainFile';
import { messageOf } from '../core/text/errors';
import { type CliContext, CliError } from './cliContext';
import type { CliOptions } from './cliOptions';
import { foreignText } from './terminalText';

/** Prints a warning on standard error; `text` may be foreign. */
export function warn(text: string, { err }: Pick<CliContext, 'err'>): void {
  err(`warning: ${foreignText(text)}\n`);
}

/** Prints an object as the command's only document. */
export function printJson(value: object, { document }: Pick<CliContext, 'document'>): void {
  document(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Writes a file that an option names. Resolves to its absolute path; throws `CliError`. */
export async function writeNamed(
  { file: named, makesFolders, shown = named }: { file: string; makesFolders?: boolean; shown?: string },
  text: string,
  { cwd }: CliContext,
): Promise<string> {
  const file = path.resolve(cwd, named);
  try {
    if (makesFolders === true) await mkdir(path.dirname(file), { recursive: true });
    await writeOutput(file, text);
    return file;
  } catch (error) {
    throw new CliError(`Cannot write ${shown}: ${messageOf(error)}`);
  }
}

/** The file that `--disagreements` names; `undefined` when it is missing or a number. */
export function disagreementFile(wanted: string | undefined): string | undefined {
  return wanted === undefined || /^\d+$/.test(wanted) ? undefined : wanted;
}

/** Throws `CliError` for a file that cannot be written. */
export async function assertWritable({ html, disagreements }: CliOptions, context: CliContext): Promise<void> {
  await assertPlace('--html', html, context);
  await assertPlace('--disagreements', disagreementFile(disagreements), context);
}

async function assertPlace(option: string, file: string | undefined, { cwd }: CliContext): Promise<void> {
  if (file === undefined) return;
  const refuse = (reason: string): never => {
    throw new CliError(`${option} ${file}: ${reason}`);
  };
  const target = path.resolve(cwd, file);
  if (isFolder(target)) refuse(`${target} is a folder. Name a file.`);
  let place = existsSync(target) ? target : path.dirname(target);
  // Missing folders are created for a report.
  while (option === '--html' && !existsSync(place)) place = path.dirname(place);
  if (!existsSync(place)) refuse(`The folder ${place} does not exist. Make it, or name another file.`);
  if (place !== target && !isFolder(place)) refuse(`${place} is not a folder. Name another file.`);
  await access(place, constants.W_OK).catch((error: unknown) =>
    refuse(`${place} may not be written (${String(codeOf(error) ?? error)}). Name another file.`),
  );
}

function isFolder(place: string): boolean {
  return existsSync(place) && statSync(place).isDirectory();
}

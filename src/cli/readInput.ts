import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BaselinePrompt, Benchmark } from '../core/benchmark/benchmark';
import type { RecordProblem } from '../core/benchmark/importer';
import { useOwnModels } from '../core/providers/modelFacts';
import { readOwnModels } from '../core/providers/modelsFile';
import { codeOf, NotTextError, PlainFileError, type PlainFileLimits, readNamedText } from '../core/store/plainFile';
import { messageOf } from '../core/text/errors';
import { type CliContext, CliError } from './cliContext';
import { foreignText } from './terminalText';

/** Reads a text file named on the command line. Throws `CliError`. */
export async function readInput(file: string, what: string, limits?: PlainFileLimits): Promise<string> {
  try {
    return await readNamedText(file, limits);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new CliError(`${what} ${file} does not exist. Check the path.`);
    if (code === 'EACCES') throw new CliError(`${what} ${file} may not be read: permission denied.`);
    if (PlainFileError.is(error, 'special'))
      throw new CliError(`${what} ${file} is a folder, a device or a pipe; give a file.`);
    if (PlainFileError.is(error) || NotTextError.is(error)) throw new CliError(`${what} ${error.message}`);
    throw new CliError(`${what} ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Loads the user's models from the named file, else from the environment's. They win over the built-in ones. */
export async function loadOwnModels(named: string | undefined, env: CliContext['env']): Promise<void> {
  const file = named ?? env.TUTOR_PROMPT_LAB_MODELS ?? '';
  const limits = { largest: 1_000_000, links: 'follow' } as const;
  useOwnModels(file === '' ? [] : readOwnModels(await readInput(file, 'The models file', limits), file));
}

/** Prints up to twenty record problems to standard error, errors first. */
export function reportRecordProblems(problems: readonly RecordProblem[], file: string, context: CliContext): void {
  const ordered = problems.toSorted(
    (left, right) => Number(left.severity === 'warning') - Number(right.severity === 'warning'),
  );
  for (const { severity, record, field, message } of ordered.slice(0, 20)) {
    const position = field === '' ? `record ${record}` : `record ${record}, ${field}`;
    context.err(`${foreignText(`${severity}: ${file}: ${position}: ${message}`)}\n`);
  }
  if (ordered.length > 20) context.err(`… and ${ordered.length - 20} more.\n`);
}

/** The built-in prompt of this id; `undefined` if there is none, or if a file of that name exists, which wins. */
export function builtInPrompt(name: string, { cwd, benchmarks }: CliContext): BaselinePrompt | undefined {
  const found = builtInPrompts(benchmarks).find(({ id }) => id === name);
  return found === undefined || existsSync(path.resolve(cwd, name)) ? undefined : found;
}

/** The prompt where none is named: the first one that is built in, which works with every benchmark. */
export function usualPrompt({ benchmarks }: Pick<CliContext, 'benchmarks'>): string {
  const [first] = builtInPrompts(benchmarks);
  if (first === undefined) throw new CliError('No benchmark has a built-in prompt. Name a file with --prompt.');
  return first.id;
}

function builtInPrompts(benchmarks: CliContext['benchmarks']): readonly BaselinePrompt[] {
  return [...benchmarks.values()].flatMap(({ baselines }) => baselines);
}

export function benchmarkNamed(id: string, { benchmarks }: Pick<CliContext, 'benchmarks'>): Benchmark {
  const benchmark = benchmarks.get(id);
  if (benchmark !== undefined) return benchmark;
  throw new CliError(`There is no benchmark “${id}”. Known: ${[...benchmarks.keys()].join(', ')}.`);
}

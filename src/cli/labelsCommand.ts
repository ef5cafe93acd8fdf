import path from 'node:path';
import type { BenchmarkId } from '../core/benchmarks/benchmark';
import { exportedLabels } from '../core/labelling/labelFile';
import { countWords } from '../core/report/countWords';
import { FileHandLabelLog } from '../core/store/handLabelLog';
import { writeOutput } from '../core/store/writeFile';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { storeDirectory } from './storeDirectory';

/** Options of `labels`. */
export interface LabelsOptions {
  readonly out?: string;
  readonly store?: string;
}

/** Writes the hand labels of a store in their own form, one a line, which `calibrate` reads. Returns the exit code. */
export async function labelsCommand(
  benchmarkId: string,
  { out, store }: LabelsOptions,
  context: CliContext,
): Promise<number> {
  const benchmark = context.benchmarks.get(benchmarkId as BenchmarkId);
  if (benchmark === undefined) {
    throw new CliError(`There is no benchmark “${benchmarkId}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
  }
  const root = storeDirectory(store, context.cwd, context);
  const { entries, problems } = await new FileHandLabelLog(root).read(benchmark.id);
  for (const problem of problems) context.err(`warning: ${foreignText(problem)}\n`);
  if (entries.length === 0) {
    throw new CliError(
      `There are no hand labels for ${benchmark.title} in ${root}. Give --store, or label replies first.`,
    );
  }
  const text = exportedLabels(entries);
  if (out === undefined) context.document(text);
  else {
    try {
      await writeOutput(path.resolve(context.cwd, out), text);
    } catch (error) {
      throw new CliError(`Cannot write ${out}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const people = new Set(entries.map(({ by }) => by)).size;
  const summary = `${countWords(entries.length, 'entry', 'entries')} of ${countWords(people, 'person', 'people')}`;
  context.err(`${summary}${out === undefined ? '' : `, written to ${out}`}.\n`);
  return 0;
}

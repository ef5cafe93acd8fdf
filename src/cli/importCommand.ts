import path from 'node:path';
import { importSamples } from '../core/benchmarks/importing/recognizeFile';
import { countWords } from '../core/report/countWords';
import { writeOutput } from '../core/store/writeFile';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { readInput } from './readInput';
import { reportRecordProblems } from './recordProblems';

/** Converts a public data set into the project's own sample lines. `auto` recognises the format by content. */
export async function importCommand(
  format: string,
  file: string,
  options: { readonly output?: string },
  context: CliContext,
): Promise<number> {
  const importers = [...context.benchmarks.values()].flatMap((benchmark) => benchmark.importers);
  const formats = [...new Set(importers.map((importer) => importer.format))];
  const chosen = format === 'auto' ? importers : importers.filter((importer) => importer.format === format);
  if (chosen.length === 0) throw new CliError(`There is no format “${format}”. Known: auto, ${formats.join(', ')}.`);
  const result = importSamples(await readInput(file, 'The data file'), file, chosen);
  if (result.kind === 'refused') throw new CliError(result.reason);
  reportRecordProblems(result.problems, file, context);
  const text = result.samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
  const refused = result.problems.filter((problem) => problem.severity === 'error');
  const records = new Set(refused.map((problem) => problem.record)).size;
  const summary = `${countWords(result.samples.length, 'sample', 'samples')} from ${path.basename(file)} (${result.format}), ${countWords(records, 'record', 'records')} refused`;
  if (options.output === undefined) context.document(text);
  else {
    try {
      await writeOutput(path.resolve(context.cwd, options.output), text);
    } catch (error) {
      throw new CliError(`Cannot write ${options.output}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  context.err(`${foreignText(summary)}${options.output === undefined ? '' : `, written to ${options.output}`}.\n`);
  return result.samples.length === 0 ? 2 : 0;
}

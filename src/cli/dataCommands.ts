import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkId } from '../core/benchmarks/benchmark';
import { importSamples } from '../core/benchmarks/importing/recognizeFile';
import { defaultPolicy } from '../core/benchmarks/protocolPolicy';
import { loadSamples, SampleFileError } from '../core/engine/loadSamples';
import { builtInTexts } from '../core/engine/readJudgeWordings';
import { startingWording } from '../core/judging/judgeWordingFile';
import { wordingFolderName } from '../core/judging/judgeWordingFolder';
import { exportedLabels } from '../core/labelling/exportedLabels';
import { countWords } from '../core/report/countWords';
import { metricJson } from '../core/report/evaluateJson';
import { metricLines } from '../core/report/terminalTable';
import { FileHandLabelLog } from '../core/store/fileHandLabelLog';
import { writeNew } from '../core/store/writeDurably';
import { writeOutput } from '../core/store/writeOutput';
import { CliError, type CliContext } from './cliContext';
import { storeDirectory } from './openRun';
import { readInput, reportRecordProblems } from './readInput';
import { foreignText } from './terminalText';

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

/** Computes a benchmark's metrics from labels that people gave: no model is called. */
export async function metricsCommand(
  benchmarkId: string,
  file: string,
  options: { readonly json?: boolean },
  context: CliContext,
): Promise<number> {
  const benchmark = context.benchmarks.get(benchmarkId as BenchmarkId);
  if (benchmark === undefined) {
    throw new CliError(`There is no benchmark “${benchmarkId}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
  }
  if (benchmark.labelledMetrics === undefined)
    throw new CliError(`${benchmark.title} data carries no labels to compute metrics from.`);
  const text = await readInput(file, 'The label file');
  let groups;
  try {
    const loaded = loadSamples(benchmark, { name: file, text }, context.benchmarks.values());
    reportRecordProblems(
      loaded.problems.filter((problem) => problem.severity === 'error'),
      file,
      context,
    );
    groups = benchmark.labelledMetrics(loaded.samples).filter((group) => group.metrics.length > 0);
  } catch (error) {
    if (SampleFileError.is(error)) throw new CliError(error.message);
    throw error;
  }
  if (groups.length === 0)
    throw new CliError(`${file} holds no labels. Give a file whose replies carry them, such as MRBench V1.`);
  if (options.json === true) {
    const shown = groups.map(({ id, metrics }) => ({ id, metrics: metrics.map((metric) => metricJson(metric)) }));
    context.document(`${JSON.stringify({ schemaVersion: 1, benchmark: benchmark.id, groups: shown }, undefined, 2)}\n`);
    return 0;
  }
  for (const { id, metrics } of groups)
    context.out(`${foreignText(id)}\n${metricLines(metrics, { width: context.width, color: context.color })}\n`);
  return 0;
}

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

/** Options of `judge-wording`. */
export interface JudgeWordingOptions {
  readonly out?: string;
  readonly oneJudgeCall?: boolean;
}

/** Writes the built-in text of a judge as files to begin with; never over a file that is there. Returns the exit code. */
export async function judgeWordingCommand(
  benchmarkId: string,
  judge: string,
  { out = wordingFolderName, oneJudgeCall = false }: JudgeWordingOptions,
  context: CliContext,
): Promise<number> {
  const benchmark = context.benchmarks.get(benchmarkId as BenchmarkId);
  if (benchmark === undefined) {
    throw new CliError(`There is no benchmark “${benchmarkId}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
  }
  const starterSet = path.join(context.starterSets, benchmark.starterSet);
  const texts = await builtInTexts(benchmark, starterSet, { ...defaultPolicy, oneJudgeCall });
  const own = texts.filter(({ judges }) => judges.includes(judge));
  if (own.length === 0) {
    const known = [...new Set(texts.flatMap(({ judges }) => judges))].join(', ');
    throw new CliError(`${benchmark.title} has no judge “${judge}” with a text. It has: ${known}.`);
  }
  const folder = path.resolve(context.cwd, out, benchmark.id);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new CliError(`Cannot make ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  });
  for (const [place, { judges, hash, text }] of own.entries()) {
    // Judges that share a text have one file, named after the first of them.
    const [name = judge] = judges;
    const file = path.join(folder, own.length === 1 ? `${name}.md` : `${name}-${place + 1}.md`);
    try {
      await writeNew(file, startingWording(name, hash, text), { isSynced: false, mode: 0o666 });
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      const reason = isThere ? 'It is there already.' : error instanceof Error ? error.message : String(error);
      throw new CliError(`Cannot write ${file}: ${reason}`);
    }
    context.out(`${foreignText(file)}\n`);
    if (judges.length > 1) context.err(`It is the text of: ${judges.join(', ')}.\n`);
  }
  context.err(
    'Edit it; runs beside or below its folder use it. Check it against people: tutor-prompt-lab calibrate with --judge-wording.\n',
  );
  return 0;
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { importSamples } from '../core/benchmark/importing/recognizeFile';
import { startingOverride, overrideFolderName } from '../core/benchmark/judging/promptOverrideFile';
import { exportedLabels } from '../core/labels/labelSet';
import { metricJson } from '../core/report/evaluateJson';
import { metricLines } from '../core/report/terminalTable';
import { loadSamples } from '../core/run/loadSamples';
import { builtInTexts } from '../core/run/readPromptOverrides';
import { FileHandLabelLog } from '../core/store/handLabelLog';
import { codeOf, writeNew } from '../core/store/plainFile';
import { countWords } from '../core/text/countWords';
import { messageOf } from '../core/text/errors';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import { policyGiven } from './cliOptions';
import { storeDirectory } from './openRun';
import { printJson, warn, writeNamed } from './printing';
import { benchmarkNamed, readInput, reportRecordProblems } from './readInput';
import { foreignText } from './terminalText';

/** Converts a public data set into the project's own sample lines. `auto` recognises the format by content. */
export const importCommand: Command<[format: string, file: string]> = async (format, file, { output }, context) => {
  const importers = [...context.benchmarks.values()].flatMap((benchmark) => benchmark.importers);
  const formats = [...new Set(importers.map((importer) => importer.format))];
  const chosen = format === 'auto' ? importers : importers.filter((importer) => importer.format === format);
  if (chosen.length === 0) throw new CliError(`There is no format “${format}”. Known: auto, ${formats.join(', ')}.`);
  const result = importSamples(await readInput(file, 'The data file'), file, chosen);
  if (result.kind === 'refused') throw new CliError(result.reason);
  reportRecordProblems(result.problems, file, context);
  const refused = result.problems.filter(({ severity }) => severity === 'error');
  const records = new Set(refused.map(({ record }) => record)).size;
  const summary = `${countWords(result.samples.length, 'sample', 'samples')} from ${path.basename(file)} (${result.format}), ${countWords(records, 'record', 'records')} refused`;
  const text = result.samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
  await writeOrPrint(output, text, foreignText(summary), context);
  return result.samples.length === 0 ? exitCodes.badCall : exitCodes.done;
};

/** Computes a benchmark's metrics from labels that people gave: no model is called. */
export const metricsCommand: Command<[benchmark: string, labels: string]> = async (id, file, { json }, context) => {
  const benchmark = benchmarkNamed(id, context);
  if (benchmark.labelledMetrics === undefined)
    throw new CliError(`${benchmark.title} data carries no labels to compute metrics from.`);
  const text = await readInput(file, 'The label file');
  const { samples, problems } = loadSamples(benchmark, { name: file, text }, context.benchmarks.values());
  const errors = problems.filter(({ severity }) => severity === 'error');
  reportRecordProblems(errors, file, context);
  const groups = benchmark.labelledMetrics(samples).filter((group) => group.metrics.length > 0);
  if (groups.length === 0)
    throw new CliError(`${file} holds no labels. Give a file whose replies carry them, such as MRBench V1.`);
  if (json === true) {
    const shown = groups.map((group) => ({ id: group.id, metrics: group.metrics.map((metric) => metricJson(metric)) }));
    printJson({ schemaVersion: 1, benchmark: benchmark.id, groups: shown }, context);
  } else
    for (const { id: group, metrics } of groups)
      context.out(`${foreignText(group)}\n${metricLines(metrics, context)}\n`);
  return exitCodes.done;
};

/** Writes the hand labels of a store as lines that `calibrate` reads. */
export const labelsCommand: Command<[benchmark: string]> = async (id, { out, store }, context) => {
  const benchmark = benchmarkNamed(id, context);
  const root = storeDirectory(store, context.cwd, context);
  const { entries, problems } = await new FileHandLabelLog(root).read(benchmark.id);
  for (const problem of problems) warn(problem, context);
  if (entries.length === 0)
    throw new CliError(
      `There are no hand labels for ${benchmark.title} in ${root}. Give --store, or label replies first.`,
    );
  const people = new Set(entries.map(({ by }) => by)).size;
  const summary = `${countWords(entries.length, 'entry', 'entries')} of ${countWords(people, 'person', 'people')}`;
  await writeOrPrint(out, exportedLabels(entries), summary, context);
  return exitCodes.done;
};

async function writeOrPrint(file: string | undefined, text: string, summary: string, context: CliContext) {
  if (file === undefined) context.document(text);
  else await writeNamed({ file }, text, context);
  context.err(`${summary}${file === undefined ? '' : `, written to ${file}`}.\n`);
}

/** Writes a judge's built-in prompt as files to edit. Never overwrites a file. */
export const judgePromptCommand: Command<[benchmark: string, judge: string]> = async (id, judge, options, context) => {
  const benchmark = benchmarkNamed(id, context);
  const starterSet = path.join(context.starterSets, benchmark.starterSet);
  const texts = await builtInTexts(benchmark, starterSet, policyGiven(options));
  const own = texts.filter(({ judges }) => judges.includes(judge));
  if (own.length === 0) {
    const known = [...new Set(texts.flatMap(({ judges }) => judges))].join(', ');
    throw new CliError(`${benchmark.title} has no judge “${judge}” with a prompt. It has: ${known}.`);
  }
  const folder = path.resolve(context.cwd, options.out ?? overrideFolderName, benchmark.id);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new CliError(`Cannot make ${folder}: ${messageOf(error)}`);
  });
  for (const [index, { judges, hash, text }] of own.entries()) {
    // Judges that share a text have one file, named after the first of them.
    const [name = judge] = judges;
    const file = path.join(folder, own.length === 1 ? `${name}.md` : `${name}-${index + 1}.md`);
    const written = writeNew(file, startingOverride(name, hash, text), { isSynced: false, mode: 0o666 });
    await written.catch((error: unknown) => {
      const reason = codeOf(error) === 'EEXIST' ? 'It exists already.' : messageOf(error);
      throw new CliError(`Cannot write ${file}: ${reason}`);
    });
    context.out(`${foreignText(file)}\n`);
    if (judges.length > 1) context.err(`It is the prompt of: ${judges.join(', ')}.\n`);
  }
  context.err(
    'Edit it; it applies to runs of prompts beside or below its folder. Check it against people: tutor-prompt-lab calibrate with --judge-prompts.\n',
  );
  return exitCodes.done;
};

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import { readSampleImages } from '../core/run/loadSamples';
import { FileRunStore } from '../core/store/fileRunStore';
import { FileHandLabelLog } from '../core/store/handLabelLog';
import { largestData } from '../core/store/plainFile';
import { createRun } from '../core/store/runStore';
import { calibrationSession } from '../core/trust/calibrationSession';
import { planCalibration } from '../core/trust/planCalibration';
import { chooseGold, readGold } from '../core/trust/readGold';
import { type CliContext, type Command, CliError } from './cliContext';
import { capsGiven, type CliOptions, policyGiven } from './cliOptions';
import { finishCalibration } from './finishCalibration';
import { assertModels, judgesOf, newRunFacts, overridesFor } from './modelServers';
import { storeDirectory } from './openRun';
import { warn } from './printing';
import { benchmarkNamed, readInput, reportRecordProblems } from './readInput';

const ownLabels = 'labels';

export const calibrateCommand: Command<[string, string]> = async (benchmarkId, goldName, options, context) => {
  const benchmark = benchmarkNamed(benchmarkId, context);
  const root = storeDirectory(options.store, context.cwd, context);
  const file = goldFile(benchmark, goldName, root, context);
  // A store may come from somebody else, so links in it are not followed.
  const links = file === goldName ? 'follow' : 'refuse';
  const text = await readInput(file, 'The label file', { largest: largestData, links });
  const whole = readGold(benchmark, { name: file, text }, context.benchmarks.values());
  // Only errors are shown: warnings about replies without labels are normal here.
  const errors = whole.problems.filter(({ severity }) => severity === 'error');
  reportRecordProblems(errors, file, context);
  const { limit, tutor, seed = 1 } = options;
  const judging = { judges: judgesOf(options, context), policy: policyGiven(options) };
  const overrides = await overridesToCheck(benchmark, judging, options, context);
  const { dimension: dimensions = [...new Set(overrides.flatMap(({ judges }) => judges))] } = options;
  const source = chooseGold(benchmark, whole, { dimensions, tutor, limit, seed });
  for (const note of source.notes) warn(note, context);
  const folder = path.dirname(path.resolve(context.cwd, file));
  assertModels(judging.judges, options, context);
  const samples = source.samples.map(({ sample }) => sample);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  reportRecordProblems(loaded.problems, source.name, context);
  const request = { ...newRunFacts(options, context), ...judging, overrides, seed, limit, tutor };
  const planned = planCalibration(benchmark, source, loaded, request);
  for (const note of planned.notes) warn(note, context);
  if (planned.samples.length === 0)
    throw new CliError(`${source.name}: no labelled reply is left that could be judged.`);
  const store = new FileRunStore(root);
  return finishCalibration(
    {
      session: calibrationSession({ ...planned, records: [], problems: [] }, context.benchmarks),
      store,
      root,
      openWriter: () => createRun(store, planned),
      options,
      caps: capsGiven(options),
      notes: [...source.notes, ...planned.notes],
    },
    context,
  );
};

function goldFile(benchmark: Benchmark, name: string, root: string, { cwd }: CliContext): string {
  if (name !== ownLabels || existsSync(path.resolve(cwd, name))) return name;
  const labels = new FileHandLabelLog(root);
  if (labels.factsOf(benchmark.id) !== undefined) return labels.fileOf(benchmark.id);
  throw new CliError(
    `There are no hand labels for ${benchmark.title} in ${root}. Give --store, or a file of labelled replies.`,
  );
}

type Judging = Pick<Parameters<typeof overridesFor>[2], 'judges' | 'policy'>;

/** The custom judge prompts of `--judge-prompts`. Throws `CliError` for the offline judge, which reads none. */
async function overridesToCheck(benchmark: Benchmark, judging: Judging, options: CliOptions, context: CliContext) {
  if (options.judgePrompts === undefined) return [];
  if (judging.judges.some(({ simulated }) => simulated))
    throw new CliError(
      'The offline judge uses no custom judge prompts. Name a model with --judge, or leave --judge-prompts out.',
    );
  const found = await overridesFor([benchmark], options, { start: context.cwd, ...judging }, context);
  return found.get(benchmark.id) ?? [];
}

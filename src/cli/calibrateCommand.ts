import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import { dimensionsOf } from '../core/trust/calibrationResult';
import { calibrationSession } from '../core/trust/calibrationSession';
import { chooseGold, type GoldSource } from '../core/trust/goldSource';
import { type PlannedCalibration, planCalibration } from '../core/trust/planCalibration';
import { readGold } from '../core/trust/readGold';
import { loadSamples, readSampleImages } from '../core/run/loadSamples';
import type { PromptOverride } from '../core/benchmark/judging/promptOverride';
import { policies } from '../core/benchmarks/policies';
import { FileRunStore } from '../core/store/fileRunStore';
import { FileHandLabelLog } from '../core/store/handLabelLog';
import { largestData } from '../core/store/plainFile';
import { createRun } from '../core/store/runStore';
import { type CliContext, type Command, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions, flagOf, policyGiven } from './cliOptions';
import { finishBothPrompts, finishCalibration, showCalibration } from './finishCalibration';
import { assertModels, judgesOf, newRunFacts, overridesFor } from './modelServers';
import { storeDirectory } from './openRun';
import { warn } from './printing';
import { benchmarkNamed, readInput, reportRecordProblems } from './readInput';

const ownLabels = 'labels';

export const calibrateCommand: Command<[benchmark: string, gold: string]> = async (
  benchmarkId,
  goldName,
  options,
  context,
) => {
  const benchmark = benchmarkNamed(benchmarkId, context);
  const root = storeDirectory(options.store, context.cwd, context);
  const file = goldFile(benchmark, goldName, root, context);
  // A store may come from somebody else, so links in it are not followed.
  const links = file === goldName ? 'follow' : 'refuse';
  const text = await readInput(file, 'The label file', { largest: largestData, links });
  const { samples: named } = options;
  const others = [...context.benchmarks.values()];
  const given = named === undefined ? undefined : { name: named, text: await readInput(named, 'The sample file') };
  const samples = given && loadSamples(benchmark, given, others).samples;
  const whole = readGold(benchmark, { name: file, text }, { others, samples });
  // Only errors are shown: warnings about replies without labels are normal here.
  const errors = whole.problems.filter(({ severity }) => severity === 'error');
  reportRecordProblems(errors, file, context);
  const { judgeWording, limit, tutor, seed = 1 } = options;
  const overrides = await overridesToCheck(benchmark, options, context);
  // A judge without a custom prompt would only be asked the same thing twice.
  const { dimension: dimensions = [...new Set(overrides.flatMap(({ judges }) => judges))] } = options;
  const source = chooseGold(benchmark, whole, { dimensions, tutor, limit, seed });
  for (const note of source.notes) warn(note, context);
  if (source.kind === 'answers') return showAnswers(benchmark, source, seed, options, context);
  const folder = path.dirname(path.resolve(context.cwd, file));
  const planned = await planGold(benchmark, source, folder, options, context);
  const store = new FileRunStore(root);
  const first = {
    session: calibrationSession({ ...planned, records: [], problems: [] }, context.benchmarks),
    store,
    root,
    openWriter: () => createRun(store, planned),
    options,
    caps: capsGiven(options),
    notes: [...source.notes, ...planned.notes],
  };
  if (judgeWording === undefined || judgeWording === false || overrides.length === 0)
    return finishCalibration(first, context);
  const overrideFolder = path.resolve(context.cwd, judgeWording);
  return finishBothPrompts(first, { planned, overrides, folder: overrideFolder }, context);
};

function goldFile(benchmark: Benchmark, name: string, root: string, { cwd }: CliContext): string {
  if (name !== ownLabels || existsSync(path.resolve(cwd, name))) return name;
  const labels = new FileHandLabelLog(root);
  if (labels.factsOf(benchmark.id) !== undefined) return labels.fileOf(benchmark.id);
  throw new CliError(
    `There are no hand labels for ${benchmark.title} in ${root}. Give --store, or a file of labelled replies.`,
  );
}

async function showAnswers(
  benchmark: Benchmark,
  { name, format, judge, rated, notes }: Extract<GoldSource, { kind: 'answers' }>,
  seed: number,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  if (options.judge !== undefined) {
    throw new CliError(
      `${name} holds a judge’s answers without the replies, so no other judge can be asked. Leave --judge out.`,
    );
  }
  const dimensions = dimensionsOf(benchmark, rated, String(seed));
  await showCalibration(
    {
      benchmark,
      judges: [{ judge, simulated: false, dimensions, rated }],
      samples: new Map(),
      gold: { name, format, by: 'people' },
      facts: { runId: null, runDir: null, status: 'completed', cards: 0, notes },
      remarks: [
        'The answers come from the file; nothing was asked. No trust card is kept: the file does not name the version of the judge’s prompt.',
      ],
    },
    options,
    context,
  );
  return exitCodes.done;
}

/** Plans the calibration as a new run. Throws `CliError`. */
async function planGold(
  benchmark: Benchmark,
  source: Extract<GoldSource, { kind: 'replies' }>,
  folder: string,
  options: CliOptions,
  context: CliContext,
): Promise<PlannedCalibration> {
  const { limit, tutor, seed = 1 } = options;
  const judges = judgesOf(options, context);
  const policy = policyGiven(options);
  const { policy: needed = '', what = '' } = benchmark.learnedJudge?.needs ?? {};
  const choice = policies.get(needed);
  if (choice !== undefined && policy[needed] !== choice.values[0] && judges.some(({ simulated }) => simulated)) {
    throw new CliError(
      `The offline judge can only be checked with ${what}. Name a model with --judge, or leave ${flagOf(choice)} out.`,
    );
  }
  assertModels(judges, options, context);
  const samples = source.samples.map(({ sample }) => sample);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  reportRecordProblems(loaded.problems, source.name, context);
  const request = { ...newRunFacts(options, context), judges, policy, seed, limit, tutor };
  const planned = planCalibration(benchmark, source, loaded, request);
  for (const note of planned.notes) warn(note, context);
  if (planned.samples.length === 0)
    throw new CliError(`${source.name}: no labelled reply is left that could be judged.`);
  return planned;
}

/** The custom judge prompts of `--judge-wording`. Throws `CliError` for the offline judge, which reads none. */
async function overridesToCheck(
  benchmark: Benchmark,
  options: CliOptions,
  context: CliContext,
): Promise<readonly PromptOverride[]> {
  if (options.judgeWording === undefined) return [];
  const judges = judgesOf(options, context);
  if (judges.some(({ simulated }) => simulated)) {
    throw new CliError(
      'The offline judge uses no custom judge prompts. Name a model with --judge, or leave --judge-wording out.',
    );
  }
  const reading = { start: context.cwd, judges, policy: policyGiven(options) };
  return (await overridesFor([benchmark], options, reading, context)).get(benchmark.id) ?? [];
}

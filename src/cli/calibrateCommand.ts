import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { JudgeWording } from '../core/benchmark/judging/judgeWording';
import { loadSamples, readSampleImages } from '../core/run/loadSamples';
import { newRunId } from '../core/run/planRun';
import { FileRunStore } from '../core/store/fileRunStore';
import { FileHandLabelLog } from '../core/store/handLabelLog';
import { largestData } from '../core/store/plainFile';
import { createRun } from '../core/store/runStore';
import { dimensionsOf } from '../core/trust/calibrationResult';
import { calibrationSession } from '../core/trust/calibrationSession';
import { chooseGold, type GoldSource } from '../core/trust/goldSource';
import { planCalibration } from '../core/trust/planCalibration';
import { readGold } from '../core/trust/readGold';
import { type CliContext, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishBothWordings, finishCalibration } from './finishCalibration';
import { assertModels, judgesOf, withConnections, wordingsFor } from './modelServers';
import { storeDirectory } from './openRun';
import { policyGiven } from './policyOptions';
import { assertWritable, warn } from './printing';
import { benchmarkNamed, readInput, reportRecordProblems } from './readInput';
import { disagreementFile, showCalibration } from './showCalibration';

/** Where a calibration is kept, where its images are, and what is checked. */
interface CalibrationPlace {
  readonly root: string;
  readonly folder: string;
  readonly seed: number;
  readonly wordings: readonly JudgeWording[];
}

/** What the command calls the store's own hand labels. */
const ownLabels = 'labels';

/** Asks judges about replies that people have labelled, and says how far they agree. */
export async function calibrateCommand(
  benchmarkId: string,
  goldName: string,
  options: CliOptions,
  given: CliContext,
): Promise<number> {
  const context = await withConnections(options, given);
  const benchmark = benchmarkNamed(benchmarkId, context);
  const listed = { option: '--disagreements', file: disagreementFile(options.disagreements), makesFolders: false };
  await assertWritable(listed, context);
  const root = storeDirectory(options.store, context.cwd, context);
  const file = goldFile(benchmark, goldName, root, context);
  // What is in a store may be anybody's.
  const links = file === goldName ? 'follow' : 'refuse';
  const seed = options.seed ?? 1;
  const whole = readGold(
    benchmark,
    { name: file, text: await readInput(file, 'The label file', { largest: largestData, links }) },
    { others: context.benchmarks.values(), samples: await samplesFor(benchmark, options.samples, context) },
  );
  // A person labels now and then one reply of a set; what else is said of a record is no news here.
  reportRecordProblems(
    whole.problems.filter(({ severity }) => severity === 'error'),
    file,
    context,
  );
  const wordings = await wordingsToCheck(benchmark, options, context);
  // Judges whose text is the built-in one would only be asked twice.
  const { dimension: dimensions = [...new Set(wordings.flatMap(({ judges }) => judges))], tutor, limit } = options;
  const source = chooseGold(benchmark, whole, { dimensions, tutor, limit, seed });
  for (const note of source.notes) warn(note, context);
  if (source.kind === 'answers') return showAnswers(benchmark, source, seed, options, context);
  return calibrate(
    benchmark,
    source,
    { root, folder: path.dirname(path.resolve(context.cwd, file)), seed, wordings },
    options,
    context,
  );
}

function goldFile(benchmark: Benchmark, name: string, root: string, { cwd }: CliContext): string {
  if (name !== ownLabels || existsSync(path.resolve(cwd, name))) return name;
  const labels = new FileHandLabelLog(root);
  if (labels.factsOf(benchmark.id) !== undefined) return labels.fileOf(benchmark.id);
  throw new CliError(
    `There are no hand labels for ${benchmark.title} in ${root}. Give --store, or a file of labelled replies.`,
  );
}

async function samplesFor(benchmark: Benchmark, file: string | undefined, context: CliContext) {
  if (file === undefined) return undefined;
  const text = await readInput(file, 'The sample file');
  return loadSamples(benchmark, { name: file, text }, context.benchmarks.values()).samples;
}

/** The answers of a judge that was asked elsewhere: nothing is asked, and no card kept, as the file does not say by which version of a judge's text. */
async function showAnswers(
  benchmark: Benchmark,
  { name, format, judge, rated, notes }: Extract<GoldSource, { kind: 'answers' }>,
  seed: number,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  if (options.judge !== undefined) {
    throw new CliError(
      `${name} holds a judge’s answers and no replies that another could be asked about. Leave --judge out.`,
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
        'The answers stand in the file; nothing was asked. No trust card is kept: the file does not say by which version of the judge’s text.',
      ],
    },
    options,
    context,
  );
  return exitCodes.done;
}

async function calibrate(
  benchmark: Benchmark,
  source: Extract<GoldSource, { kind: 'replies' }>,
  { root, folder, seed, wordings }: CalibrationPlace,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const judges = judgesOf(options, context);
  const policy = policyGiven(options);
  if (!policy.groundTruthToJudge && benchmark.learnedJudge && judges.some(({ simulated }) => simulated)) {
    throw new CliError(
      'The offline judge is checked with the worked solution in sight. Name a model with --judge, or leave --no-solution-to-judge out.',
    );
  }
  const caps = capsGiven(options);
  assertModels(judges, options, context);
  const samples = source.samples.map(({ sample }) => sample);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  reportRecordProblems(loaded.problems, source.name, context);
  const planned = planCalibration(benchmark, source, loaded, {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion: context.version,
    judges,
    seed,
    limit: options.limit,
    tutor: options.tutor,
    policy,
    batch: options.batch ?? false,
    ...caps,
  });
  const turnsDiffer = `Labelled replies with another number of turns than their sample has were left out: ${planned.leftOut}.`;
  const leftOut = planned.leftOut === 0 ? [] : [turnsDiffer];
  for (const note of leftOut) warn(note, context);
  if (planned.samples.length === 0)
    throw new CliError(`${source.name}: no labelled reply is left that could be judged.`);
  const store = new FileRunStore(root);
  const first = {
    session: calibrationSession({ ...planned, records: [], problems: [] }, context.benchmarks),
    store,
    root,
    openWriter: () => createRun(store, planned),
    options,
    caps,
    notes: [...source.notes, ...leftOut],
  };
  if (options.judgeWording === undefined || options.judgeWording === false || wordings.length === 0)
    return finishCalibration(first, context);
  const wordingFolder = path.resolve(context.cwd, options.judgeWording);
  return finishBothWordings(first, { planned, wordings, folder: wordingFolder }, context);
}

/** The own wordings to be checked, where a folder of them is named: judges that read none cannot be. */
async function wordingsToCheck(
  benchmark: Benchmark,
  options: CliOptions,
  context: CliContext,
): Promise<readonly JudgeWording[]> {
  if (options.judgeWording === undefined) return [];
  const judges = judgesOf(options, context);
  if (judges.some(({ simulated }) => simulated)) {
    throw new CliError('The offline judge reads no wording. Name a model with --judge, or leave --judge-wording out.');
  }
  const place = { start: context.cwd, judges, policy: policyGiven(options) };
  return (await wordingsFor([benchmark], options, place, context)).get(benchmark.id) ?? [];
}

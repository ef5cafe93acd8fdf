import path from 'node:path';
import { namesAny } from '../core/benchmark/aims';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import { presetOf, studentPolicy } from '../core/benchmarks/policies';
import { earlierRun } from '../core/history/earlierRun';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { readGitState } from '../core/history/git';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { loadSamples, readPlannedSamples, readSampleImages, SampleFileError } from '../core/run/loadSamples';
import { type PlannedRun, planRun, type RunRequest } from '../core/run/planRun';
import { type PlannedRecorded, planRecorded, unnamedTutor } from '../core/run/recorded/planRecorded';
import { decideChoices, type RunChoices } from '../core/run/runChoices';
import { unitsPlayed } from '../core/run/runScope';
import { RunSessionError } from '../core/run/runSession';
import { RunStoreError } from '../core/store/runStoreError';
import { askedModels, lacksRules, modelName, modelsOf } from '../core/store/runManifest';
import { storedPromptPath } from '../core/store/storeFolder';
import { type CliContext, CliError } from './cliContext';
import { type CliOptions, parametersGiven, policyFlags, policyGiven } from './cliOptions';
import { assertModels, newRunFacts, overridesFor, serversOf } from './modelServers';
import { findRun, storeDirectory } from './openRun';
import { warn } from './printing';
import { builtInPrompt, readInput, reportRecordProblems } from './readInput';

/** A run as planned from the command line, before anything is written or sent. */
export interface PlannedEvaluation {
  readonly planned: PlannedRun | PlannedRecorded;
  /** Folder of the run store. */
  readonly root: string;
}

export async function planEvaluation(
  promptPath: string,
  options: CliOptions,
  context: CliContext,
): Promise<PlannedEvaluation & { readonly choices: RunChoices }> {
  // A file of that name wins over a built-in prompt.
  const baseline = builtInPrompt(promptPath, context);
  const builtIn = baseline !== undefined;
  const reading = { largest: largestPrompt, links: 'follow' } as const;
  const text = baseline?.text ?? (await readInput(promptPath, 'The prompt file', reading));
  const start = builtIn ? context.cwd : path.dirname(path.resolve(promptPath));
  const root = storeDirectory(options.store, start, context);
  const prompt = readPromptFile(builtIn ? promptPath : storedPromptPath(root, promptPath), text);
  for (const problem of prompt.problems.filter(({ severity }) => severity === 'warning'))
    warn(problem.message, context);
  const { benchmark: named, judge: judges, target: targets, guard: guards } = options;
  const asGiven = { benchmarks: named, judges, targets, guards, parameters: parametersGiven(options) };
  const choices = decideChoices([{ ...options, ...asGiven }, prompt.defaults], serversOf(options, context));
  const policy = policyGiven(options, choices.student);
  assertPreset(options, policy, choices, context);
  for (const { flag, benchmark } of policyFlags(options)) {
    if (choices.benchmarks.some(({ id }) => id === benchmark)) continue;
    warn(`${flag} is not used: this run has no ${benchmark}. Leave it out, or add --benchmark ${benchmark}.`, context);
  }
  // Git runs while the samples are read.
  const git = builtIn ? undefined : readGitState(path.resolve(context.cwd, promptPath));
  const overrides = await overridesFor(choices.benchmarks, options, { start, judges: choices.judges, policy }, context);
  const benchmarks = await loadBenchmarks(choices.benchmarks, options.samples, context);
  const request: RunRequest = {
    ...newRunFacts(options, context),
    prompt,
    git: await git,
    promptName: builtIn ? promptPath : path.basename(promptPath),
    ...choices,
    benchmarks: benchmarks.map((one) => ({ ...one, overrides: overrides.get(one.benchmark.id) })),
    policy,
    // A threshold is for all samples, and may be for any metric.
    aims: options.failUnder === undefined || namesAny(choices.aims) ? choices.aims : undefined,
    guardMargin: options.guardMargin,
    judgeAll: options.judgeAll ?? false,
    baselineUnits: await baselineUnits(options, root, context),
    openEnded: options.openEnded,
  };
  const earlier = await earlierRun(root, request, context.benchmarks);
  const { played = 0, sequence } = earlier.earlier ?? {};
  if (options.openEnded === true && options.cache !== false && played > 0 && sequence?.openEnded !== true)
    throw new CliError(
      'An earlier run of this text has planned looks. A second kind of test of the same replies would double the chance of a false call. Leave out --open-ended, or give --no-cache for fresh replies.',
    );
  const planned =
    options.replies === undefined
      ? planRun({ ...request, ...earlier }, context.benchmarks)
      : await planRecordedReplies(options.replies, options, request, context);
  // The run has a student model only if one of its benchmarks uses it.
  const asked = askedModels(planned.manifest);
  if (choices.student !== undefined && planned.manifest.student === undefined) {
    warn(
      `${modelName(choices.student)} is not used: no benchmark of this run has a model play the student. Leave --student out, or add --benchmark ${studentPolicy?.benchmark ?? ''}.`,
      context,
    );
  }
  // A run without scores asks no judge, but problems with the named models are still reported.
  assertModels(asked, options, context, lacksRules(planned.manifest) ? modelsOf(planned.manifest) : asked);
  return { planned, choices, root };
}

/** What the baseline has, if not all of its samples. Its problems are reported when it is opened for the checks. */
async function baselineUnits({ baseline }: CliOptions, root: string, context: CliContext) {
  if (baseline === undefined) return undefined;
  try {
    const { store, runId } = await findRun(baseline, root, context, 'evaluation');
    return unitsPlayed(sessionOfRun(await store.open(runId), context.benchmarks));
  } catch (error) {
    if (CliError.is(error) || RunStoreError.is(error) || RunSessionError.is(error)) return undefined;
    throw error;
  }
}

/** Throws `CliError` for options beside a preset that break the protocol it names. */
function assertPreset(
  options: CliOptions,
  policy: ProtocolPolicy,
  { benchmarks: [first, ...more], student }: RunChoices,
  { benchmarks }: CliContext,
): void {
  const chosen = presetOf(policy);
  if (chosen === undefined) return;
  const { benchmark, preset } = chosen;
  const { title = benchmark } = benchmarks.get(benchmark) ?? {};
  if (first?.id !== benchmark || more.length > 0)
    throw new CliError(`--preset ${preset} belongs to ${title}. Give --benchmark ${benchmark} and no other.`);
  const contrary = [
    ...(options.samples === undefined ? [] : ['--samples']),
    ...(student === undefined ? [] : ['--student']),
    ...policyFlags(options).flatMap((one) => (one.benchmark === benchmark && !one.isPreset ? [one.flag] : [])),
  ];
  if (contrary.length > 0)
    throw new CliError(`--preset ${preset} follows the paper’s protocol. Leave out ${contrary.join(', ')}.`);
}

async function loadBenchmarks(benchmarks: readonly Benchmark[], samplesFile: string | undefined, context: CliContext) {
  if (samplesFile === undefined) {
    const fileOf = ({ starterSet }: Benchmark): string => path.join(context.starterSets, starterSet);
    return Promise.all(benchmarks.map((one) => readPlannedSamples(one, 'starter', fileOf(one), [])));
  }
  const [benchmark, ...more] = benchmarks;
  if (benchmark === undefined || more.length > 0)
    throw new CliError('--samples needs exactly one benchmark. Give one --benchmark.');
  const text = await readInput(samplesFile, 'The sample file');
  try {
    const found = loadSamples(benchmark, { name: samplesFile, text }, context.benchmarks.values());
    const loaded = await readSampleImages(benchmark, found, path.dirname(path.resolve(context.cwd, samplesFile)));
    reportRecordProblems(loaded.problems, samplesFile, context);
    if (loaded.samples.length === 0)
      throw new CliError(`${samplesFile}: no usable sample is left. Fix the errors listed above.`);
    return [
      { benchmark, loaded, source: { kind: 'file' as const, name: path.basename(samplesFile), format: loaded.format } },
    ];
  } catch (error) {
    if (SampleFileError.is(error))
      throw new CliError(error.message.replace('Choose the benchmark', 'Add --benchmark for'));
    throw error;
  }
}

/** Plans to judge the replies in a file; prints unused records. Throws `CliError` and `RecordedRepliesError`. */
async function planRecordedReplies(file: string, options: CliOptions, request: RunRequest, context: CliContext) {
  if (request.benchmarks.length !== 1)
    throw new CliError('--replies needs exactly one benchmark. Give one --benchmark.');
  if (options.student !== undefined)
    throw new CliError('--replies cannot be combined with --student: no student is asked.');
  if (options.repeats !== undefined)
    throw new CliError('--replies cannot be combined with --repeats: a file has one reply to each turn of a sample.');
  const text = await readInput(file, 'The file of replies');
  // The prompt file's `tutor` does not say who wrote these replies; only --tutor does.
  const given: RunRequest = {
    ...request,
    tutor: options.tutor === undefined ? unnamedTutor : request.tutor,
    student: undefined,
    policy: { ...request.policy, student: 'script' },
  };
  const planned = planRecorded(given, { name: path.basename(file), text }, context.benchmarks);
  reportRecordProblems(planned.problems, file, context);
  return planned;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark, BenchmarkId } from '../core/benchmarks/benchmark';
import { policies, presetOf, type ProtocolPolicy } from '../core/benchmarks/protocolPolicy';
import { loadSamples, type PlannedBenchmark, readSampleImages, SampleFileError } from '../core/engine/loadSamples';
import { newRunId, type PlannedRun, planRun, type RunRequest } from '../core/engine/planRun';
import { assertCapHolds } from '../core/engine/runCaps';
import { ChoiceError, decideChoices, type RunChoices } from '../core/engine/runChoices';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import type { Placement } from '../core/prompt/promptTemplate';
import type { PlannedRecorded } from '../core/recorded/planRecorded';
import { readGitState } from '../core/revisions/readGitState';
import { storedPromptPath } from '../core/store/promptPath';
import { askedModels, lacksRules, type ManifestModel, modelName, modelsOf } from '../core/store/runManifest';
import { assertBatches } from './assertBatches';
import { builtInPrompt } from './builtInPrompt';
import { type CapOptions, capsGiven } from './capOptions';
import type { CliContext } from './cliContext';
import { CliError } from './cliError';
import { foreignText } from './foreignText';
import { type JudgeWordingOption, wordingsFor } from './judgeWordingOption';
import { type ServerOptions, serversOf } from './modelServers';
import { type ParameterOptions, parametersGiven } from './parameterOptions';
import { planRecordedReplies } from './planRecordedReplies';
import { policyFlags, policyGiven } from './policyOptions';
import { readInput } from './readInput';
import { reportRecordProblems } from './recordProblems';
import { reportShutdowns } from './reportShutdowns';
import { storeDirectory } from './storeDirectory';

/** Options that say what a run is made of, as commander hands them over. */
export interface PlanOptions extends ServerOptions, ParameterOptions, CapOptions, JudgeWordingOption {
  readonly benchmark?: readonly string[];
  readonly samples?: string;
  readonly replies?: string;
  readonly tutor?: string;
  readonly judge?: readonly string[];
  readonly student?: string;
  readonly limit?: number;
  readonly seed?: number;
  readonly repeats?: number;
  readonly placement?: Placement;
  readonly batch?: boolean;
  readonly store?: string;
}

/** A run as planned from the command line, before anything is written or sent. */
export interface PlannedEvaluation {
  readonly planned: PlannedRun | PlannedRecorded;
  readonly choices: RunChoices;
  /** Folder of the run store. */
  readonly root: string;
}

/** Reads prompt and samples and plans the run. Problems that do not stop it go to standard error. */
export async function planEvaluation(
  promptPath: string,
  options: PlanOptions,
  context: CliContext,
): Promise<PlannedEvaluation> {
  const { text, builtIn } = await readPrompt(promptPath, context);
  const root = storeDirectory(options.store, builtIn ? context.cwd : path.dirname(path.resolve(promptPath)), context);
  const prompt = readPromptFile(builtIn ? promptPath : storedPromptPath(root, promptPath), text);
  for (const problem of prompt.problems.filter(({ severity }) => severity === 'warning'))
    context.err(`warning: ${foreignText(problem.message)}\n`);
  const choices = decide(options, prompt.defaults, context);
  const caps = capsGiven(options);
  const policy = policyGiven(options, choices.student);
  assertPreset(options, policy, choices, context);
  const start = builtIn ? context.cwd : path.dirname(path.resolve(promptPath));
  // Git answers while the samples are read.
  const git = builtIn ? undefined : readGitState(path.resolve(context.cwd, promptPath));
  const wordings = await wordingsFor(choices.benchmarks, options, { start, judges: choices.judges, policy }, context);
  const benchmarks = await loadBenchmarks(choices.benchmarks, options.samples, context);
  const request: RunRequest = {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion: context.version,
    prompt,
    git: await git,
    promptName: builtIn ? promptPath : path.basename(promptPath),
    ...choices,
    benchmarks: benchmarks.map((one) => ({ ...one, wordings: wordings.get(one.benchmark.id) })),
    policy,
    ...caps,
    batch: options.batch ?? false,
  };
  const planned =
    options.replies === undefined
      ? planRun(request, context.benchmarks)
      : await planRecordedReplies(options.replies, options, request, context);
  // A model that plays the student is in the run only where a benchmark has it play.
  const asked = askedModels(planned.manifest);
  if (choices.student !== undefined && planned.manifest.student === undefined)
    context.err(unusedStudent(choices.student));
  assertCapHolds(asked, caps);
  reportShutdowns(asked, context);
  // Where no judge is asked, that is said of the run; what is wrong with the models is said here all the same.
  if (options.batch === true) assertBatches(lacksRules(planned.manifest) ? modelsOf(planned.manifest) : asked, context);
  return { planned, choices, root };
}

function unusedStudent(student: ManifestModel): string {
  const name = foreignText(modelName(student));
  return `warning: ${name} is not used: no benchmark of this run has a model play the student. Leave --student out, or add --benchmark ${policies.get('student')?.benchmark ?? ''}.\n`;
}

/** What a preset fixes cannot be chosen beside it: the run would carry the name of a protocol that it does not follow. */
function assertPreset(
  options: PlanOptions,
  policy: ProtocolPolicy,
  { benchmarks: [first, ...more], student }: RunChoices,
  { benchmarks }: CliContext,
): void {
  const chosen = presetOf(policy);
  if (chosen === undefined) return;
  const { benchmark, preset } = chosen;
  if (first?.id !== benchmark || more.length > 0) {
    const { title = benchmark } = benchmarks.get(benchmark as BenchmarkId) ?? {};
    throw new CliError(`--preset ${preset} is ${title}’s. Give --benchmark ${benchmark} and no other.`);
  }
  const contrary = [
    ...(options.samples === undefined ? [] : ['--samples']),
    ...(student === undefined ? [] : ['--student']),
    ...policyFlags(options, benchmark),
  ];
  if (contrary.length > 0)
    throw new CliError(`--preset ${preset} plays the paper’s protocol. Leave out ${contrary.join(', ')}.`);
}

/** A prompt file, or one of the benchmarks' built-in prompts by its id; a file of that name wins. */
async function readPrompt(
  name: string,
  context: CliContext,
): Promise<{ readonly text: string; readonly builtIn: boolean }> {
  const baseline = builtInPrompt(name, context);
  if (baseline !== undefined) return { text: baseline.text, builtIn: true };
  return {
    text: await readInput(name, 'The prompt file', { largest: largestPrompt, links: 'follow' }),
    builtIn: false,
  };
}

function decide(
  options: PlanOptions,
  defaults: Parameters<typeof decideChoices>[0][number],
  context: CliContext,
): RunChoices {
  const given = {
    ...options,
    benchmarks: options.benchmark,
    judges: options.judge,
    parameters: parametersGiven(options),
  };
  try {
    return decideChoices([given, defaults], {
      benchmarks: context.benchmarks,
      ...serversOf(options, context),
    });
  } catch (error) {
    if (ChoiceError.is(error)) throw new CliError(error.message);
    throw error;
  }
}

async function loadBenchmarks(
  benchmarks: readonly Benchmark[],
  samplesFile: string | undefined,
  context: CliContext,
): Promise<readonly PlannedBenchmark[]> {
  if (samplesFile === undefined) {
    return Promise.all(
      benchmarks.map(async (benchmark) => {
        const text = await readFile(path.join(context.starterSets, benchmark.starterSet), 'utf8');
        const loaded = loadSamples(benchmark, { name: benchmark.starterSet, text });
        return {
          benchmark,
          loaded: await readSampleImages(benchmark, loaded, context.starterSets),
          source: { kind: 'starter' as const, name: benchmark.starterSet, format: loaded.format },
        };
      }),
    );
  }
  const [benchmark, ...more] = benchmarks;
  if (benchmark === undefined || more.length > 0) {
    throw new CliError('--samples goes with exactly one benchmark. Give one --benchmark.');
  }
  const text = await readInput(samplesFile, 'The sample file');
  try {
    const found = loadSamples(benchmark, { name: samplesFile, text }, context.benchmarks.values());
    const loaded = await readSampleImages(benchmark, found, path.dirname(path.resolve(context.cwd, samplesFile)));
    reportRecordProblems(loaded.problems, samplesFile, context);
    if (loaded.samples.length === 0)
      throw new CliError(`${samplesFile}: no sample is left. Mend the faults named above.`);
    return [{ benchmark, loaded, source: { kind: 'file', name: path.basename(samplesFile), format: loaded.format } }];
  } catch (error) {
    if (SampleFileError.is(error))
      throw new CliError(error.message.replace('Choose the benchmark', 'Add --benchmark for'));
    throw error;
  }
}

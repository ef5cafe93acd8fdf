import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark } from '../core/benchmarks/benchmark';
import type { ProtocolPolicy } from '../core/benchmarks/protocolPolicy';
import { loadSamples, SampleFileError } from '../core/engine/loadSamples';
import { planRun, type PlannedBenchmark, type PlannedRun, type RunRequest } from '../core/engine/planRun';
import { assertCapHolds } from '../core/engine/priceCap';
import { ChoiceError, decideChoices, type RunChoices } from '../core/engine/runChoices';
import { newRunId } from '../core/engine/runId';
import { readSampleImages } from '../core/engine/sampleImages';
import type { Placement } from '../core/prompt/placement';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import type { PlannedRecorded } from '../core/recorded/planRecorded';
import { readGitState } from '../core/revisions/git';
import { askedModels, lacksRules, type ManifestModel, modelName, modelsOf } from '../core/store/runManifest';
import { storedPromptPath } from '../core/store/storeFolder';
import { assertBatches } from './assertBatches';
import { capsGiven, type CapOptions } from './capOptions';
import { builtInPrompt } from './builtInPrompt';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { wordingsFor, type JudgeWordingOption } from './judgeWordingOption';
import { parametersGiven, type ParameterOptions } from './parameterOptions';
import { reportShutdowns } from './reportShutdowns';
import { serversOf, type ServerOptions } from './modelServers';
import { planRecordedReplies } from './planRecordedReplies';
import { readInput } from './readInput';
import { reportRecordProblems } from './recordProblems';
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
  readonly oneSentence: boolean;
  readonly solutionToJudge: boolean;
  readonly oneJudgeCall?: boolean;
  readonly theory?: ProtocolPolicy['theory'];
  readonly parallelExampleCounts?: boolean;
  readonly exposeAnswerKey?: boolean;
  readonly wholeConversation?: boolean;
  readonly preset?: 'paper';
  readonly bothOrders?: boolean;
  readonly literalMrScore?: boolean;
  readonly clipPerSample?: boolean;
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
  assertPreset(options, choices);
  const policy = policyOf(options, choices);
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
  return `warning: ${name} is not used: no benchmark of this run has a model play the student. Leave --student out, or add --benchmark socratesbench.\n`;
}

/** What a preset fixes cannot be chosen beside it: the run would carry the name of a protocol that it does not follow. */
function assertPreset(options: PlanOptions, { benchmarks, student }: RunChoices): void {
  if (options.preset === undefined) return;
  if (benchmarks.length !== 1 || benchmarks[0]?.id !== 'socratesbench')
    throw new CliError(`--preset ${options.preset} is SocratesBench’s. Give --benchmark socratesbench and no other.`);
  const contrary = [
    ...(options.samples === undefined ? [] : ['--samples']),
    ...(student === undefined ? [] : ['--student']),
    ...((options.theory ?? 'on') === 'on' ? [] : [`--theory ${String(options.theory)}`]),
    ...(options.wholeConversation === true ? ['--whole-conversation'] : []),
    ...(options.exposeAnswerKey === true ? ['--expose-answer-key'] : []),
    ...(options.parallelExampleCounts === true ? ['--parallel-example-counts'] : []),
  ];
  if (contrary.length > 0)
    throw new CliError(`--preset ${options.preset} plays the paper’s protocol. Leave out ${contrary.join(', ')}.`);
}

function policyOf(options: PlanOptions, { student }: RunChoices): ProtocolPolicy {
  return {
    oneSentence: options.oneSentence,
    groundTruthToJudge: options.solutionToJudge,
    oneJudgeCall: options.oneJudgeCall ?? false,
    theory: options.theory ?? 'on',
    parallelExampleCounts: options.parallelExampleCounts ?? false,
    exposeAnswerKey: options.exposeAnswerKey ?? false,
    student: student === undefined ? 'script' : 'model',
    wholeConversation: options.wholeConversation ?? false,
    preset: options.preset ?? 'none',
    bothOrders: options.bothOrders ?? false,
    literalMrScore: options.literalMrScore ?? false,
    clipPerSample: options.clipPerSample ?? false,
  };
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

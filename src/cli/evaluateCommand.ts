import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmarks/benchmark';
import { systemClock } from '../core/engine/clock';
import { loadSamples, SampleFileError } from '../core/engine/loadSamples';
import { planRun, type PlannedBenchmark } from '../core/engine/planRun';
import { assertCapHolds } from '../core/engine/priceCap';
import { ChoiceError, decideChoices, type RunChoices } from '../core/engine/runChoices';
import { newRunId } from '../core/engine/runId';
import { createRunSession } from '../core/engine/runSession';
import type { Placement } from '../core/prompt/placement';
import { readPromptFile } from '../core/prompt/promptFile';
import { storedPromptPath } from '../core/store/promptPath';
import { FileRunStore } from '../core/store/fileRunStore';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { checkThresholds, parseThresholds } from './thresholds';
import { readInput } from './readInput';
import { finishRun } from './finishRun';
import { foreignText } from './foreignText';
import { reportRecordProblems } from './recordProblems';
import { defaultStore } from './storeDirectory';

/** Options of `evaluate` as commander hands them over, numbers parsed. */
export interface EvaluateOptions {
  readonly benchmark?: readonly string[];
  readonly samples?: string;
  readonly tutor?: string;
  readonly judge?: readonly string[];
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
  readonly limit?: number;
  readonly seed?: number;
  readonly repeats?: number;
  readonly placement?: Placement;
  readonly concurrency?: number;
  readonly maxCost?: number;
  readonly cache: boolean;
  readonly oneSentence: boolean;
  readonly solutionToJudge: boolean;
  readonly store?: string;
  readonly failUnder?: readonly string[];
  readonly html?: string;
  readonly json?: boolean;
}

/** Runs a prompt file against benchmarks. Returns the exit code. */
export async function evaluateCommand(
  promptPath: string,
  options: EvaluateOptions,
  context: CliContext,
): Promise<number> {
  const { text, builtIn } = await readPrompt(promptPath, context);
  const root = path.resolve(
    context.cwd,
    options.store ?? defaultStore(builtIn ? context.cwd : path.dirname(path.resolve(promptPath))),
  );
  const prompt = readPromptFile(builtIn ? promptPath : storedPromptPath(root, promptPath), text);
  for (const problem of prompt.problems.filter(({ severity }) => severity === 'warning'))
    context.err(`warning: ${foreignText(problem.message)}\n`);
  const choices = decide(options, prompt.defaults, context);
  const thresholds = parseThresholds(options.failUnder ?? [], choices.benchmarks);
  assertCapHolds([choices.tutor, ...choices.judges], options.maxCost);
  const planned = planRun(
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: context.version,
      prompt,
      promptName: builtIn ? promptPath : path.basename(promptPath),
      ...choices,
      benchmarks: await loadBenchmarks(choices.benchmarks, options.samples, context),
      policy: { oneSentence: options.oneSentence, groundTruthToJudge: options.solutionToJudge },
      maxCostUsd: options.maxCost,
    },
    context.benchmarks,
  );
  const store = new FileRunStore(root);
  const session = createRunSession(planned.manifest, planned.samples, context.benchmarks);
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.create(planned.manifest, planned.samples),
      concurrency: options.concurrency,
      cache: options.cache,
      maxCostUsd: options.maxCost,
      clock: systemClock,
      json: options.json ?? false,
      html: options.html,
      check: (report) => checkThresholds(thresholds, report),
    },
    context,
  );
}

/** A prompt file, or one of the benchmarks' built-in prompts by its id; a file of that name wins. */
async function readPrompt(
  name: string,
  context: CliContext,
): Promise<{ readonly text: string; readonly builtIn: boolean }> {
  const baselines = [...context.benchmarks.values()].flatMap((benchmark) => benchmark.baselines);
  const baseline = baselines.find(({ id }) => id === name);
  if (baseline !== undefined && !existsSync(name)) return { text: baseline.text, builtIn: true };
  return { text: await readInput(name, 'The prompt file'), builtIn: false };
}

function decide(
  options: EvaluateOptions,
  defaults: Parameters<typeof decideChoices>[0][number],
  context: CliContext,
): RunChoices {
  const { tutorBaseUrl, judgeBaseUrl } = options;
  const given = { ...options, benchmarks: options.benchmark, judges: options.judge };
  try {
    return decideChoices([given, defaults], {
      benchmarks: context.benchmarks,
      providers: context.providers,
      baseUrlFor: (role, provider) => {
        const variable = context.providers.get(provider)?.baseUrlVariable;
        const fromEnvironment = variable === undefined ? undefined : context.env[variable];
        return (role === 'tutor' ? tutorBaseUrl : judgeBaseUrl) ?? fromEnvironment;
      },
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
        const text = await context.readStarterSet(benchmark.starterSet);
        const loaded = loadSamples(benchmark, { name: benchmark.starterSet, text });
        return {
          benchmark,
          loaded,
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
    const loaded = loadSamples(benchmark, { name: samplesFile, text }, context.benchmarks.values());
    reportRecordProblems(loaded.problems, samplesFile, context);
    return [{ benchmark, loaded, source: { kind: 'file', name: path.basename(samplesFile), format: loaded.format } }];
  } catch (error) {
    if (SampleFileError.is(error))
      throw new CliError(error.message.replace('Choose the benchmark', 'Add --benchmark for'));
    throw error;
  }
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { PromptOverride } from '../core/benchmark/judging/promptOverride';
import type { ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import type { BenchmarkId } from '../core/benchmark/samples';
import { mergedParameters } from '../core/prompt/modelParameters';
import { readConnections } from '../core/providers/connection';
import { entryOfConnection } from '../core/providers/providerRegistry';
import { shutdownNotes } from '../core/results/shutdownNotes';
import { batchSupport } from '../core/run/batch/batchPlan';
import { findOverrideFolder, readPromptOverrides } from '../core/run/readPromptOverrides';
import { type NewRunFacts, runStart } from '../core/run/planRun';
import { assertCapHolds } from '../core/run/priceCap';
import { assertConfiguredServers, type ChoiceContext, decideChoices, withOwnPrices } from '../core/run/runChoices';
import type { AskedModels, ManifestModel, RunManifest } from '../core/store/runManifest';
import { type CliContext, CliError } from './cliContext';
import { capsGiven, type CliOptions, parametersGiven } from './cliOptions';
import { warn } from './printing';
import { readInput } from './readInput';

/** The providers and their server for each role: from the options, else from the environment. */
export function serversOf(options: CliOptions, { benchmarks, providers, env }: CliContext): ChoiceContext {
  return {
    benchmarks,
    providers,
    baseUrlFor: (role, source) => {
      const named = options[`${role}BaseUrl`];
      const { connection, baseUrlVariable = '' } = providers.get(source) ?? {};
      if (connection === undefined) return named ?? env[baseUrlVariable];
      if (named !== undefined)
        throw new CliError(
          `--${role}-base-url cannot be combined with ${source}, a connection with its own address. Leave it out, or define a connection with that address.`,
        );
      return undefined;
    },
  };
}

/** Stored runs may come from anyone, so their servers must be configured now. Throws what names the options. */
export function assertServers(roles: AskedModels, purpose: string, options: CliOptions, context: CliContext): void {
  const advice = `Name that server with --tutor-base-url, --judge-base-url or --student-base-url to ${purpose}.`;
  assertConfiguredServers(roles, serversOf(options, context), advice);
}

/** The run's judges. A stored run may come from anyone, so it must not decide where a key and replies are sent. */
export function storedJudges(
  { judges }: Pick<RunManifest, 'judges'>,
  options: CliOptions,
  context: CliContext,
): readonly ManifestModel[] {
  assertConfiguredServers(
    { judges },
    serversOf(options, context),
    'Name that server with --judge-base-url to ask it again, or another judge with --judge.',
  );
  const set = parametersGiven(options)?.judge;
  return withOwnPrices(judges, context.providers).map((judge) =>
    set === undefined || judge.simulated ? judge : { ...judge, parameters: mergedParameters([set, judge.parameters]) },
  );
}

/** API keys from the environment; an empty string means none. */
export function keysOf({ providers, env }: Pick<CliContext, 'providers' | 'env'>): (source: string) => string {
  return (source) => env[providers.get(source)?.keyVariable ?? ''] ?? '';
}

/** Adds the connections of the options to the context. Throws `CliError` for an unusable one. */
export async function withConnections(
  { connection: given = [] }: CliOptions,
  context: CliContext,
): Promise<CliContext> {
  if (given.length === 0) return context;
  const providers = new Map(context.providers);
  for (const one of given) {
    const { value, source } = await connectionsIn(one);
    const { connections, problems } = readConnections(value, new Set(providers.keys()));
    const [problem] = problems;
    if (problem !== undefined) {
      const name = problem.name === '' ? '' : `connection “${problem.name}”: `;
      throw new CliError(`--connection ${source}: ${name}${problem.problem}`);
    }
    for (const found of connections) providers.set(found.name, entryOfConnection(found, context.env));
  }
  return { ...context, providers, connections: given };
}

/** Reads `NAME=URL` as a server without a key, anything else as a JSON file. */
async function connectionsIn(given: string): Promise<{ readonly value: unknown; readonly source: string }> {
  const named = /^([^=/\\]*)=([a-z][\w+.-]*:\/\/.*)$/i.exec(given);
  if (named !== null) return { value: { [named[1] ?? '']: { address: named[2] } }, source: named[1] ?? '' };
  const text = await readInput(given, 'The file of connections');
  try {
    return { value: JSON.parse(text) as unknown, source: given };
  } catch {
    throw new CliError(
      `--connection ${given}: the file is not JSON. It must hold an object with a member for each connection.`,
    );
  }
}

/** The judges of the options, by default the offline one. Throws `ChoiceError` and `CliError`. */
export function judgesOf(options: CliOptions, context: CliContext): readonly ManifestModel[] {
  const given = { judges: options.judge, parameters: parametersGiven(options) };
  return decideChoices([given], serversOf(options, context)).judges;
}

export function newRunFacts(options: CliOptions, { version }: Pick<CliContext, 'version'>): NewRunFacts {
  return { ...runStart(), toolVersion: version, ...capsGiven(options), batch: options.batch ?? false };
}

/** Checks caps and `--batch`, and warns of models that shut down. Throws `CliError` and `PriceCapError`. */
export function assertModels(
  models: readonly ManifestModel[],
  options: CliOptions,
  context: CliContext,
  inBatches = models,
): void {
  assertCapHolds(models, capsGiven(options));
  for (const note of shutdownNotes(models, new Date().toISOString())) warn(note, context);
  if (options.batch !== true) return;
  const support = batchSupport(inBatches, context.providers);
  if (support.kind === 'nothing')
    throw new CliError('--batch has nothing to do: all models are simulated. Leave it out, or name a real model.');
  if (support.kind === 'unable')
    throw new CliError(`${support.model} cannot be asked in batches. Leave --batch out, or choose another model.`);
}

/** Custom judge prompts of a folder, else of the nearest `judges/`. Throws `CliError` and `PromptOverrideError`. */
export async function overridesFor(
  benchmarks: readonly Benchmark[],
  { judgePrompts }: Pick<CliOptions, 'judgePrompts'>,
  { start, judges, policy }: { start: string; judges: readonly ManifestModel[]; policy: ProtocolPolicy },
  context: CliContext,
): Promise<ReadonlyMap<BenchmarkId, readonly PromptOverride[]>> {
  const found = new Map<BenchmarkId, readonly PromptOverride[]>();
  if (judgePrompts === false) return found;
  const ids = benchmarks.map(({ id }) => id);
  const folder =
    judgePrompts === undefined ? findOverrideFolder(start, ids, ['.git']) : path.resolve(context.cwd, judgePrompts);
  if (folder === undefined) return found;
  if (!existsSync(folder))
    throw new CliError(`There is no folder ${folder}. Write one with: tutor-prompt-lab judge-prompt BENCHMARK JUDGE`);
  if (judges.every(({ simulated }) => simulated)) {
    warn(`The offline judge uses no custom judge prompts; ${folder} is not used.`, context);
    return found;
  }
  for (const benchmark of benchmarks) {
    const { overrides, notes } = await readPromptOverrides(benchmark, {
      folder,
      shown: path.relative(context.cwd, folder).split(path.sep).join('/') || '.',
      starterSet: path.join(context.starterSets, benchmark.starterSet),
      policy,
    });
    for (const note of notes) warn(note, context);
    if (overrides.length > 0) found.set(benchmark.id, overrides);
  }
  if (judgePrompts !== undefined && found.size === 0) {
    const wanted = ids.map((id) => path.join(folder, id)).join(', ');
    throw new CliError(
      `There is no custom judge prompt in ${wanted} that differs from the built-in one. Write one with: tutor-prompt-lab judge-prompt BENCHMARK JUDGE`,
    );
  }
  return found;
}

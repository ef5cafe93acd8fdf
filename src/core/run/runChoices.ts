import { type Aims, headlineNames, headlineTargets, namesAny, noAims, readMetricName } from '../benchmark/aims';
import type { Benchmark, Benchmarks } from '../benchmark/benchmark';
import { benchmarkIds } from '../benchmarks/policies';
import type { PromptDefaults } from '../prompt/frontMatter';
import { mergedParameters, type ModelParameters, type ModelRole } from '../prompt/modelParameters';
import type { Placement } from '../prompt/promptTemplate';
import { serverAt } from '../providers/apiAddress';
import { connectionPrice } from '../providers/connection';
import { parseModelReference } from '../providers/modelReference';
import type { ProviderEntry } from '../providers/providerEntry';
import { isSimulated } from '../providers/providerRegistry';
import { type AskedModels, type ManifestModel, modelName, mostJudges, sourceOf } from '../store/runManifest';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';

export interface ChoiceSource extends PromptDefaults {
  readonly student?: string;
}

export interface RunChoices {
  readonly benchmarks: readonly Benchmark[];
  readonly tutor: ManifestModel;
  readonly judges: readonly ManifestModel[];
  readonly student: ManifestModel | undefined;
  readonly limit: number | undefined;
  readonly repeats: number | undefined;
  readonly seed: number;
  readonly placement: Placement | undefined;
  /** Absent where nobody named any and judging costs nothing: all judges are asked then. */
  readonly aims: Aims | undefined;
}

export interface ChoiceContext {
  readonly benchmarks: Benchmarks;
  readonly providers: ReadonlyMap<string, ProviderEntry>;
  /** Base URL of a provider; `undefined` for its default. Connections bring their own. */
  baseUrlFor(role: ModelRole, providerId: string): string | undefined;
}

export class ChoiceError extends errorNamed('ChoiceError') {}

/** The user's choices win over front matter, settings and defaults, in that order. Throws `ChoiceError`. */
export function decideChoices(sources: readonly ChoiceSource[], context: ChoiceContext): RunChoices {
  const first = <Key extends keyof ChoiceSource>(key: Key): ChoiceSource[Key] =>
    sources
      .map((source) => source[key])
      .find((value) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  const judges = unique(first('judges') ?? ['offline']);
  if (judges.length > mostJudges)
    throw new ChoiceError(t`The run has ${judges.length} judges; ${mostJudges} are the most. Name fewer.`);
  const student = first('student') ?? 'script';
  const model = (role: ModelRole, reference: string): ManifestModel => {
    const chosen = sources.map(({ parameters }) => parameters?.[role]);
    return decideModel(role, reference, context, chosen);
  };
  const judgeModels = judges.map((reference) => model('judge', reference));
  const named = decideAims(first('targets') ?? [], first('guards') ?? [], context);
  return {
    benchmarks: unique(first('benchmarks') ?? [benchmarkIds[0]]).map((id) => {
      const benchmark = context.benchmarks.get(id);
      if (benchmark !== undefined) return benchmark;
      throw new ChoiceError(t`There is no benchmark “${id}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
    }),
    tutor: model('tutor', first('tutor') ?? 'offline'),
    judges: judgeModels,
    student: student === 'script' ? undefined : model('student', student),
    limit: first('limit'),
    repeats: first('repeats'),
    seed: first('seed') ?? 1,
    placement: first('placement'),
    aims: named ?? (judgeModels.every(({ simulated }) => simulated) ? undefined : noAims),
  };
}

/** Names may be of benchmarks that are not played now. Throws `ChoiceError` for those that name no metric. */
export function decideAims(
  targets: readonly string[],
  guards: readonly string[],
  { benchmarks }: Pick<ChoiceContext, 'benchmarks'>,
): Aims | undefined {
  const named = (texts: readonly string[]): readonly string[] =>
    unique(
      texts.flatMap((text) => {
        if (text === headlineTargets) return [...benchmarks.values()].flatMap(headlineNames);
        const read = readMetricName(text, benchmarks);
        if ('problem' in read) throw new ChoiceError(read.problem);
        return read.name;
      }),
    );
  const aims = { targets: named(targets), guards: named(guards) };
  const [both] = aims.targets.filter((name) => aims.guards.includes(name));
  if (both !== undefined)
    throw new ChoiceError(t`“${both}” is named as a target and as a guard. A target that gets worse counts already.`);
  return namesAny(aims) ? aims : undefined;
}

function decideModel(
  role: ModelRole,
  reference: string,
  context: ChoiceContext,
  chosen: readonly (ModelParameters | undefined)[],
): ManifestModel {
  const parsed = parseModelReference(reference, context.providers);
  const refused = (problem: string): ChoiceError =>
    new ChoiceError(t`The ${t(role)} “${reference}” cannot be used: ${problem}`);
  if (parsed.kind === 'problem') throw refused(parsed.problem);
  const { provider: source, model } = parsed;
  if (isSimulated(source)) return { provider: source, model, simulated: true };
  const { connection, problem } = context.providers.get(source) ?? {};
  if (problem !== undefined) throw refused(t`the connection “${source}”: ${problem}`);
  const provider = connection?.api ?? source;
  // Called even where unused, because it refuses an address named beside a connection.
  const named = context.baseUrlFor(role, source);
  return {
    provider,
    model,
    simulated: false,
    connection: connection && source,
    baseUrl: connection === undefined ? serverAt(provider, named) : connection.baseUrl,
    parameters: mergedParameters([...chosen, connection?.parameters]),
    price: connection && connectionPrice(connection, model),
  };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

export class ServerAddressError extends errorNamed('ServerAddressError') {}

/** `undefined` where no connection of that name and API is configured. */
export function entryOf(
  model: ManifestModel,
  providers: ReadonlyMap<string, ProviderEntry>,
): ProviderEntry | undefined {
  const entry = providers.get(sourceOf(model));
  if (model.connection === undefined) return entry?.connection === undefined ? entry : undefined;
  return entry?.connection?.api === model.provider ? entry : undefined;
}

/** A stored run must not decide where a key and samples go. Throws `ServerAddressError`; `howTo` ends its message. */
export function assertConfiguredServers(
  models: AskedModels,
  { providers, baseUrlFor }: Pick<ChoiceContext, 'providers' | 'baseUrlFor'>,
  howTo: string,
): void {
  const { tutor, student, judges } = models;
  const asked = { tutor: [tutor], student: [student], judge: judges };
  for (const role of ['tutor', 'student', 'judge'] as const) {
    for (const model of asked[role]) {
      if (model === undefined || isSimulated(model.provider)) continue;
      const who = t`The run’s ${t(role)} ${modelName(model)}`;
      const entry = entryOf(model, providers);
      if (entry?.problem !== undefined || (entry === undefined && model.connection !== undefined)) {
        const why = entry?.problem === undefined ? t`is not configured here` : t`cannot be used. ${entry.problem}`;
        const which = t`goes through the connection “${sourceOf(model)}”, which ${why}`;
        throw new ServerAddressError(`${who} ${which}. ${connectionAdvice}`);
      }
      const connection = entry?.connection;
      const named = baseUrlFor(role, sourceOf(model));
      const written = connection === undefined ? named : connection.baseUrl;
      const [stored, configured] = [model.baseUrl, written].map((url) =>
        serverAt(model.provider, url)?.replace(/(?<!\/)\/+$/, ''),
      );
      if (stored === configured) continue;
      const [was = '', now = ''] = [stored, configured].map((server) => server ?? t`the provider’s own server`);
      const advice = connection === undefined ? howTo : connectionAdvice;
      throw new ServerAddressError(t`${who} was at ${was}; configured now is ${now}. ${advice}`);
    }
  }
}

const connectionAdvice = t`Define it as it was, in the setting tutorPromptLab.connections or with --connection, or make a new run.`;

/** Prices from a stored run must not hold a cap, so the user's own replace them. */
export function withOwnPrices(
  models: readonly ManifestModel[],
  providers: ReadonlyMap<string, ProviderEntry>,
): readonly ManifestModel[] {
  return models.map(({ price: _, ...model }) => {
    const connection = entryOf(model, providers)?.connection;
    return { ...model, price: connection && connectionPrice(connection, model.model) };
  });
}

export function serverTitle(server: { readonly title: string; readonly baseUrl?: string | undefined }): string {
  const { title, baseUrl } = server;
  return baseUrl === undefined ? title : t`${title} at ${baseUrl}`;
}

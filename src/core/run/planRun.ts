import type { Aims } from '../benchmark/aims';
import { type Benchmark, type Benchmarks, judgeVersions } from '../benchmark/benchmark';
import { type PromptOverride, withPromptOverrides } from '../benchmark/judging/promptOverride';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { Sample } from '../benchmark/samples';
import type { PromptFile } from '../prompt/promptFile';
import type { Placement, PromptProblem } from '../prompt/promptTemplate';
import { variableProblems } from '../prompt/variableProblems';
import { createRandom } from '../statistics/random';
import type { GitState, RunManifest } from '../store/runManifest';
import type { StoredSample } from '../store/runStore';
import { dataHashOf } from '../store/storedSamples';
import type { PlannedBenchmark, SampleImage } from './loadSamples';
import type { RunCaps } from './runCaps';
import { ChoiceError, type RunChoices } from './runChoices';
import { type PlayOptions, playSequence } from './playOrder';
import { assertTrials, mostTrials, repeatsOf } from './workItem';
import { errorNamed } from '../text/errors';

export interface NewRunFacts extends RunCaps, Pick<RunManifest, 'runId' | 'createdAt' | 'toolVersion'> {
  /** Whether calls use the providers' batches. */
  readonly batch?: boolean;
}

/** The members of a manifest that every new run has of its own, also one that is made from a stored run. */
export function ownMembers(
  facts: NewRunFacts,
): RunCaps & Pick<RunManifest, 'runId' | 'createdAt' | 'toolVersion' | 'batch'> {
  const { runId, createdAt, toolVersion, batch, maxCostUsd, maxCalls, maxCostUsdPerDay, maxCallsPerDay } = facts;
  // Caps that are not set are named, too, because they replace those of a stored run.
  const caps = { maxCostUsd, maxCalls, maxCostUsdPerDay, maxCallsPerDay };
  return { runId, createdAt, toolVersion, ...caps, batch: batch === true ? true : undefined };
}

export interface RunRequest
  extends NewRunFacts, Omit<RunChoices, 'benchmarks' | 'aims'>, Omit<PlayOptions, 'seed' | 'batch'> {
  readonly prompt: PromptFile;
  readonly promptName: string;
  readonly git?: GitState | undefined;
  readonly benchmarks: readonly PlannedBenchmark[];
  readonly policy: ProtocolPolicy;
  readonly aims?: Aims | undefined;
  readonly guardMargin?: number | undefined;
  readonly judgeAll?: boolean;
  readonly repliesGiven?: boolean;
  /** The targets and guards of the first run of the same text, where they were others. */
  readonly firstAims?: RunManifest['firstAims'];
}

export interface PlannedRun {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly images: readonly SampleImage[];
}

export class PromptBlockedError extends errorNamed('PromptBlockedError') {
  constructor(readonly problems: readonly PromptProblem[]) {
    super(problems.map((problem) => problem.message).join(' '));
  }
}

/** Throws `PromptBlockedError` where a sent prompt has errors, `ChoiceError` and `TooManyTrialsError`. */
export function planRun(request: RunRequest, all: Benchmarks): PlannedRun {
  const { policy, prompt, seed, limit } = request;
  const placements = request.benchmarks.map(({ benchmark }) => placementOf(benchmark, request.placement));
  const isSent = request.repliesGiven !== true && placements.some((placement) => placement !== 'benchmark');
  const chosenOnes = request.benchmarks.map(({ benchmark }) => benchmark);
  if (isSent) assertPromptFits(prompt, chosenOnes, all);
  const chosen = request.repeats === undefined ? {} : { repeats: request.repeats, repeatsChosen: true };
  let trials = 0;
  const entries = request.benchmarks.map(({ benchmark, source, loaded, overrides }, index) => {
    const played = benchmark.expand?.(loaded.samples, policy) ?? loaded.samples;
    const repeats = { repeats: benchmark.defaultRepeats, ...chosen };
    const trialsOf = (some: readonly Sample[]): number =>
      some.reduce((sum, sample) => sum + repeatsOf(benchmark, sample, repeats), 0);
    const drawn = limited(benchmark, played, limit, seed);
    trials += trialsOf(drawn);
    assertTrials(trials);
    // The rest is kept, so that the run can go on beyond its limit.
    const samples = dealt(benchmark, trialsOf(played) > mostTrials ? drawn : played, drawn);
    const { images, ...data } = dataOf(benchmark, samples, loaded.images);
    const placement = placements[index] ?? 'own';
    const manifest: PlannedEntry = {
      id: benchmark.id,
      protocol: benchmark.protocol,
      placement,
      builtInPrompt: placement === 'benchmark' ? benchmark.builtInPrompt : undefined,
      ...repeats,
      source,
      ...data.entry,
      samples: drawn.length,
      skipped: loaded.problems.filter((problem) => problem.severity === 'error').length,
      ...plannedJudges(benchmark, overrides, policy),
    };
    const [first] = samples;
    const planned = new Set(played.map((sample) => benchmark.unitOf(sample))).size;
    const placed = { template: prompt.template, placement: benchmark.placements.default };
    const plan = first && benchmark.plan(first, placed, policy, { repeat: 0, seed });
    return {
      manifest,
      images,
      hasStudent: plan?.modelledStudent !== undefined,
      drawn: { benchmark, samples, first: drawn, planned },
      stored: samples.map((sample) => ({ benchmark: benchmark.id, sample })),
    };
  });
  const { promptName: name, git, tutor, judges, student } = request;
  const drawn = entries.map((entry) => entry.drawn);
  const hasOrder = request.repliesGiven !== true && drawn.some(({ samples }) => samples.length > 0);
  // A new order for each text, or the same first samples would be tuned for; the same order when a run goes on.
  const order = `order/${seed}/${prompt.revision}`;
  return {
    manifest: {
      schemaVersion: 1,
      ...ownMembers(request),
      prompt: { path: prompt.path, name, text: prompt.text, revision: prompt.revision, git },
      tutor,
      judges: [...judges],
      student: entries.some(({ hasStudent }) => hasStudent) ? student : undefined,
      seed,
      limit,
      aims: request.aims,
      guardMargin: request.guardMargin,
      firstAims: request.firstAims,
      judgeAll: request.judgeAll === true ? true : undefined,
      sequence: hasOrder ? playSequence(drawn, { ...request, seed: order, batch: request.batch === true }) : undefined,
      policy,
      benchmarks: entries.map(({ manifest }) => manifest),
    },
    samples: entries.flatMap(({ stored }) => stored),
    images: entries.flatMap(({ images }) => images),
  };
}

/** Those that are played first are dealt by themselves, so that they are balanced where the run ends with them. */
function dealt(benchmark: Benchmark, all: readonly Sample[], first: readonly Sample[]): readonly Sample[] {
  if (benchmark.deal === undefined) return all;
  const isFirst = new Set(first);
  const rest = all.filter((sample) => !isFirst.has(sample));
  const found = new Map([...benchmark.deal(first), ...benchmark.deal(rest)].map((sample) => [sample.id, sample]));
  return all.map((sample) => found.get(sample.id) ?? sample);
}

export function dataOf(
  benchmark: Benchmark,
  samples: readonly Sample[],
  all: readonly SampleImage[],
): {
  readonly entry: Pick<RunManifest['benchmarks'][number], 'dataHash' | 'samples' | 'images'>;
  readonly images: readonly SampleImage[];
} {
  const named = new Set(samples.flatMap((sample) => (benchmark.imagesOf?.(sample) ?? []).map(({ path }) => path)));
  const images = all.filter(({ path }) => named.has(path));
  const listed = images.map(({ path, sha256, mediaType }) => [path, { sha256, mediaType }] as const);
  return {
    entry: {
      dataHash: dataHashOf(samples, images),
      samples: samples.length,
      images: listed.length === 0 ? undefined : Object.fromEntries(listed),
    },
    images,
  };
}

/** A seeded sample of `limit` units in file order. Members of a unit stay together. */
export function limited(
  benchmark: Benchmark,
  samples: readonly Sample[],
  limit: number | undefined,
  seed: number,
): readonly Sample[] {
  if (limit === undefined) return samples;
  const units = [...new Set(samples.map((sample) => benchmark.unitOf(sample)))];
  if (limit >= units.length) return samples;
  const chosen = new Set(createRandom(`limit/${seed}/${benchmark.id}`).shuffle(units).slice(0, limit));
  return samples.filter((sample) => chosen.has(benchmark.unitOf(sample)));
}

/** Throws `PromptBlockedError`. */
export function assertPromptFits(
  { problems: own, template }: PromptFile,
  chosen: readonly Benchmark[],
  all: Benchmarks,
): void {
  const problems = [...own, ...variableProblems(template, chosen, [...all.values()])].filter(
    (problem) => problem.severity === 'error',
  );
  if (problems.length > 0) throw new PromptBlockedError(problems);
}

function placementOf(benchmark: Benchmark, wanted: Placement | undefined): Placement {
  if (wanted === undefined) return benchmark.placements.default;
  if (benchmark.placements.allowed.includes(wanted)) return wanted;
  const allowed = benchmark.placements.allowed.join(', ');
  throw new ChoiceError(`${benchmark.title} has no placement “${wanted}”. It has: ${allowed}.`);
}

type PlannedEntry = RunManifest['benchmarks'][number];

/** How a benchmark is judged by these models, with these custom judge prompts. */
export function plannedJudges(
  benchmark: Benchmark,
  overrides: readonly PromptOverride[] = [],
  policy: ProtocolPolicy,
): Pick<PlannedEntry, 'judgeVersions' | 'promptOverrides'> {
  return {
    judgeVersions: judgeVersions(withPromptOverrides(benchmark, overrides), policy),
    promptOverrides: overrides.length === 0 ? undefined : [...overrides],
  };
}

/** The benchmarks of a stored run as these models judge them now. Unknown benchmarks stay as they are. */
export function judgedAgain(
  { benchmarks: entries, policy }: Pick<RunManifest, 'benchmarks' | 'policy'>,
  all: Benchmarks,
  overridesOf: (entry: PlannedEntry) => readonly PromptOverride[] | undefined = ({ promptOverrides }) =>
    promptOverrides,
): PlannedEntry[] {
  return entries.map((entry) => {
    const benchmark = all.get(entry.id);
    return benchmark === undefined ? entry : { ...entry, ...plannedJudges(benchmark, overridesOf(entry), policy) };
  });
}

const idCharacters = '23456789abcdefghijkmnpqrstuvwxyz';

/** Ids sort by time to the millisecond. The `random` part keeps two windows apart; it is uniform in [0, 1). */
export function runStart(now = Date.now(), random = Math.random): Pick<RunRequest, 'runId' | 'createdAt'> {
  const createdAt = new Date(now).toISOString();
  const digits = createdAt.replace(/\D/g, '');
  const milliseconds = Number(digits.slice(14));
  const positions = [milliseconds >> 5, milliseconds & 31, 32 * random(), 32 * random()];
  const suffix = positions.map((position) => idCharacters.charAt(Math.floor(position))).join('');
  return { runId: `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${suffix}`, createdAt };
}

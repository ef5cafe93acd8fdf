import { isDeepStrictEqual } from 'node:util';
import { aimsOf, mergedAims, metricName, type MetricRole, rolesOf, usualGuardMargin } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import type { MetricMetadata } from '../benchmark/metric';
import { type BenchmarkId, groupedBy } from '../benchmark/samples';
import { readTrial } from '../results/trial';
import { sampleResults } from '../results/slotLabels';
import { askedJudges, isPlayed, unitsAsked } from '../run/runScope';
import { type RunSession, RunSessionError } from '../run/runSession';
import { spentOf, usdOfModel } from '../run/runState';
import { usualResamples } from '../statistics/bootstrap';
import type { WorkItem } from '../run/workItem';
import { type AskedModels, modelName, modelsOf, type SimulatedPart, simulatedPartsOf } from '../store/runManifest';
import { t } from '../text/countWords';
import { aimTests, unitOrder } from './targetTests';
import { alignSamples } from './alignSamples';
import { comparedMetric, type TestedMetric, testMetric } from './compareMetric';
import type { RunResults } from './pairedStatistic';
import { type BenchmarkComparison, type ComparedRun, type Comparison, type ComparisonOptions } from './comparison';
import { findFlips, type FlipSource } from './findFlips';
import type { InferenceOptions } from './inference';
import { bearsOn, intendedDifferences, runDifferences } from './runDifferences';
import { furtherRuns } from './trials';

export interface PairOptions extends Pick<
  ComparisonOptions,
  'margin' | 'smallest' | 'guardMargin' | 'aims' | 'aimsOnly' | 'allowSimulated' | 'intended' | 'chosen'
> {
  readonly judges?: ComparisonOptions['judge'] | undefined;
  readonly others: readonly RunSession[];
}

export function comparePair(before: RunSession, after: RunSession, { judges, ...options }: PairOptions): Comparison {
  const judge = judges ?? judgesToCompare(before.manifest, after.manifest);
  const { seed, prompt } = after.manifest;
  const samePrompt = before.manifest.prompt.revision === prompt.revision;
  const intended = options.intended ?? intendedDifferences(runDifferences(before, after, judge), samePrompt);
  return compareRuns(before, after, { ...options, judge, seed, intended });
}

/** The default judges of a comparison: one that both runs have, otherwise the first of each run. */
export function judgesToCompare(before: AskedModels, after: AskedModels): ComparisonOptions['judge'] {
  const earlier = before.judges.map(modelName);
  const later = after.judges.map(modelName);
  const shared = later.find((name) => earlier.includes(name));
  return { before: shared ?? earlier[0] ?? '', after: shared ?? later[0] ?? '' };
}

/** Throws `RunSessionError` for a run of chosen cases, or of prompts without some rule: neither measures its prompt. */
export function assertEvidence({ manifest: { purpose, runId } }: Pick<RunSession, 'manifest'>): void {
  if (purpose === undefined) return;
  throw new RunSessionError(
    purpose !== 'explore'
      ? t`Run ${runId} tries other texts, so most of its replies are to other prompts. Name a run of evaluate.`
      : t`Run ${runId} explores failing cases, so it is no evidence and is never compared. Name a run of evaluate.`,
  );
}

/** Confidence of the intervals of what is read once. */
const level = 0.95;

/** Takes about a second for ten thousand verdicts. Throws `RunSessionError`. */
export function compareRuns(before: RunSession, after: RunSession, options: ComparisonOptions): Comparison {
  for (const run of [before, after]) assertEvidence(run);
  const { resamples = usualResamples, draws = 20_000, seed, judge, intended = [], others = [] } = options;
  const differences = runDifferences(before, after, judge);
  const { evidence, alike, leftOut } = furtherRuns(before, after, others, judge.before, options.chosen?.chosenBy);
  const obstacles = differences.filter(({ kind, breaks }) => breaks && !intended.includes(kind));
  const isSimulated = before.manifest.tutor.simulated || after.manifest.tutor.simulated;
  const withoutVerdicts = isSimulated && options.allowSimulated !== true;
  const shared = sharedBenchmarks(before, after);
  const roles = rolesOf(shared, mergedAims(options.aims, after.manifest.aims));
  const planned = rolesOf(shared, mergedAims(undefined, after.manifest.aims));
  const roleOf = (benchmark: BenchmarkId, metric: MetricMetadata): MetricRole =>
    roles.get(metricName(benchmark, metric)) ?? 'exploratory';
  const order = unitOrder(before, after, judge, level);
  const aimed = options.aimsOnly && roles;
  const found = shared.map((benchmark) => {
    const { id } = benchmark;
    const optionsOf = (definition: MetricMetadata, isUnpaired: boolean): InferenceOptions => {
      const isAim = roleOf(id, definition) !== 'exploratory';
      return {
        resamples,
        draws,
        seed: `${seed}/${id}`,
        isTested: isAim && !withoutVerdicts,
        // Those that decide are read at every look. Two groups have one look.
        level: isAim && !isUnpaired ? order.levelOf({ benchmark: id, definition }) : level,
      };
    };
    return testBenchmark(benchmark, [before, after, ...alike], judge, optionsOf, evidence, aimed);
  });
  const isOpenEnded = after.manifest.sequence?.openEnded === true;
  const roleOfTested = ({ benchmark, definition }: TestedMetric): MetricRole => roleOf(benchmark, definition);
  const testedMetrics = found.flatMap(({ metrics }) => metrics);
  const tests = aimTests(testedMetrics, roleOfTested, order, { isOpenEnded, seed, draws });
  const { margin, smallest = 0, guardMargin = after.manifest.guardMargin ?? usualGuardMargin } = options;
  const limits = { margin, smallest, guardMargin };
  const aims = aimsOf(roles);
  const benchmarks = found.map(({ benchmark, metrics, flips, samples }): BenchmarkComparison => {
    const { id, title } = benchmark;
    return {
      id,
      title,
      ...partsOf([...partsOn(before, judge.before), ...partsOn(after, judge.after)]),
      blocks: benchmark.blocks.map((block) => ({ id: block.id, title: block.title })),
      samples,
      metrics: metrics.map((metric) => {
        const context = {
          role: roleOfTested(metric),
          test: tests.get(metric),
          isUnlike: obstacles.some((difference) => bearsOn(difference, id, metric.definition.judges)),
          withoutVerdicts,
          isOpenEnded,
        };
        return comparedMetric(metric, context, limits);
      }),
      flips,
    };
  });
  return {
    schemaVersion: 1,
    before: comparedRun(before, judge.before),
    after: comparedRun(after, judge.after),
    samePrompt: before.manifest.prompt.revision === after.manifest.prompt.revision,
    comparable: obstacles.length === 0,
    ...(withoutVerdicts && { withoutVerdicts }),
    differences,
    intended,
    aims,
    ...namedAfterOf(after, shared, isDeepStrictEqual(roles, planned), aims.guards.length > 0 ? guardMargin : 0),
    guardMargin,
    perSample: spentPerSample(after),
    perBaselineSample: spentPerSample(before),
    ...(isOpenEnded && { openEnded: true }),
    looks: { seen: order.plan.looks.at(-1) ?? 0, planned: order.plan.planned },
    ...stoppedMetrics(after, shared, roles),
    tested: [...tests.keys()].filter((metric) => roleOfTested(metric) === 'target').length,
    level,
    repeatedLevel: order.level,
    ...{ resamples, draws, seed, benchmarks },
    ...(evidence.length > 0 && { furtherRuns: evidence.map(({ manifest }) => manifest.runId) }),
    ...(leftOut.length > 0 && { leftOutRuns: leftOut }),
    ...(options.chosen?.warning !== undefined && { baselineWarning: options.chosen.warning }),
  };
}

/** Once the replies were seen, those may be named that look best. */
function namedAfterOf(
  { manifest: { firstAims = {}, guardMargin: planned = usualGuardMargin }, items, state }: RunSession,
  shared: readonly Benchmark[],
  isAsPlanned: boolean,
  guardMargin: number,
): Pick<Comparison, 'namedAfter'> {
  const advice = t`read the result as exploratory.`;
  if (guardMargin > planned) return { namedAfter: t`What guards may lose was raised after the run: ${advice}` };
  if (!isAsPlanned) return { namedAfter: t`Targets or guards were named after the run: ${advice}` };
  const renamed = new Set(shared.flatMap(({ id }) => (firstAims[id] === undefined ? [] : [id])));
  // Replies of the earlier run come from the cache. Fresh ones were not seen.
  const isSeen = items.some(
    ({ key, benchmark: { id } }) =>
      renamed.has(id) && state.items.get(key)?.replyRecords.some(({ calls }) => calls === 0) === true,
  );
  const namedAfter = t`Targets or guards were named after an earlier run had these replies: ${advice}`;
  return isSeen ? { namedAfter } : {};
}

function spentPerSample({ manifest, items, state }: RunSession): Comparison['perSample'] {
  const played = items.filter(({ key }) => (state.items.get(key)?.replyRecords.length ?? 0) > 0);
  const samples = Math.max(1, new Set(played.map(({ benchmark, sample }) => `${benchmark.id}/${sample.id}`)).size);
  const { calls, usd } = spentOf({ manifest, state });
  // A part of the cost would look like all of it.
  const isPriced = modelsOf(manifest).every((one) => one.simulated || usdOfModel(state, one) !== undefined);
  return { calls: calls / samples, usd: isPriced ? usd / samples : undefined };
}

function sharedBenchmarks(before: RunSession, after: RunSession): readonly Benchmark[] {
  const later = new Set(after.items.map(({ benchmark }) => benchmark.id));
  const earlier = new Map(before.items.map(({ benchmark }) => [benchmark.id, benchmark]));
  return [...earlier.values()].filter(({ id }) => later.has(id));
}

/** `others`: runs that differ by chance alone; `evidence`: those that count; `aimed`: metrics that matter. */
function testBenchmark(
  benchmark: Benchmark,
  [before, after, ...others]: readonly [RunSession, RunSession, ...RunSession[]],
  judge: ComparisonOptions['judge'],
  optionsOf: (metric: MetricMetadata, isUnpaired: boolean) => InferenceOptions,
  evidence: readonly RunSession[],
  aimed: ReadonlyMap<string, MetricRole> | undefined,
) {
  const ofBenchmark = (run: RunSession): readonly WorkItem[] =>
    run.items.filter((item) => item.benchmark.id === benchmark.id && isPlayed(run, item));
  const aligned = alignSamples(ofBenchmark(before), ofBenchmark(after));
  const shared = new Set(aligned.ids);
  const earlier = {
    ...readResults(before, aligned.before, judge.before, shared),
    further: evidence.map((run) => readResults(run, ofBenchmark(run), judge.before, shared)),
  };
  const later = readResults(after, aligned.after, judge.after, shared);
  const isUnpaired = benchmark.trialsAreUnits?.(earlier.shared) === true;
  const wanted = benchmark.metrics.filter((metric) => aimed?.has(metricName(benchmark.id, metric)) ?? true);
  const metrics = wanted.flatMap(
    (definition) =>
      testMetric(benchmark, definition, earlier, later, isUnpaired, optionsOf(definition, isUnpaired)) ?? [],
  );
  const flips = findFlips(
    benchmark,
    // A run without scores has no verdicts that could flip.
    earlier.lacksScores || later.lacksScores || aimed !== undefined ? [] : aligned.ids,
    flipSource(before, earlier, aligned.before),
    flipSource(after, later, aligned.after),
    others.map((other) => flipSource(other, readResults(other, ofBenchmark(other), judge.before, shared), [])),
  );
  // A look reads only what decides.
  const sameReplies = aimed === undefined ? countSameReplies([before, after], aligned, shared) : undefined;
  return { benchmark, samples: { ...aligned.alignment, sameReplies }, metrics, flips };
}

/** An edit that changes no reply reached nothing. */
function countSameReplies(
  runs: readonly [before: RunSession, after: RunSession],
  aligned: ReturnType<typeof alignSamples>,
  shared: ReadonlySet<string>,
): number {
  const repliesOf = (run: RunSession, { key }: WorkItem): string =>
    run.state.items
      .get(key)
      ?.replies.map(({ visible }) => visible)
      .join('\0') ?? '';
  const earlier = new Map(aligned.before.map((item) => [item.key, repliesOf(runs[0], item)]));
  const changed = new Set<string>();
  const same = new Set<string>();
  for (const item of aligned.after) {
    const [before, after] = [earlier.get(item.key), repliesOf(runs[1], item)];
    if (before === undefined || !shared.has(item.sample.id)) continue;
    (before === after && after !== '' ? same : changed).add(item.sample.id);
  }
  return [...same].filter((id) => !changed.has(id)).length;
}

function readResults(
  session: RunSession,
  items: readonly WorkItem[],
  judge: string,
  shared: ReadonlySet<string>,
): RunResults {
  const { policy, lacksScores } = session;
  const trials = (lacksScores ? [] : items).map((item) => readTrial(session, item));
  const all = sampleResults(trials, [judge]);
  const kept = all.filter(({ sample }) => shared.has(sample.id));
  return { all, shared: kept.length === all.length ? all : kept, policy, lacksScores };
}

function flipSource(run: RunSession, { shared: results, policy }: RunResults, items: readonly WorkItem[]): FlipSource {
  const cases = groupedBy(items, ({ sample }) => sample.id);
  return {
    results,
    policy,
    casesOf: (id) => (cases.get(id) ?? []).map(({ key }) => key),
    leavesOut: (id, judge) => (cases.get(id) ?? []).every((item) => askedJudges(run, item)?.has(judge) === false),
  };
}

function partsOn({ manifest }: RunSession, judge: string): readonly SimulatedPart[] {
  const judges = manifest.judges.filter((model) => modelName(model) === judge);
  return simulatedPartsOf({ ...manifest, judges });
}

function partsOf(parts: readonly SimulatedPart[]): Pick<ComparedRun, 'simulatedParts'> {
  return parts.length === 0 ? {} : { simulatedParts: [...new Set(parts)] };
}

function comparedRun(run: RunSession, judge: string): ComparedRun {
  const { runId, prompt, tutor, createdAt } = run.manifest;
  const parts = partsOn(run, judge);
  return {
    id: runId,
    promptPath: prompt.path,
    promptName: prompt.name,
    revision: prompt.revision,
    createdAt,
    tutor: modelName(tutor),
    judge,
    simulated: parts.length > 0,
    ...partsOf(parts),
  };
}

/** Where an early look ended a target or guard of the later run. */
function stoppedMetrics(
  run: RunSession,
  benchmarks: readonly Benchmark[],
  roles: ReadonlyMap<string, MetricRole>,
): Pick<Comparison, 'stopped'> {
  const { settled = [], end = Number.POSITIVE_INFINITY } = run.state.looks.at(-1) ?? {};
  const futile = new Set(settled.flatMap(({ metric, outcome }) => (outcome === 'futile' ? [metric] : [])));
  const stopped = benchmarks.flatMap((benchmark) =>
    benchmark.metrics.flatMap((one) => {
      const metric = metricName(benchmark.id, one);
      const units = Math.min(end, unitsAsked(run, benchmark.id, one.judges));
      if (!roles.has(metric) || !Number.isFinite(units)) return [];
      return { metric, units, ...(futile.has(metric) && { futile: true as const }) };
    }),
  );
  return stopped.length === 0 ? {} : { stopped };
}

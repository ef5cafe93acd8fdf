import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { SampleResult } from '../benchmarks/sampleResult';
import type { RunSession } from '../engine/runSession';
import type { WorkItem } from '../engine/workItem';
import { readPlay, type Play } from '../report/play';
import { sampleResults } from '../report/sampleResults';
import { withHiddenSpread } from '../statistics/hiddenSpread';
import { spreadInterval } from '../statistics/spreadInterval';
import { alignSamples, type SampleAlignment } from './alignSamples';
import type { ComparisonOptions } from './comparison';
import { findFlips, type FlipSource } from './findFlips';
import type { FlipList } from './flip';
import { PairedInference, type Inference, type InferenceOptions } from './pairedInference';
import { prepareMetric, type PreparedMetric, type RunResults } from './preparedMetric';
import type { Slice } from './slice';
import type { SumsHelper } from './sumsHelper';
import { unpairedInference } from './unpairedInference';

/** A metric with what its test found; `inference` is absent where it could not be tested. */
interface TestedMetric {
  readonly prepared: PreparedMetric;
  readonly inference: Inference | undefined;
}

export interface BenchmarkEvidence {
  readonly benchmark: Benchmark;
  readonly samples: SampleAlignment;
  readonly metrics: readonly TestedMetric[];
  readonly flips: FlipList;
}

const itemsPerSlice = 100;

/** Two runs, and further ones of the earlier run's prompt. */
export interface ComparedSessions {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly others: readonly RunSession[];
}

/** Aligns, observes and tests one benchmark of two runs, with a helper in two threads. Pauses after every slice of work. */
export function* compareBenchmark(
  benchmark: Benchmark,
  { before, after, others }: ComparedSessions,
  judge: ComparisonOptions['judge'],
  options: InferenceOptions,
  helper: SumsHelper | undefined,
): Generator<Slice, BenchmarkEvidence> {
  const ofBenchmark = ({ items }: RunSession): readonly WorkItem[] =>
    items.filter((item) => item.benchmark.id === benchmark.id);
  const aligned = alignSamples(ofBenchmark(before), ofBenchmark(after));
  yield undefined;
  const shared = new Set(aligned.ids);
  const earlier = yield* readResults(before, aligned.before, judge.before, shared);
  const later = yield* readResults(after, aligned.after, judge.after, shared);
  const isUnpaired = benchmark.playsAreUnits?.(earlier.shared) === true;
  const paired = new PairedInference(options, helper);
  try {
    const prepared: PreparedMetric[] = [];
    for (const definition of benchmark.metrics) {
      const metric = yield* prepareMetric(benchmark, definition, earlier, later, isUnpaired);
      yield undefined;
      if (metric === undefined) continue;
      prepared.push(metric);
      if (metric.plan.kind === 'paired') paired.add(metric.plan.figure);
      yield undefined;
    }
    paired.close();
    const further: RunResults[] = [];
    for (const other of others) further.push(yield* readResults(other, ofBenchmark(other), judge.before, shared));
    const flips = yield* findFlips(
      benchmark,
      // Against a run without scores, nothing changed its verdict.
      earlier.lacksScores || later.lacksScores ? [] : aligned.ids,
      flipSource(earlier, aligned.before),
      flipSource(later, aligned.after),
      further.map(({ shared: results, policy }) => ({ results, policy })),
    );
    const metrics = yield* testMetrics(prepared, paired, options);
    return { benchmark, samples: aligned.alignment, metrics, flips };
  } finally {
    paired.giveUp();
  }
}

function* readResults(
  session: RunSession,
  items: readonly WorkItem[],
  judge: string,
  shared: ReadonlySet<string>,
): Generator<undefined, RunResults> {
  const plays: Play[] = [];
  const { lacksScores } = session;
  for (const [place, item] of (lacksScores ? [] : items).entries()) {
    plays.push(readPlay(session, item));
    if ((place + 1) % itemsPerSlice === 0) yield undefined;
  }
  const all = sampleResults(plays, judge, { goingOn: false });
  const kept = all.filter(({ sample }) => shared.has(sample.id));
  return { all, shared: kept.length === all.length ? all : kept, policy: session.policy, lacksScores };
}

function* testMetrics(
  prepared: readonly PreparedMetric[],
  inference: PairedInference,
  options: InferenceOptions,
): Generator<Slice, readonly TestedMetric[]> {
  const paired = (yield* inference.results()).values();
  const tested: TestedMetric[] = [];
  for (const metric of prepared) {
    const { plan, definition } = metric;
    if (plan.kind === 'paired')
      tested.push({ prepared: metric, inference: withSpread(metric, paired.next().value, metric.pairs, options) });
    else if (plan.kind === 'unpaired') {
      const seed = `${options.seed}/${definition.block ?? ''}/${definition.id}`;
      const own = { ...options, seed };
      const found = yield* unpairedInference(definition, plan.before, plan.after, plan.weighted, own);
      const units = Math.min(plan.before.length, plan.after.length);
      tested.push({ prepared: metric, inference: withSpread(metric, found, units, options) });
    } else tested.push({ prepared: metric, inference: undefined });
  }
  return tested;
}

/**
 * Where every unit of a part moved alike, or none did, the difference still is not known exactly. Newcombe's intervals of passes and failures
 * know that by themselves; on a scale without an end there is no saying.
 */
function withSpread(
  { definition, compared: { before, after }, parts }: PreparedMetric,
  inference: Inference | undefined,
  units: number,
  { level }: InferenceOptions,
): Inference | undefined {
  if (inference?.interval === undefined || before === undefined || after === undefined) return inference;
  if (inference.test === 'mcnemar' || inference.test === 'fisher') return inference;
  const { interval: drawn } = inference;
  const range = definition.scale[1] - definition.scale[0];
  const from = { value: after - before, units, scale: [-range, range] } as const;
  const interval = spreadInterval(withHiddenSpread(drawn, from.value, parts, from.scale, level), from, level);
  return { ...inference, interval: interval !== drawn && definition.isOpen === true ? undefined : interval };
}

function flipSource({ shared, policy }: RunResults, items: readonly WorkItem[]): FlipSource {
  const cases = new Map<string, string[]>();
  for (const { key, sample } of items) {
    const found = cases.get(sample.id);
    if (found === undefined) cases.set(sample.id, [key]);
    else found.push(key);
  }
  return { results: shared satisfies readonly SampleResult<Sample>[], policy, casesOf: (id) => cases.get(id) ?? [] };
}

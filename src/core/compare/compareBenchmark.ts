import type { Benchmark } from '../benchmark/benchmark';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { readPlay } from '../results/play';
import { sampleResults } from '../results/sampleResults';
import { spreadInterval, withHiddenSpread } from '../statistics/hiddenSpread';
import { alignSamples, type SampleAlignment } from './alignSamples';
import type { ComparisonOptions } from './comparison';
import { findFlips, type FlipList, type FlipSource } from './findFlips';
import { pairedInference, unpairedInference, type Inference, type InferenceOptions } from './inference';
import { prepareMetric, type PreparedMetric, type RunResults } from './preparedMetric';

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

/** Two runs, and further ones of the earlier run's prompt. */
export interface ComparedSessions {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly others: readonly RunSession[];
}

/** Aligns, observes and tests one benchmark of two runs. */
export function compareBenchmark(
  benchmark: Benchmark,
  { before, after, others }: ComparedSessions,
  judge: ComparisonOptions['judge'],
  options: InferenceOptions,
): BenchmarkEvidence {
  const ofBenchmark = ({ items }: RunSession): readonly WorkItem[] =>
    items.filter((item) => item.benchmark.id === benchmark.id);
  const aligned = alignSamples(ofBenchmark(before), ofBenchmark(after));
  const shared = new Set(aligned.ids);
  const earlier = readResults(before, aligned.before, judge.before, shared);
  const later = readResults(after, aligned.after, judge.after, shared);
  const isUnpaired = benchmark.playsAreUnits?.(earlier.shared) === true;
  const metrics = benchmark.metrics.flatMap((definition): readonly TestedMetric[] => {
    const prepared = prepareMetric(benchmark, definition, earlier, later, isUnpaired);
    return prepared === undefined ? [] : [{ prepared, inference: inferenceOf(prepared, options) }];
  });
  const further = others.map((other) => readResults(other, ofBenchmark(other), judge.before, shared));
  const flips = findFlips(
    benchmark,
    // Against a run without scores, nothing changed its verdict.
    earlier.lacksScores || later.lacksScores ? [] : aligned.ids,
    flipSource(earlier, aligned.before),
    flipSource(later, aligned.after),
    further.map(({ shared: results, policy }) => ({ results, policy })),
  );
  return { benchmark, samples: aligned.alignment, metrics, flips };
}

function readResults(
  session: RunSession,
  items: readonly WorkItem[],
  judge: string,
  shared: ReadonlySet<string>,
): RunResults {
  const { policy, lacksScores } = session;
  const plays = (lacksScores ? [] : items).map((item) => readPlay(session, item));
  const all = sampleResults(plays, judge, { goingOn: false });
  const kept = all.filter(({ sample }) => shared.has(sample.id));
  return { all, shared: kept.length === all.length ? all : kept, policy, lacksScores };
}

function inferenceOf(metric: PreparedMetric, options: InferenceOptions): Inference | undefined {
  const { plan, definition, pairs } = metric;
  if (plan.kind === 'paired') return withSpread(metric, pairedInference(plan.figure, options), pairs, options);
  if (plan.kind !== 'unpaired') return undefined;
  const { before, after, weighted } = plan;
  const found = unpairedInference(definition, before, after, weighted, options);
  return withSpread(metric, found, Math.min(before.length, after.length), options);
}

/**
 * Where every unit of a part moved alike, or none did, the difference still is not known exactly. Newcombe's intervals of passes and failures
 * know that by themselves; on a scale without an end there is no saying.
 */
function withSpread(
  { definition, compared: { before, after }, parts }: PreparedMetric,
  inference: Inference,
  units: number,
  { level }: InferenceOptions,
): Inference {
  if (inference.interval === undefined || before === undefined || after === undefined) return inference;
  if (inference.test === 'mcnemar' || inference.test === 'fisher') return inference;
  const { interval: drawn } = inference;
  const range = definition.scale[1] - definition.scale[0];
  const from = { value: after - before, units, scale: [-range, range] } as const;
  const interval = spreadInterval(withHiddenSpread(drawn, from.value, parts, from.scale, level), from, level);
  return { ...inference, interval: interval !== drawn && definition.isOpen === true ? undefined : interval };
}

function flipSource({ shared: results, policy }: RunResults, items: readonly WorkItem[]): FlipSource {
  const cases = new Map<string, string[]>();
  for (const { key, sample } of items) cases.set(sample.id, [...(cases.get(sample.id) ?? []), key]);
  return { results, policy, casesOf: (id) => cases.get(id) ?? [] };
}

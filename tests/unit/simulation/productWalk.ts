import { metricName, type MetricRole } from '../../../src/core/benchmark/aims';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Sample } from '../../../src/core/benchmark/samples';
import { aimTests } from '../../../src/core/compare/targetTests';
import { comparedMetric, testMetric } from '../../../src/core/compare/compareMetric';
import type { Comparison, MetricComparison } from '../../../src/core/compare/comparison';
import { type DecisionKind, decisionOf } from '../../../src/core/compare/decision';
import { type Settled, settledMetrics } from '../../../src/core/compare/lookDecision';
import type { RunResults } from '../../../src/core/compare/pairedStatistic';
import { repeatedLevel } from '../../../src/core/statistics/sequentialTest';
import type { GrowingPlan } from './lookWalk';
import type { SimulatedUnit } from './worlds';

const benchmark = { id: 'simulated' } as unknown as Benchmark;
const roundMargins = { margin: undefined, smallest: 0, guardMargin: 0.1 };

interface Scored extends Sample {
  readonly scores: SimulatedUnit['after'];
}

function metricAt(place: number): MeanMetric<Sample> {
  return {
    ...{ kind: 'mean', id: String(place), title: String(place), explain: '', unit: 'share', direction: 'up' },
    ...{ scale: [0, 1], judges: [String(place)] },
    observe: (results) => results.map(({ sample }) => ({ unit: sample.id, value: (sample as Scored).scores[place] })),
  };
}

export interface ProductOptions {
  readonly seed: string;
  readonly draws: number;
  readonly roles: readonly MetricRole[];
}

const levels = new Map<string, number>();

/** Solving for the level takes longer than the rest of a look, and rounds share their plans. */
function levelOf(plan: GrowingPlan): number {
  const key = JSON.stringify([plan.planned, plan.looks, plan.earlier]);
  const level = levels.get(key) ?? repeatedLevel(plan, 0.95);
  levels.set(key, level);
  return level;
}

/**
 * Each metric as the product compares it after the looks of `plan`, from units in the order of play. `judged`: after
 * how many units the judge of a metric was no longer asked.
 */
export function comparedAt(
  units: readonly SimulatedUnit[],
  plan: GrowingPlan,
  { seed, draws, roles }: ProductOptions,
  judged: readonly number[] = [],
): readonly MetricComparison[] {
  const seen = units.slice(0, plan.looks.at(-1));
  const judgedOf = (place: number): number => judged[place] ?? Number.POSITIVE_INFINITY;
  const resultsOf = (scoresOf: (unit: SimulatedUnit) => SimulatedUnit['after']): RunResults => {
    const all = seen.map((unit, position): SampleResult<Sample> => {
      const sample: Scored = { id: String(position), scores: scoresOf(unit) };
      const asked = new Set(roles.flatMap((_, place) => (position < judgedOf(place) ? [String(place)] : [])));
      return { sample, repeats: [], asked };
    });
    return { all, shared: all, policy: defaultPolicy, lacksScores: false };
  };
  const [before, after] = [resultsOf((unit) => unit.before[0] ?? []), resultsOf((unit) => unit.after)];
  const levelAt = (place: number): number => {
    const looks = plan.looks.filter((look) => look <= judgedOf(place));
    return levelOf({ ...plan, looks: looks.length > 0 ? looks : plan.looks.slice(0, 1) });
  };
  const order = {
    plan,
    level: levelOf(plan),
    levelOf: ({ definition }: { readonly definition: { readonly id: string } }) => levelAt(Number(definition.id)),
    positionOf: (_: string, unit: string) => Number(unit),
    unfinished: new Set<string>(),
    lastLookOf: ({ definition }: { readonly definition: { readonly id: string } }) => judgedOf(Number(definition.id)),
  };
  const common = { isTested: true, resamples: 200, draws, seed };
  const tested = roles.map((_, place) =>
    testMetric(benchmark, metricAt(place), before, after, false, { ...common, level: levelAt(place) })!,
  );
  const roleOf = new Map(tested.map((metric, place) => [metric, roles[place]!]));
  const tests = aimTests(tested, (metric) => roleOf.get(metric)!, order, { isOpenEnded: false, seed, draws });
  return tested.map((metric) =>
    comparedMetric(
      metric,
      {
        ...{ role: roleOf.get(metric)!, test: tests.get(metric) },
        ...{ isUnlike: false, withoutVerdicts: false, isOpenEnded: false },
      },
      roundMargins,
    ),
  );
}

/** Looks of a plan as they come, one more each time. */
export function plansSoFar(plan: GrowingPlan): readonly GrowingPlan[] {
  return plan.looks.map((_, index) => ({ ...plan, looks: plan.looks.slice(0, index + 1) }));
}

export function decisionAt(metrics: readonly MetricComparison[]): DecisionKind | undefined {
  const found = { id: 'simulated', samples: { both: metrics[0]?.pairs ?? 0, beforeOnly: [] }, metrics };
  return decisionOf({
    benchmarks: [found],
    perSample: { calls: 1, usd: 0 },
    perBaselineSample: { calls: 1, usd: 0 },
  } as unknown as Comparison)?.kind;
}

/** What a run does at its looks, and what it costs in calls, as a share of a full run. */
export interface Walked {
  /** 1: called better; −1: called worse; 0: not called. */
  readonly called: readonly number[];
  /** At each look. */
  readonly kinds: readonly (DecisionKind | undefined)[];
  readonly calls: number;
}

/** One tutor call a unit, and one call for each metric that the product has not settled or given up. */
export function walkGated(
  units: readonly SimulatedUnit[],
  plan: GrowingPlan,
  { smallest, ...options }: ProductOptions & { readonly smallest: number },
): Walked {
  const names = options.roles.map((_, place) => metricName(benchmark.id, metricAt(place)));
  const judged = names.map(() => plan.planned);
  let settled: readonly Settled[] = [];
  let played = plan.planned;
  const kinds: (DecisionKind | undefined)[] = [];
  for (const soFar of plansSoFar(plan)) {
    const look = soFar.looks.at(-1)!;
    const metrics = comparedAt(units, soFar, options, judged);
    kinds.push(decisionAt(metrics));
    const rows = metrics.map((metric, place) => {
      const planned = Math.round((metric.pairs * plan.planned) / Math.min(look, judged[place]!));
      return { name: names[place]!, metric, planned };
    });
    const found = settledMetrics(rows, new Set(names), settled, smallest);
    for (const { metric } of found.settled.slice(settled.length)) judged[names.indexOf(metric)] = look;
    settled = found.settled;
    if (found.open.size > 0) continue;
    played = look;
    break;
  }
  const outcomes = new Map(settled.map(({ metric, outcome }) => [metric, outcome]));
  const called = names.map((name) => ({ better: 1, worse: -1 })[String(outcomes.get(name))] ?? 0);
  const judgings = judged.reduce((sum, one) => sum + Math.min(one, played), 0);
  return { called, kinds, calls: (played + judgings) / (plan.planned * (1 + names.length)) };
}

import type { RunSession } from '../run/runSession';
import { unitKey } from '../run/playOrder';
import type { ItemState } from '../run/workItem';
import {
  type JointP,
  type PermutationOptions,
  type PermutedStatistic,
  sequentialMaxP,
  type SequentialPlan,
  sequentialSignP,
} from '../statistics/groupSequential';
import { fewestUnits } from '../statistics/power';
import { createRandom } from '../statistics/random';
import { repeatedLevel } from '../statistics/repeatedLevel';
import type { PairedMetric, TestedMetric } from './compareMetric';
import { significanceLevel } from './comparison';
import { permutedStatistic } from './pairedStatistic';

/** When units came, and the looks at them so far. */
export interface UnitOrder {
  readonly plan: SequentialPlan;
  /** Confidence of intervals that hold at all looks together. Before the first look it is that of the first look. */
  readonly level: number;
  readonly positionOf: (benchmark: string, unit: string) => number;
  /** Benchmarks of which something is still to be played or judged. */
  readonly unfinished: ReadonlySet<string>;
}

/** The order of the later run. A run without one is looked at once, when it is finished. */
export function unitOrder({ manifest, items, state }: RunSession, judge: string, level: number): UnitOrder {
  const order = manifest.sequence?.order ?? [
    ...new Set(items.map(({ benchmark, sample }) => unitKey(benchmark, sample))),
  ];
  const places = new Map(order.map((unit, index) => [unit, index]));
  const positions = new Map<string, number>();
  const isOver = state.status?.status === 'completed' || state.status?.status === 'incomplete';
  const unfinished = new Set<string>();
  let finished = order.length;
  for (const { key, benchmark, sample } of items) {
    const unit = unitKey(benchmark, sample);
    const place = places.get(unit) ?? order.length;
    positions.set(unit, place).set(`${benchmark.id}/${sample.id}`, place);
    const item = state.items.get(key);
    if (item !== undefined && isFinished(item, judge, isOver)) continue;
    finished = Math.min(finished, place);
    unfinished.add(benchmark.id);
  }
  const { planned, looks } = manifest.sequence ?? { planned: order.length, looks: [order.length] };
  const past = looks.filter((look) => look <= finished);
  return {
    plan: { planned, looks: past },
    level: repeatedLevel({ planned, looks: past.length > 0 ? past : looks.slice(0, 1) }, level),
    positionOf: (benchmark, unit) => positions.get(`${benchmark}/${unit}`) ?? order.length - 1,
    unfinished,
  };
}

/** In a run that is over, a trial with a reply may have nothing to judge. */
function isFinished(
  { replies, tutorFailure, answers, judgeFailures }: ItemState,
  judge: string,
  isOver: boolean,
): boolean {
  if (tutorFailure !== undefined || answers.has(judge) || judgeFailures.has(judge)) return true;
  return replies.some(({ visible, finish }) => isOver || visible === '' || finish === 'refusal');
}

/**
 * The p of each target, alone and corrected, in the given order; `undefined` for those that are not tested. Paired
 * targets are tested jointly at each look. Unpaired ones, of a single task, have one look when that task is finished.
 * They share no units with others, so that they are corrected as further families.
 */
export function targetTests(
  targets: readonly Pick<TestedMetric, 'benchmark' | 'paired' | 'inference'>[],
  { plan, positionOf, unfinished }: UnitOrder,
  { seed, draws }: { readonly seed: string; readonly draws: number },
): readonly (JointP | undefined)[] {
  const paired = targets.flatMap(({ paired: own }) => own ?? []);
  const families = (paired.length > 0 ? 1 : 0) + targets.filter(({ inference }) => inference?.p !== undefined).length;
  const joint = jointTests(paired, plan, positionOf, { random: createRandom(`${seed}/targets`), draws });
  return targets.map(({ benchmark, paired: own, inference }): JointP | undefined => {
    if (own === undefined && inference?.p === undefined) return undefined;
    const p = unfinished.has(benchmark) ? 1 : (inference?.p ?? 1);
    const found = own === undefined ? { p, adjusted: p, level: significanceLevel } : joint[paired.indexOf(own)];
    return found && { ...found, adjusted: Math.min(1, found.adjusted * families), level: found.level / families };
  });
}

function jointTests(
  metrics: readonly PairedMetric[],
  plan: SequentialPlan,
  positionOf: UnitOrder['positionOf'],
  options: PermutationOptions,
): readonly JointP[] {
  if (metrics.length === 0) return [];
  const exact = metrics.map((metric) => exactP(metric, plan, positionOf));
  const [only] = exact;
  if (only !== undefined && metrics.length === 1) return [{ p: only, adjusted: only, level: significanceLevel }];
  const statistics = metrics.map(({ benchmark, pairs, statisticOf }) =>
    plan.looks.map((look): PermutedStatistic | undefined => {
      const seen = pairs.filter(({ unit }) => positionOf(benchmark, unit) < look);
      if (seen.length < fewestUnits) return undefined;
      return permutedStatistic(
        statisticOf(seen),
        seen.map(({ unit }) => positionOf(benchmark, unit)),
      );
    }),
  );
  return sequentialMaxP(statistics, plan, { ...options, exact }, significanceLevel);
}

/** For a target that is a plain mean of differences on a grid. */
function exactP(
  { benchmark, pairs, statisticOf }: PairedMetric,
  plan: SequentialPlan,
  positionOf: UnitOrder['positionOf'],
): number | undefined {
  const statistic = statisticOf(pairs);
  if (statistic.kind !== 'sums' || !statistic.isPlainMean || statistic.permutation !== statistic.resample)
    return undefined;
  const differences = new Float64Array(plan.looks.at(-1) ?? 0);
  for (const [index, { unit }] of pairs.entries()) {
    const position = positionOf(benchmark, unit);
    // Two samples of a unit have one sign each only if they are flipped together, so their differences are added.
    if (position < differences.length)
      differences[position] = (differences[position] ?? 0) + (statistic.resample.features[index] ?? 0);
  }
  return sequentialSignP(differences, plan);
}

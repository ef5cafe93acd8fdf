import { isFinished, unitsAsked } from '../run/judgeGate';
import type { RunSession } from '../run/runSession';
import { unitKey } from '../run/playOrder';
import {
  type PermutedStatistic,
  sequentialMaxP,
  type SequentialPlan,
  sequentialSignP,
} from '../statistics/groupSequential';
import { fewestUnits } from '../statistics/power';
import { createRandom } from '../statistics/random';
import type { PairedMetric, TestedMetric } from './compareMetric';
import { permutedStatistic } from './pairedStatistic';

/** When units came, and the looks at them so far. */
export interface UnitOrder {
  readonly plan: SequentialPlan;
  readonly positionOf: (benchmark: string, unit: string) => number;
  /** Units after which a metric has no further looks, because its judges were no longer asked. */
  readonly lastLookOf: (metric: PairedMetric) => number;
}

/** The order of the later run. A run without one is looked at once, when it is finished. */
export function unitOrder(run: RunSession, judge: string): UnitOrder {
  const { manifest, items } = run;
  const order = manifest.sequence?.order ?? [
    ...new Set(items.map(({ benchmark, sample }) => unitKey(benchmark, sample))),
  ];
  const places = new Map(order.map((unit, index) => [unit, index]));
  const positions = new Map<string, number>();
  let finished = order.length;
  for (const item of items) {
    const { benchmark, sample } = item;
    const unit = unitKey(benchmark, sample);
    const place = places.get(unit) ?? order.length;
    positions.set(unit, place).set(`${benchmark.id}/${sample.id}`, place);
    if (!isFinished(run, item, judge)) finished = Math.min(finished, place);
  }
  const { planned, looks } = manifest.sequence ?? { planned: order.length, looks: [order.length] };
  return {
    plan: { planned, looks: looks.filter((look) => look <= finished) },
    positionOf: (benchmark, unit) => positions.get(`${benchmark}/${unit}`) ?? order.length - 1,
    lastLookOf: ({ benchmark, judges }) => unitsAsked(run, benchmark, judges),
  };
}

/**
 * Corrected p of each target, in the given order; `undefined` for those without a test. Paired targets are tested
 * jointly at each look. Unpaired ones share no units with others, so that they are corrected as further families.
 */
export function targetPs(
  targets: readonly TestedMetric[],
  order: UnitOrder,
  seed: string,
): readonly (number | undefined)[] {
  const paired = targets.flatMap(({ paired: own, inference }) => (own && inference?.p !== undefined ? [own] : []));
  const unpaired = targets.filter(({ paired: own, inference }) => own === undefined && inference?.p !== undefined);
  const families = (paired.length > 0 ? 1 : 0) + unpaired.length;
  const joint = order.plan.looks.length === 0 ? [] : jointPs(paired, order, seed);
  return targets.map(({ paired: own, inference }) => {
    if (inference?.p === undefined) return undefined;
    const p = own === undefined ? inference.p : (joint[paired.indexOf(own)] ?? 1);
    return Math.min(1, p * families);
  });
}

function jointPs(metrics: readonly PairedMetric[], order: UnitOrder, seed: string): readonly number[] {
  const { plan, positionOf } = order;
  const [only, ...others] = metrics;
  if (only === undefined) return [];
  if (others.length === 0) {
    const exact = exactP(only, order);
    if (exact !== undefined) return [exact];
  }
  const statistics = metrics.map((metric) =>
    plan.looks.map((look): PermutedStatistic | undefined => {
      const { benchmark, pairs, statisticOf } = metric;
      if (look > order.lastLookOf(metric)) return undefined;
      const seen = pairs.filter(({ unit }) => positionOf(benchmark, unit) < look);
      if (seen.length < fewestUnits) return undefined;
      return permutedStatistic(
        statisticOf(seen),
        seen.map(({ unit }) => positionOf(benchmark, unit)),
      );
    }),
  );
  return sequentialMaxP(statistics, plan, { random: createRandom(`${seed}/targets`) });
}

/** For one target that is a plain mean of differences on a grid. */
function exactP(metric: PairedMetric, { plan: all, positionOf, lastLookOf }: UnitOrder): number | undefined {
  const { benchmark, pairs, statisticOf } = metric;
  const plan = { ...all, looks: all.looks.filter((look) => look <= lastLookOf(metric)) };
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

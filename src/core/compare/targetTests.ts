import type { RunSession } from '../run/runSession';
import { type PlaySequence, unitKey } from '../run/playOrder';
import {
  type PermutedStatistic,
  sequentialMaxP,
  type SequentialPlan,
  sequentialSumP,
} from '../statistics/groupSequential';
import { fewestUnits } from '../statistics/power';
import { createRandom } from '../statistics/random';
import type { PairedMetric, TestedMetric } from './compareMetric';
import { permutedStatistic } from './pairedStatistic';
import { arrangedDifferences, arrangementsOf, permutedPlays } from './plays';

/** When units came, and the looks at them so far. */
export interface UnitOrder {
  readonly plan: SequentialPlan;
  readonly positionOf: (benchmark: string, unit: string) => number;
  /** Benchmarks with targets at the start, where the run goes on with fewer. */
  readonly families?: number | undefined;
}

/** The order of the later run. A run without one is looked at once, when it is finished. */
export function unitOrder({ manifest, items, state }: RunSession, judge: string): UnitOrder {
  const order = manifest.sequence?.order ?? [
    ...new Set(items.map(({ benchmark, sample }) => unitKey(benchmark, sample))),
  ];
  const places = new Map(order.map((unit, index) => [unit, index]));
  const positions = new Map<string, number>();
  let finished = order.length;
  for (const { key, benchmark, sample } of items) {
    const unit = unitKey(benchmark, sample);
    const place = places.get(unit) ?? order.length;
    positions.set(unit, place).set(`${benchmark.id}/${sample.id}`, place);
    const { tutorFailure, answers, judgeFailures } = state.item(key);
    const isFinished = tutorFailure !== undefined || answers.has(judge) || judgeFailures.has(judge);
    if (!isFinished) finished = Math.min(finished, place);
  }
  const { planned, looks, earlier, families }: PlaySequence = manifest.sequence ?? {
    planned: order.length,
    order,
    looks: [order.length],
  };
  return {
    plan: { planned, looks: looks.filter((look) => look <= finished), earlier },
    families,
    positionOf: (benchmark, unit) => positions.get(`${benchmark}/${unit}`) ?? order.length - 1,
  };
}

/**
 * Corrected p of each target, in the given order; `undefined` for those without a test. Paired targets are tested
 * jointly at each look. Unpaired ones share no units with others, so that they are corrected as further families.
 */
export function targetPs(
  targets: readonly TestedMetric[],
  { plan, positionOf, families: before = 1 }: UnitOrder,
  seed: string,
): readonly (number | undefined)[] {
  const paired = targets.flatMap(({ paired: own, inference }) => (own && inference?.p !== undefined ? [own] : []));
  const unpaired = targets.filter(({ paired: own, inference }) => own === undefined && inference?.p !== undefined);
  const families = Math.max(before, (paired.length > 0 ? 1 : 0) + unpaired.length);
  const joint = plan.looks.length === 0 ? [] : jointPs(paired, plan, positionOf, seed);
  return targets.map(({ paired: own, inference }) => {
    if (inference?.p === undefined) return undefined;
    const p = own === undefined ? inference.p : (joint[paired.indexOf(own)] ?? 1);
    return Math.min(1, p * families);
  });
}

function jointPs(
  metrics: readonly PairedMetric[],
  plan: SequentialPlan,
  positionOf: UnitOrder['positionOf'],
  seed: string,
): readonly number[] {
  const [only, ...others] = metrics;
  if (only === undefined) return [];
  if (others.length === 0) {
    const exact = exactP(only, plan, positionOf);
    if (exact !== undefined) return [exact];
  }
  const statistics = metrics.map(({ benchmark, definition, pairs, statisticOf }) =>
    plan.looks.map((look): PermutedStatistic | undefined => {
      const seen = pairs.filter(({ unit }) => positionOf(benchmark, unit) < look);
      if (seen.length < fewestUnits) return undefined;
      const positions = seen.map(({ unit }) => positionOf(benchmark, unit));
      return seen.some(({ plays }) => plays !== undefined)
        ? permutedPlays(definition, seen, positions)
        : permutedStatistic(statisticOf(seen), positions);
    }),
  );
  const arrangements = new Map(
    metrics.flatMap(({ benchmark, pairs }) =>
      pairs.map((pair) => [positionOf(benchmark, pair.unit), arrangementsOf(pair)] as const),
    ),
  );
  return sequentialMaxP(statistics, plan, {
    random: createRandom(`${seed}/targets`),
    arrangementsAt: (position) => arrangements.get(position) ?? 2,
  });
}

/** For one target that is a plain mean of differences on a grid. */
function exactP(
  { benchmark, definition, pairs, statisticOf }: PairedMetric,
  plan: SequentialPlan,
  positionOf: UnitOrder['positionOf'],
): number | undefined {
  const statistic = statisticOf(pairs);
  if (statistic.kind !== 'sums' || !statistic.isPlainMean || statistic.permutation !== statistic.resample)
    return undefined;
  const { features } = statistic.resample;
  const moves = Array.from({ length: plan.looks.at(-1) ?? 0 }, (): readonly number[] => []);
  for (const [index, { unit, plays }] of pairs.entries()) {
    const position = positionOf(benchmark, unit);
    if (position >= moves.length) continue;
    const one = features[index] ?? 0;
    const own = plays === undefined ? [one, -one] : arrangedDifferences(definition, plays);
    // Samples of a unit are rearranged together, so their differences are added.
    moves[position] = own.map((move, arrangement) => move + (moves[position]?.[arrangement] ?? 0));
  }
  return sequentialSumP(moves, plan);
}

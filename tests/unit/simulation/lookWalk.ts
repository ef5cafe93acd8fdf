import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import type { Sample } from '../../../src/core/benchmark/samples';
import { pairedStatistic } from '../../../src/core/compare/pairedStatistic';
import { permutedTrials } from '../../../src/core/compare/trials';
import { type PlaySequence, playSequence } from '../../../src/core/run/playOrder';
import { type PermutedStatistic, sequentialMaxP } from '../../../src/core/statistics/jointTest';
import type { SequentialPlan } from '../../../src/core/statistics/sequentialPlan';
import { sequentialBoundaries } from '../../../src/core/statistics/sequentialTest';
import { sequentialSignP } from '../statistics/sequentialSignP';
import { createRandom } from '../../../src/core/statistics/random';
import type { SimulatedUnit } from './worlds';

/** The level of every comparison. */
export const level = 0.05;

interface UnitSample extends Sample {
  readonly stratum: string;
}

const benchmark = {
  id: 'simulated',
  unitOf: ({ id }: UnitSample) => id,
  stratumOf: ({ stratum }: UnitSample) => stratum,
} as unknown as Benchmark;

const definition: MeanMetric<unknown> = {
  kind: 'mean',
  id: 'pass',
  title: 'Pass',
  explain: '',
  unit: 'share',
  direction: 'up',
  scale: [0, 1],
  judges: [],
  observe: () => [],
};

interface Drawn {
  /** Places of the units that are played. */
  readonly played: readonly number[];
  /** Units of the file. */
  readonly planned: number;
  /** Units that are played first, with a look at their end. */
  readonly limit?: number;
}

/** The order and the looks of a run, as the product plans them. */
export function sequenceOf(
  units: readonly SimulatedUnit[],
  { played, planned, limit }: Drawn,
  options: { readonly seed: string; readonly earlier?: PlaySequence | undefined; readonly batch?: boolean },
): GrowingPlan {
  const samples = played.map((place): UnitSample => ({ id: String(place), stratum: units[place]?.stratum ?? '' }));
  const { earlier, ...rest } = options;
  const play = earlier && { sequence: earlier, played: earlier.order.length };
  // A part of the level is kept for samples that nobody planned, as for every run with an order.
  return {
    ...playSequence([{ benchmark, samples, first: samples.slice(0, limit), planned }], {
      batch: false,
      ...rest,
      earlier: play,
    }),
    mayGrow: true,
  };
}

export type GrowingPlan = PlaySequence & { readonly mayGrow: true };

/** The units in the order in which they are played. */
export function inOrder(units: readonly SimulatedUnit[], { order }: PlaySequence): readonly SimulatedUnit[] {
  return order.map((unit) => units[Number(unit.split('/')[1])]!);
}

/** After − before of one metric by position; 0 where a verdict is missing. */
export function differencesOf(units: readonly SimulatedUnit[], metric: number): Float64Array {
  return Float64Array.from(units, ({ before: [before], after }) => {
    const [from, to] = [before?.[metric], after[metric]];
    return from === undefined || to === undefined ? 0 : to - from;
  });
}

/**
 * True if p of the only target is at most 0.05. One boundary a little above that level settles most comparisons, which
 * takes a twentieth of the time of a p.
 */
export function isCalled(differences: Float64Array, plan: SequentialPlan): boolean {
  return isNearlyCalled(differences, plan) && sequentialSignP(differences, plan)! <= level;
}

function isNearlyCalled(differences: Float64Array, plan: SequentialPlan): boolean {
  const sums = plan.looks.map((look) => Math.abs(totalOf(differences, look)));
  const nearly = sequentialBoundaries(differences.map(Math.abs), plan, 1.1 * level);
  return nearly.some(({ reach }, look) => sums[look]! >= reach);
}

/** Enough to spend all but a thousandth of the level. The test is exact with any number of draws. */
const fewDraws = 211;

/** True if one of several targets is called. No corrected p is below that of the target alone, which is quicker. */
export function isAnyCalled(metrics: readonly Float64Array[], plan: SequentialPlan, seed: string): boolean {
  if (!metrics.some((differences) => isNearlyCalled(differences, plan))) return false;
  const ps = jointPs(metrics, plan, { seed, draws: fewDraws });
  return metrics.some((differences, metric) => ps[metric]! <= level && isCalled(differences, plan));
}

interface JointOptions {
  readonly seed: string;
  readonly draws: number;
}

/** p of several metrics, tested jointly from the same pairs as in a comparison. */
export function jointPs(
  metrics: readonly Float64Array[],
  plan: SequentialPlan,
  { seed, draws }: JointOptions,
  statisticOf = summed,
): readonly number[] {
  const statistics = metrics.map((differences) => plan.looks.map((look) => statisticOf(differences.subarray(0, look))));
  // The p of each metric alone takes most of the time. One that is known to be 0 leaves the corrected p as it is.
  const exact = metrics.map(() => 0);
  const options = { random: createRandom(`${seed}/targets`), draws, exact };
  return sequentialMaxP(statistics, plan, options, 0.05).map(({ adjusted }) => adjusted);
}

/** What the product permutes, in a tenth of its time: the sum of the differences, each with either sign. */
function summed(differences: Float64Array): PermutedStatistic {
  const units = [...differences.keys()].filter((unit) => differences[unit] !== 0);
  const moving = Float64Array.from(units, (unit) => differences[unit]!);
  return {
    units,
    statisticOf: (arrangements) => {
      let sum = 0;
      for (let unit = 0; unit < moving.length; unit++) sum += arrangements[unit] === 1 ? -moving[unit]! : moving[unit]!;
      return sum;
    },
  };
}

/** As the product permutes the pairs of a metric. */
export function permutedPairs(differences: Float64Array): PermutedStatistic {
  const value = (one: number): { readonly value: number; readonly weight: number } => ({ value: one, weight: 1 });
  const pairs = Array.from(differences, (difference, position) => {
    const before = value(difference < 0 ? 1 : 0);
    return { unit: String(position), before, after: value(before.value + difference) };
  });
  return permutedTrials(pairedStatistic({}, definition, pairs, false), pairs, [...differences.keys()]);
}

function totalOf(differences: Float64Array, units: number): number {
  return differences.subarray(0, units).reduce((sum, one) => sum + one, 0);
}

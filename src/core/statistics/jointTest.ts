import { drawsFor } from './exactTests';
import type { Random } from './random';
import { rounding, type SequentialPlan, spentAfter } from './sequentialPlan';
import { smallestLevel } from './sequentialTest';

/** A statistic whose units can be rearranged: of a pair either value may have come first. */
export interface PermutedStatistic {
  /** Position of each of its units in the order in which the units came. */
  readonly units: readonly number[];
  /** `arrangements` has one of each unit, 0 where it stays as observed. `undefined` without a value. */
  readonly statisticOf: (arrangements: Uint8Array) => number | undefined;
  /**
   * The metric has no further looks, so that it cannot be found any more. Others are still compared with what it might
   * have shown: they are no smaller family, because they went on for what they had shown.
   */
  readonly isOver?: boolean;
}

export interface PermutationOptions {
  readonly random: Random;
  /** Arrangements of the unit at a position, at most 256; default 2, those of a pair. */
  readonly arrangementsAt?: (position: number) => number;
  /** At most; default 20,000. Many units get fewer. */
  readonly draws?: number;
  /** The p of metrics alone, where it is known. */
  readonly exact?: readonly (number | undefined)[];
}

/** A drawn p is known to two or three digits. */
const drawnRounds = 12;

/** Enough for a first look that may spend a four-hundredth of the level. */
const mostDraws = 20_000;
const drawBase = 2 ** 15;

export interface JointP {
  /** Of the metric alone. */
  readonly p: number;
  /** After the correction for the others. */
  readonly adjusted: number;
  /** What `p` must fall below, as far as the last look tells: `alpha` less what the other metrics cost. */
  readonly level: number;
}

/**
 * Sequential p of several metrics, adjusted by the step-down test of the largest standardized statistic at each look
 * (Westfall and Young 1993). All metrics of a unit are rearranged together, so metrics that move together cost little,
 * and copies nothing. `metrics`: one statistic per look of the plan, `undefined` where it has no value yet.
 */
export function sequentialMaxP(
  metrics: readonly (readonly (PermutedStatistic | undefined)[])[],
  plan: SequentialPlan,
  { exact, ...options }: PermutationOptions,
  alpha: number,
): readonly JointP[] {
  const statistics = permutedStatistics(metrics, plan, options);
  const isOver = (look: number, metric: number): boolean => metrics[metric]?.[look]?.isOver === true;
  const largest = new Map<string, Largest>();
  const largestOf = (left: readonly number[]): Largest => {
    const known = largest.get(left.join()) ?? rankedLargest(statistics, left, isOver);
    largest.set(left.join(), known);
    return known;
  };
  // Most levels are asked for by every metric.
  const found = new Map<number, readonly Step[]>();
  const stepsAt = (level: number): readonly Step[] => {
    const steps = found.get(level) ?? stepDown(metrics.length, largestOf, plan, level);
    found.set(level, steps);
    return steps;
  };
  return metrics.map((_, metric) => {
    const isFound = ({ found }: Step): boolean => found.includes(metric);
    const known = exact?.[metric];
    // Drawn patterns must not make a p smaller than it is.
    const adjusted = Math.max(
      known ?? 0,
      smallestLevel(drawnRounds, (level) => stepsAt(level).some(isFound)),
    );
    const alone = (): number =>
      smallestLevel(drawnRounds, (level) => beyondBoundary(largestOf([metric]), plan, level).length > 0);
    const { left = [] } = stepsAt(alpha).find(isFound) ?? stepsAt(alpha).at(-1) ?? {};
    return {
      p: known ?? Math.min(adjusted, alone()),
      adjusted,
      level: Math.max(alpha / left.length, alpha * shareOfLargest(statistics.at(-1)?.[metric], largestOf(left), alpha)),
    };
  });
}

/** How many of the draws in which the largest is beyond the last boundary have the metric there, too. */
function shareOfLargest(own: Float64Array | undefined, { looks }: Largest, alpha: number): number {
  const last = looks.at(-1);
  if (own === undefined || last === undefined) return 0;
  const beyond = last.order.subarray(0, Math.max(1, Math.floor(alpha * last.order.length)));
  const bound = last.values[beyond.at(-1) ?? 0] ?? 0;
  return beyond.reduce((count, draw) => count + ((own[draw] ?? 0) >= bound ? 1 : 0), 0) / beyond.length;
}

/** Standardized distances from 0 by look, metric and draw; draw 0 is what was observed. */
type DrawnStatistics = readonly (readonly Float64Array[])[];

function permutedStatistics(
  metrics: readonly (readonly (PermutedStatistic | undefined)[])[],
  { planned, looks }: SequentialPlan,
  { random, arrangementsAt = () => 2, draws = mostDraws }: PermutationOptions,
): DrawnStatistics {
  const units = looks.at(-1) ?? 0;
  // What was drawn for the units of a look stays the same at later ones, so that a p seen earlier is seen again.
  const count = drawsFor(planned, draws);
  const drawn = new Uint8Array(count * units);
  const words = new Uint32Array(count);
  for (let unit = 0; unit < units; unit++) {
    random.fillInts(words, arrangementsAt(unit));
    // The first draw is what was observed: all units stay.
    for (let draw = 1; draw < count; draw++) drawn[draw * units + unit] = words[draw] ?? 0;
  }
  return looks.map((_, look) =>
    metrics.map((ofMetric) => {
      const own = new Float64Array(count);
      const statistic = ofMetric[look];
      if (statistic === undefined) return standardized(own);
      const positions = Uint32Array.from(statistic.units);
      const chosen = new Uint8Array(positions.length);
      for (let draw = 0; draw < count; draw++) {
        const row = draw * units;
        for (let unit = 0; unit < positions.length; unit++) chosen[unit] = drawn[row + (positions[unit] ?? 0)] ?? 0;
        own[draw] = Math.abs(statistic.statisticOf(chosen) ?? 0);
      }
      return standardized(own);
    }),
  );
}

/** Steps of a standardized statistic; it is at most the root of the draws, so a step and a draw fit one number. */
const grains = 1e9;

/** Over the root mean square of the draws, which is 0 only if nothing differs. */
function standardized(values: Float64Array): Float64Array {
  const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) || 1;
  // Equal statistics may differ by rounding.
  return values.map((value) => Math.round((value / size) * grains) / grains);
}

/** By look: the largest statistic over some metrics of each draw, draws in falling order, and what was observed. */
interface Largest {
  readonly left: readonly number[];
  readonly looks: readonly {
    readonly values: Float64Array;
    readonly order: Uint32Array;
    readonly observed: readonly number[];
  }[];
}

function rankedLargest(
  statistics: DrawnStatistics,
  left: readonly number[],
  isOver: (look: number, metric: number) => boolean,
): Largest {
  const looks = statistics.map((ofLook, look) => {
    const own = left.map((metric) => ofLook[metric] ?? new Float64Array());
    const values = new Float64Array(own[0]?.length ?? 0);
    for (const one of own)
      for (let draw = 0; draw < values.length; draw++) values[draw] = Math.max(values[draw] ?? 0, one[draw] ?? 0);
    // Sorting plain numbers takes a tenth of the time of sorting by a function.
    const keys = values.map((value, draw) => Math.round(value * grains) * drawBase + draw).sort();
    const order = new Uint32Array(keys.length);
    for (let rank = 0; rank < order.length; rank++) order[rank] = (keys[keys.length - 1 - rank] ?? 0) % drawBase;
    return { values, order, observed: own.map(([first = 0], index) => (isOver(look, left[index] ?? 0) ? 0 : first)) };
  });
  return { left, looks };
}

/** The metrics that were `left` in a round of the test, and those of them that were significant. */
interface Step {
  readonly left: readonly number[];
  readonly found: readonly number[];
}

/** Each round tests those that are left by the largest of them, until none is found. */
function stepDown(
  metrics: number,
  largestOf: (left: readonly number[]) => Largest,
  plan: SequentialPlan,
  alpha: number,
): readonly Step[] {
  const steps: Step[] = [];
  let left: readonly number[] = Array.from({ length: metrics }, (_, metric) => metric);
  while (left.length > 0) {
    const found = beyondBoundary(largestOf(left), plan, alpha);
    steps.push({ left, found });
    if (found.length === 0) break;
    left = left.filter((metric) => !found.includes(metric));
  }
  return steps;
}

/** The metrics that pass the boundary of the largest at the first look at which one does. */
function beyondBoundary({ left, looks }: Largest, plan: SequentialPlan, alpha: number): readonly number[] {
  const stopped = new Uint8Array(looks[0]?.values.length ?? 0);
  let stops = 0;
  for (const [look, { values, order, observed }] of looks.entries()) {
    const all = spentAfter(plan.looks[look] ?? plan.planned, plan, alpha) * values.length;
    let remaining = Math.floor(all * (1 + rounding)) - stops;
    // The first draw that no longer fits is the boundary; ties with it stay inside.
    let bound = 0;
    for (const draw of order) {
      if (stopped[draw] === 1 || remaining-- > 0) continue;
      bound = values[draw] ?? 0;
      break;
    }
    for (const draw of order) {
      if ((values[draw] ?? 0) <= bound) break;
      stops += 1 - (stopped[draw] ?? 0);
      stopped[draw] = 1;
    }
    const found = left.filter((_, index) => (observed[index] ?? 0) > bound);
    if (found.length > 0) return found;
  }
  return [];
}

import { resamplesFor } from './bootstrap';
import { gridOf } from './exactTests';
import type { Random } from './random';

/** How an even spending function would be 0; negative values keep more for late looks. */
const gamma = -2;
/** Spent shares differ by rounding; less than this counts as equal. */
const rounding = 1e-12;

/**
 * The part of `alpha` that may be spent once `share` of the units is seen.
 * Source: I. K. Hwang, W. J. Shih and J. S. De Cani, Statistics in Medicine 9 (1990), 1439-1445.
 */
export function spentLevel(alpha: number, share: number): number {
  return (alpha * Math.expm1(-gamma * share)) / Math.expm1(-gamma);
}

/** Unit counts of the looks: `looks` equal steps up to `units`, without repetition. */
export function lookSizes(units: number, looks: number): readonly number[] {
  return [...new Set(Array.from({ length: looks }, (_, index) => Math.ceil((units * (index + 1)) / looks)))];
}

export interface SequentialPlan {
  /** Units that were planned in all; the looks end there at the latest. */
  readonly planned: number;
  /** Units behind each look so far, ascending. */
  readonly looks: readonly number[];
}

export interface SequentialBoundary {
  /** The smallest distance of the sum from 0 that stops at this look; Infinity where none does. */
  readonly reach: number;
  /** The chance, without a difference, of stopping at this look. */
  readonly spends: number;
}

/**
 * Boundaries of a group-sequential sign-flip test, exact given the sizes of the differences. Without a difference the
 * signs are fair coins. What a look cannot spend is left for later ones. `sizes`: distance of each unit's difference
 * from 0 in whole grid steps, in the order in which the units came.
 */
export function sequentialBoundaries(
  sizes: ArrayLike<number>,
  { planned, looks }: SequentialPlan,
  alpha: number,
): readonly SequentialBoundary[] {
  // Chances of each sum, counted from −reach in steps of 1.
  let chances = Float64Array.of(1);
  let span = 0;
  let unit = 0;
  let used = 0;
  return looks.map((units) => {
    for (; unit < units; unit++) {
      const size = sizes[unit] ?? 0;
      if (size === 0) continue;
      const next = new Float64Array(chances.length + 2 * size);
      for (let index = 0; index < chances.length; index++) {
        const half = (chances[index] ?? 0) / 2;
        next[index] = (next[index] ?? 0) + half;
        next[index + 2 * size] = (next[index + 2 * size] ?? 0) + half;
      }
      chances = next;
      span += size;
    }
    const room = spentLevel(alpha, units / planned) - used;
    let reach = Number.POSITIVE_INFINITY;
    let spends = 0;
    for (let sum = span; sum > 0; sum--) {
      const tail = (chances[span + sum] ?? 0) + (chances[span - sum] ?? 0);
      if (spends + tail > room * (1 + rounding)) break;
      spends += tail;
      reach = sum;
    }
    // Paths beyond the boundary have stopped.
    for (let sum = reach; sum <= span; sum++) chances[span + sum] = chances[span - sum] = 0;
    used += spends;
    return { reach, spends };
  });
}

/** Below this a sequential p is not told apart; it is far below any level in use. */
const leastP = 1e-6;

/**
 * The level from which on a test is significant at every larger level: no level above it fails. So `p <= alpha` never
 * happens more often than `alpha` allows, although boundaries on a grid may move either way with the level.
 */
function smallestLevel(isSignificant: (alpha: number) => boolean): number {
  // Downwards in steps of 12 %, then between the last two.
  let [low, high] = [1, 1];
  while (low > leastP && isSignificant(low)) [low, high] = [Math.max(leastP, low / 1.12), low];
  if (low <= leastP && isSignificant(low)) return leastP;
  for (let round = 0; round < 12; round++) {
    const middle = Math.sqrt(low * high);
    if (isSignificant(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Two-sided sequential p of one metric after its looks: the smallest level at which it would have stopped by now. It
 * only falls from look to look, so it may be read at any of them. `differences`: after − before of each unit in the
 * order in which the units came. `undefined` where they lie on no grid.
 */
export function sequentialSignP(differences: Float64Array, plan: SequentialPlan): number | undefined {
  const grid = gridOf(Float64Array.from([0, ...differences], Math.abs));
  if (grid === undefined) return undefined;
  const sizes = grid.positions.subarray(1);
  let unit = 0;
  let sum = 0;
  const sums = plan.looks.map((units) => {
    for (; unit < units; unit++) sum += Math.sign(differences[unit] ?? 0) * (sizes[unit] ?? 0);
    return Math.abs(sum);
  });
  return smallestLevel((alpha) =>
    sequentialBoundaries(sizes, plan, alpha).some(({ reach }, look) => (sums[look] ?? 0) >= reach),
  );
}

/** A statistic whose units can be rearranged: of a pair either value may have come first. */
export interface PermutedStatistic {
  /** Position of each of its units in the order in which the units came. */
  readonly units: readonly number[];
  /** `arrangements` has one of each unit, 0 where it stays as observed. `undefined` without a value. */
  readonly statisticOf: (arrangements: Uint8Array) => number | undefined;
}

export interface PermutationOptions {
  readonly random: Random;
  /** Arrangements of a unit: 2 for a pair. */
  readonly arrangements?: number;
  /** Default 20,000; many units get fewer. */
  readonly draws?: number;
}

/** Draws of a joint test; enough for a first look that may spend a four-hundredth of the level. */
const mostDraws = 20_000;
const fewestDraws = 5_000;

/**
 * Adjusted sequential p of several metrics, by the step-down test of the largest standardized statistic at each look
 * (Westfall and Young 1993). All metrics of a unit are rearranged together, so metrics that move together cost little.
 * `metrics`: one statistic per look of the plan, `undefined` where it has no value yet.
 */
export function sequentialMaxP(
  metrics: readonly (readonly (PermutedStatistic | undefined)[])[],
  plan: SequentialPlan,
  options: PermutationOptions,
): readonly number[] {
  const statistics = permutedStatistics(metrics, plan, options);
  const largest = new Map<string, Largest>();
  const largestOf = (left: readonly number[]): Largest => {
    const known = largest.get(left.join()) ?? rankedLargest(statistics, left);
    largest.set(left.join(), known);
    return known;
  };
  // Most levels are asked for by every metric.
  const found = new Map<number, ReadonlySet<number>>();
  const significantAt = (alpha: number): ReadonlySet<number> => {
    const significant = found.get(alpha) ?? stepDown(metrics.length, largestOf, plan, alpha);
    found.set(alpha, significant);
    return significant;
  };
  return metrics.map((_, metric) => smallestLevel((alpha) => significantAt(alpha).has(metric)));
}

/** Standardized distances from 0 by look, metric and draw; draw 0 is what was observed. */
type DrawnStatistics = readonly (readonly Float64Array[])[];

function permutedStatistics(
  metrics: readonly (readonly (PermutedStatistic | undefined)[])[],
  { looks }: SequentialPlan,
  { random, arrangements = 2, draws }: PermutationOptions,
): DrawnStatistics {
  const units = looks.at(-1) ?? 0;
  const count = draws ?? resamplesFor(units, mostDraws, fewestDraws);
  const found = looks.map(() => metrics.map(() => new Float64Array(count)));
  const drawn = new Uint32Array(units);
  const chosen = new Uint8Array(units);
  for (let draw = 0; draw < count; draw++) {
    // The first draw is what was observed: all units stay.
    if (draw > 0) random.fillInts(drawn, arrangements);
    for (const [look, ofLook] of found.entries()) {
      for (const [metric, own] of ofLook.entries()) {
        const statistic = metrics[metric]?.[look];
        if (statistic === undefined) continue;
        const { length } = statistic.units;
        for (let unit = 0; unit < length; unit++) chosen[unit] = drawn[statistic.units[unit] ?? 0] ?? 0;
        own[draw] = Math.abs(statistic.statisticOf(chosen.subarray(0, length)) ?? 0);
      }
    }
  }
  return found.map((ofLook) => ofLook.map(standardized));
}

/** Over the root mean square of the draws, which is 0 only if nothing differs. */
function standardized(values: Float64Array): Float64Array {
  const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) || 1;
  // Equal statistics may differ by rounding.
  return values.map((value) => Number((value / size).toPrecision(10)));
}

/** By look: the largest statistic of each draw over some metrics, the draws from the largest on, and what was observed. */
interface Largest {
  readonly left: readonly number[];
  readonly looks: readonly {
    readonly values: Float64Array;
    readonly order: Uint32Array;
    readonly observed: readonly number[];
  }[];
}

function rankedLargest(statistics: DrawnStatistics, left: readonly number[]): Largest {
  const looks = statistics.map((ofLook) => {
    const own = left.map((metric) => ofLook[metric] ?? new Float64Array());
    const values = Float64Array.from(own[0] ?? [], (_, draw) =>
      own.reduce((most, one) => Math.max(most, one[draw] ?? 0), 0),
    );
    const order = Uint32Array.from(values.keys()).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
    return { values, order, observed: own.map(([first = 0]) => first) };
  });
  return { left, looks };
}

/** The metrics that are significant at `alpha`: each round tests those that are left by the largest of them. */
function stepDown(
  metrics: number,
  largestOf: (left: readonly number[]) => Largest,
  plan: SequentialPlan,
  alpha: number,
): ReadonlySet<number> {
  const significant = new Set<number>();
  for (;;) {
    const left = Array.from({ length: metrics }, (_, metric) => metric).filter((metric) => !significant.has(metric));
    const found = left.length === 0 ? [] : beyondBoundary(largestOf(left), plan, alpha);
    if (found.length === 0) return significant;
    for (const metric of found) significant.add(metric);
  }
}

/** The metrics that pass the boundary of the largest at the first look at which one does. */
function beyondBoundary(
  { left, looks }: Largest,
  { planned, looks: sizes }: SequentialPlan,
  alpha: number,
): readonly number[] {
  const stopped = new Set<number>();
  for (const [look, { values, order, observed }] of looks.entries()) {
    const all = spentLevel(alpha, (sizes[look] ?? planned) / planned) * values.length;
    let room = Math.floor(all * (1 + rounding)) - stopped.size;
    // The first draw that no longer fits is the boundary; ties with it stay inside.
    let bound = 0;
    for (const draw of order) {
      if (stopped.has(draw) || room-- > 0) continue;
      bound = values[draw] ?? 0;
      break;
    }
    for (const draw of order) {
      if ((values[draw] ?? 0) <= bound) break;
      stopped.add(draw);
    }
    const found = left.filter((_, index) => (observed[index] ?? 0) > bound);
    if (found.length > 0) return found;
  }
  return [];
}

/** What is known of a metric at a look, in units whose difference is not 0. */
export interface SeenUnits {
  readonly planned: number;
  readonly seen: number;
  readonly better: number;
  readonly worse: number;
}

/** From this share of the units on a metric may be called unlikely to be settled; few units need half of them. */
function firstFutileShare(planned: number): number {
  return planned < 60 ? 1 / 2 : 1 / 4;
}

/** Below this chance of ever being significant a metric is not judged further. */
const leastHope = 0.2;

/**
 * True if `smallest`, the least difference that matters, would hardly be found with the units that are left, whichever
 * direction it goes. It never touches the level, so going on all the same is always allowed. It does not look at the
 * trend so far, which costs power.
 */
export function isFutile({ planned, seen, better, worse }: SeenUnits, smallest: number, alpha: number): boolean {
  if (seen >= planned || seen < firstFutileShare(planned) * planned) return false;
  const changed = better + worse;
  const rate = (changed + 1) / (seen + 2);
  const further = Math.round((planned - seen) * rate);
  const good = Math.min(0.98, 0.5 + smallest / (2 * rate));
  // The last look's boundary, where all that is spent is spent there.
  const [last] = sequentialBoundaries(new Array<number>(changed + further).fill(1), lastLook(changed + further), alpha);
  const reach = last?.reach ?? Number.POSITIVE_INFINITY;
  const hope = (lead: number): number => upperTail(Math.ceil((reach - lead + further) / 2), further, good);
  return Math.max(hope(better - worse), hope(worse - better)) < leastHope;
}

function lastLook(units: number): SequentialPlan {
  return { planned: units, looks: [units] };
}

/** P(at least `least` successes of `n`), each with chance `p`. */
function upperTail(least: number, n: number, p: number): number {
  if (least <= 0) return 1;
  let [chance, tail] = [(1 - p) ** n, 0];
  for (let count = 0; count <= n; count++) {
    if (count >= least) tail += chance;
    chance *= ((n - count) / (count + 1)) * (p / (1 - p));
  }
  return tail;
}

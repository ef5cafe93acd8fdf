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
  /** The plans before this one, where samples were added later, the first one first. */
  readonly earlier?: readonly EarlierPlan[] | undefined;
}

export interface EarlierPlan {
  readonly planned: number;
  /** Units that had been played when it was given up for a larger one. */
  readonly until: number;
}

/** The share of the level that a plan leaves to units which nobody has planned yet. */
const kept = 0.05;

/**
 * The part of `alpha` that may be spent after so many units. Samples that are added later never get back what earlier
 * looks could have spent. They share what is left of an unfinished plan; after a finished one, half of what is kept.
 */
export function spentAfter(units: number, { planned, earlier = [] }: SequentialPlan, alpha: number): number {
  let [start, spent, most] = [0, 0, 1 - kept];
  const spentUnder = (plan: number, seen: number): number =>
    plan <= start ? most : spent + spentLevel(most - spent, Math.min(1, (seen - start) / (plan - start)));
  for (const { planned: plan, until } of earlier) {
    if (units <= until) return alpha * spentUnder(plan, units);
    spent = spentUnder(plan, until);
    start = until;
    if (until >= plan) most = (1 + most) / 2;
  }
  return alpha * spentUnder(planned, units);
}

export interface SequentialBoundary {
  /** The smallest distance of the sum from 0 that stops at this look; Infinity where none does. */
  readonly reach: number;
  /** The chance, without a difference, of stopping at this look. */
  readonly spends: number;
}

/** What a unit may add to the sum, all equally likely; a number stands for itself and its negative. */
export type Steps = number | readonly number[];

/**
 * Boundaries of a group-sequential permutation test, exact given what each unit may add. Without a difference each
 * arrangement of a unit is equally likely; the signs of a pair are fair coins. What a look cannot spend is left for
 * later ones. `steps`: in whole grid steps, in the order in which the units came.
 */
export function sequentialBoundaries(
  steps: ArrayLike<Steps>,
  plan: SequentialPlan,
  alpha: number,
): readonly SequentialBoundary[] {
  // Chances of each sum, counted from −reach in steps of 1.
  let chances: Float64Array = Float64Array.of(1);
  let span = 0;
  let unit = 0;
  let used = 0;
  return plan.looks.map((units) => {
    for (; unit < units; unit++) {
      const step = steps[unit] ?? 0;
      if (step === 0) continue;
      chances = withUnit(chances, typeof step === 'number' ? [step, -step] : step);
      span = (chances.length - 1) / 2;
    }
    const room = spentAfter(units, plan, alpha) - used;
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

function withUnit(chances: Float64Array, steps: readonly number[]): Float64Array {
  const size = Math.max(...steps.map(Math.abs));
  const next = new Float64Array(chances.length + 2 * size);
  for (const step of steps) {
    const offset = size + step;
    for (let index = 0; index < chances.length; index++)
      next[index + offset] = (next[index + offset] ?? 0) + (chances[index] ?? 0) / steps.length;
  }
  return next;
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
  return sequentialSumP(
    Array.from(differences, (difference) => (difference === 0 ? [] : [difference, -difference])),
    plan,
  );
}

/** The same where a unit has more than two arrangements. `arrangements`: what each adds, as observed first. */
export function sequentialSumP(arrangements: readonly (readonly number[])[], plan: SequentialPlan): number | undefined {
  const grid = gridOf(Float64Array.from([0, ...arrangements.flat()], Math.abs));
  if (grid === undefined) return undefined;
  let place = 1;
  const steps = arrangements.map((values) => values.map((value) => Math.sign(value) * (grid.positions[place++] ?? 0)));
  let unit = 0;
  let sum = 0;
  const sums = plan.looks.map((units) => {
    for (; unit < units; unit++) sum += steps[unit]?.[0] ?? 0;
    return Math.abs(sum);
  });
  const moving = steps.map((values): Steps => (values.some((value) => value !== 0) ? values : 0));
  return smallestLevel((alpha) =>
    sequentialBoundaries(moving, plan, alpha).some(({ reach }, look) => (sums[look] ?? 0) >= reach),
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
  /** Arrangements of the unit at a position, at most 256; default 2, those of a pair. */
  readonly arrangementsAt?: (position: number) => number;
  /** Default 20,000; many units get fewer. */
  readonly draws?: number;
}

/** Draws of a joint test; enough for a first look that may spend a four-hundredth of the level. */
const mostDraws = 20_000;
const fewestDraws = 5_000;
const drawPlaces = 2 ** 15;

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
  { planned, looks }: SequentialPlan,
  { random, arrangementsAt = () => 2, draws }: PermutationOptions,
): DrawnStatistics {
  const units = looks.at(-1) ?? 0;
  // What was drawn for the units of a look stays the same at later ones, so that a p seen earlier is seen again.
  const count = draws ?? resamplesFor(planned, mostDraws, fewestDraws);
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
    const values = new Float64Array(own[0]?.length ?? 0);
    for (const one of own)
      for (let draw = 0; draw < values.length; draw++) values[draw] = Math.max(values[draw] ?? 0, one[draw] ?? 0);
    // Sorting plain numbers takes a tenth of the time of sorting by a function.
    const keys = values.map((value, draw) => Math.round(value * grains) * drawPlaces + draw).sort();
    const order = new Uint32Array(keys.length);
    for (let rank = 0; rank < order.length; rank++) order[rank] = (keys[keys.length - 1 - rank] ?? 0) % drawPlaces;
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
function beyondBoundary({ left, looks }: Largest, plan: SequentialPlan, alpha: number): readonly number[] {
  const stopped = new Uint8Array(looks[0]?.values.length ?? 0);
  let stops = 0;
  for (const [look, { values, order, observed }] of looks.entries()) {
    const all = spentAfter(plan.looks[look] ?? plan.planned, plan, alpha) * values.length;
    let room = Math.floor(all * (1 + rounding)) - stops;
    // The first draw that no longer fits is the boundary; ties with it stay inside.
    let bound = 0;
    for (const draw of order) {
      if (stopped[draw] === 1 || room-- > 0) continue;
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

/** The chance that a plan of all units is taken to have, at the usual level, of finding what it is for. */
const usualPower = 0.8;
const usualLevel = 0.05;

/**
 * True if a difference worth finding would hardly be found with the units that are left, whichever direction it goes.
 * That is `smallest`, the least difference that matters, or what all planned units would show four times out of five if
 * it were the only question, if that is more: few units can only show much, which is no reason to give up half way. It
 * never touches the level, so going on all the same is always allowed. It does not look at the trend so far, which costs
 * power.
 */
export function isFutile({ planned, seen, better, worse }: SeenUnits, smallest: number, alpha: number): boolean {
  if (seen >= planned || seen < firstFutileShare(planned) * planned) return false;
  const changed = better + worse;
  const rate = (changed + 1) / (seen + 2);
  const further = Math.round((planned - seen) * rate);
  const all = changed + further;
  const usual = lastReach(all, usualLevel);
  let good = Math.min(mostGood, 0.5 + smallest / (2 * rate));
  while (good < mostGood && upperTail(Math.ceil((usual + all) / 2), all, good) < usualPower)
    good = Math.min(mostGood, good + 0.01);
  const reach = lastReach(all, alpha);
  const hope = (lead: number): number => upperTail(Math.ceil((reach - lead + further) / 2), further, good);
  return Math.max(hope(better - worse), hope(worse - better)) < leastHope;
}

/** Of changed units, the largest share that is better. */
const mostGood = 0.98;

/** The boundary of the last look, where all that is spent is spent there. */
function lastReach(units: number, alpha: number): number {
  const [last] = sequentialBoundaries(new Array<number>(units).fill(1), { planned: units, looks: [units] }, alpha);
  return last?.reach ?? Number.POSITIVE_INFINITY;
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

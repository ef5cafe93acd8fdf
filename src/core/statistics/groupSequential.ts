import { drawsFor, gridOf } from './exactTests';
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
  /** A part of the level is kept for samples that may be added later. */
  readonly mayGrow?: boolean | undefined;
  /** The plans before this one, where samples were added later, the first one first. */
  readonly earlier?: readonly EarlierPlan[] | undefined;
}

interface EarlierPlan {
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
export function spentAfter(
  units: number,
  { planned, mayGrow = false, earlier = [] }: SequentialPlan,
  alpha: number,
): number {
  let [start, spent, most] = [0, 0, mayGrow || earlier.length > 0 ? 1 - kept : 1];
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

/** Chances of the sums of the units so far, in steps from `low` to `low + span`. */
interface UnitSums {
  /** As long as all units need. */
  readonly chances: Float64Array;
  readonly low: number;
  readonly span: number;
}

function bothSigns(step: Steps): readonly number[] {
  return typeof step === 'number' ? [step, -step] : step;
}

function rangeOf(values: readonly number[]): readonly [low: number, span: number] {
  const low = Math.min(...values);
  return [low, Math.max(...values) - low];
}

/** Adds the units from one position to another, in the same array. */
function addUnits({ chances, low, span }: UnitSums, steps: ArrayLike<Steps>, from: number, to: number): UnitSums {
  for (let unit = from; unit < to; unit++) {
    const step = steps[unit] ?? 0;
    if (step === 0) continue;
    const values = bothSigns(step);
    const [least, more] = rangeOf(values);
    const shifts = values.map((value) => value - least);
    span += more;
    low += least;
    // Downwards, so that each value is read before it changes.
    for (let sum = span; sum >= 0; sum--) {
      let total = 0;
      for (const shift of shifts) total += shift > sum ? 0 : (chances[sum - shift] ?? 0);
      chances[sum] = total / shifts.length;
    }
  }
  return { chances, low, span };
}

function firstLook(steps: ArrayLike<Steps>, { looks: [first = 0] }: SequentialPlan): UnitSums {
  let all = 1;
  for (const step of Array.from(steps)) all += rangeOf(bothSigns(step))[1];
  const chances = new Float64Array(all);
  chances[0] = 1;
  return addUnits({ chances, low: 0, span: 0 }, steps, 0, first);
}

/**
 * Boundaries of a group-sequential permutation test, exact given what each unit may add. Without a difference each
 * arrangement of a unit is equally likely; the signs of a pair are fair coins. What a look cannot spend is left for
 * later ones. `steps`: in whole grid steps, in the order in which the units came. `first`: the sums at the first look,
 * if known.
 */
export function sequentialBoundaries(
  steps: ArrayLike<Steps>,
  plan: SequentialPlan,
  alpha: number,
  first = firstLook(steps, plan),
): readonly SequentialBoundary[] {
  let sums: UnitSums = { ...first, chances: first.chances.slice() };
  let used = 0;
  return plan.looks.map((units, look) => {
    sums = addUnits(sums, steps, look === 0 ? units : (plan.looks[look - 1] ?? 0), units);
    const { chances, low, span } = sums;
    const room = spentAfter(units, plan, alpha) - used;
    let reach = Number.POSITIVE_INFINITY;
    let spends = 0;
    // From the farthest sums inwards.
    for (let sum = Math.max(low + span, -low); sum > 0; sum--) {
      const tail = (chances[sum - low] ?? 0) + (chances[-sum - low] ?? 0);
      if (spends + tail > room * (1 + rounding)) break;
      spends += tail;
      reach = sum;
      // Paths beyond the boundary have stopped.
      if (sum - low <= span) chances[sum - low] = 0;
      if (-sum - low >= 0) chances[-sum - low] = 0;
    }
    used += spends;
    return { reach, spends };
  });
}

/** Below this a sequential p is not told apart; it is far below any level in use. */
const leastP = 1e-6;

/**
 * The level from which on a test is significant at every larger level: no level above it fails. So `p <= alpha` never
 * happens more often than `alpha` allows, although boundaries on a grid may move either way with the level. Each round
 * after the first ones halves the error, which is then 12 %.
 */
function smallestLevel(rounds: number, isSignificant: (alpha: number) => boolean): number {
  // Downwards in steps of 12 %, then between the last two.
  let [low, high] = [1, 1];
  while (low > leastP && isSignificant(low)) [low, high] = [Math.max(leastP, low / 1.12), low];
  if (low <= leastP && isSignificant(low)) return leastP;
  for (let round = 0; round < rounds; round++) {
    const middle = Math.sqrt(low * high);
    if (isSignificant(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** For exact tests, and for drawn ones, whose p is known to two or three digits. */
const exactRounds = 32;
const drawnRounds = 12;

/** Additions for the boundaries at one level, some nanoseconds each; an exact p takes about a hundred levels. */
const mostAdditions = 3_000_000;

/**
 * Two-sided sequential p of one metric after its looks: the smallest level at which it would have stopped by now. It
 * only falls from look to look, so it may be read at any of them. With one look at all pairs it is the p of the exact
 * sign-flip test, which is McNemar's for passes and failures. `arrangements`: what each arrangement of a unit adds, as
 * observed first, in the order in which the units came; none for a unit that does not change. `undefined` where they lie
 * on no grid, or on one that is too fine.
 */
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
  let [span, additions] = [0, 0];
  for (const step of moving) additions += step === 0 ? 0 : (span += rangeOf(bothSigns(step))[1]);
  if (additions > mostAdditions) return undefined;
  const first = firstLook(moving, plan);
  return smallestLevel(exactRounds, (alpha) =>
    sequentialBoundaries(moving, plan, alpha, first).some(({ reach }, look) => (sums[look] ?? 0) >= reach),
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
  /** At most; default 20,000. Many units get fewer. */
  readonly draws?: number;
  /** The p of metrics alone, where it is known. */
  readonly exact?: readonly (number | undefined)[];
}

/** Enough for a first look that may spend a four-hundredth of the level. */
const mostDraws = 20_000;
const drawPlaces = 2 ** 15;

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
  const largest = new Map<string, Largest>();
  const largestOf = (left: readonly number[]): Largest => {
    const known = largest.get(left.join()) ?? rankedLargest(statistics, left);
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

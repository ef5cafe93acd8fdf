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
}

export interface SequentialBoundary {
  /** The smallest distance of the sum from 0 that stops at this look; Infinity where none does. */
  readonly reach: number;
  /** The chance, without a difference, of stopping at this look. */
  readonly spends: number;
}

/** Chances that the units with a plus add up to each number from 0 to `span`. */
interface SignSums {
  /** As long as all units need. */
  readonly chances: Float64Array;
  readonly span: number;
}

/** Adds the units from one position to another: each counts with a chance of one half. */
function addUnits({ chances, span }: SignSums, sizes: ArrayLike<number>, from: number, to: number): SignSums {
  let reach = span;
  for (let unit = from; unit < to; unit++) {
    const size = sizes[unit] ?? 0;
    if (size === 0) continue;
    reach += size;
    // Downwards, so that each value is read before it changes.
    for (let sum = reach; sum >= size; sum--) chances[sum] = ((chances[sum] ?? 0) + (chances[sum - size] ?? 0)) / 2;
    for (let sum = size - 1; sum >= 0; sum--) chances[sum] = (chances[sum] ?? 0) / 2;
  }
  return { chances, span: reach };
}

function firstLook(sizes: ArrayLike<number>, { looks: [first = 0] }: SequentialPlan): SignSums {
  let all = 0;
  for (let unit = 0; unit < sizes.length; unit++) all += sizes[unit] ?? 0;
  const chances = new Float64Array(all + 1);
  chances[0] = 1;
  return addUnits({ chances, span: 0 }, sizes, 0, first);
}

/**
 * Boundaries of a group-sequential sign-flip test, exact given the sizes of the differences. Without a difference the
 * signs are fair coins. What a look cannot spend is left for later ones. `sizes`: distance of each unit's difference
 * from 0 in whole grid steps, in the order in which the units came. `first`: the sums at the first look, if known.
 */
export function sequentialBoundaries(
  sizes: ArrayLike<number>,
  plan: SequentialPlan,
  alpha: number,
  first = firstLook(sizes, plan),
): readonly SequentialBoundary[] {
  const { planned, looks } = plan;
  let sums: SignSums = { ...first, chances: first.chances.slice() };
  let used = 0;
  return looks.map((units, look) => {
    sums = addUnits(sums, sizes, look === 0 ? units : (looks[look - 1] ?? 0), units);
    const { chances, span } = sums;
    const room = spentLevel(alpha, units / planned) - used;
    // From the farthest sums inwards; the sum of all with their signs is 2 · plus − span.
    let plus = span;
    let spends = 0;
    for (; 2 * plus > span; plus--) {
      const tail = (chances[plus] ?? 0) + (chances[span - plus] ?? 0);
      if (spends + tail > room * (1 + rounding)) break;
      spends += tail;
      // Paths beyond the boundary have stopped.
      chances[plus] = chances[span - plus] = 0;
    }
    used += spends;
    return { reach: plus === span ? Number.POSITIVE_INFINITY : Math.max(1, 2 * plus - span + 1), spends };
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
const mostAdditions = 1_500_000;

/**
 * Two-sided sequential p of one metric after its looks: the smallest level at which it would have stopped by now. It
 * only falls from look to look, so it may be read at any of them. With one look at all units it is the p of the exact
 * sign-flip test, which is McNemar's for passes and failures. `differences`: after − before of each unit in the order in
 * which the units came. `undefined` where they lie on no grid, or on one that is too fine.
 */
export function sequentialSignP(differences: Float64Array, plan: SequentialPlan): number | undefined {
  const grid = gridOf(Float64Array.from([0, ...differences], Math.abs));
  if (grid === undefined) return undefined;
  const sizes = grid.positions.subarray(1);
  let [span, additions] = [0, 0];
  for (const size of sizes) additions += size === 0 ? 0 : (span += size);
  if (additions > mostAdditions) return undefined;
  const first = firstLook(sizes, plan);
  let unit = 0;
  let sum = 0;
  const sums = plan.looks.map((units) => {
    for (; unit < units; unit++) sum += Math.sign(differences[unit] ?? 0) * (sizes[unit] ?? 0);
    return Math.abs(sum);
  });
  return smallestLevel(exactRounds, (alpha) =>
    sequentialBoundaries(sizes, plan, alpha, first).some(({ reach }, look) => (sums[look] ?? 0) >= reach),
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
  /** At most; default 20,000. Many units get fewer. */
  readonly draws?: number;
  /** The p of metrics alone, where it is known. */
  readonly exact?: readonly (number | undefined)[];
}

/** Enough for a first look that may spend a four-hundredth of the level. */
const mostDraws = 20_000;

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
  { looks }: SequentialPlan,
  { random, arrangements = 2, draws = mostDraws }: PermutationOptions,
): DrawnStatistics {
  const units = looks.at(-1) ?? 0;
  const count = drawsFor(units, draws);
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
  return values.map((value) => Math.round((value / size) * 1e10) / 1e10);
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
function beyondBoundary(
  { left, looks }: Largest,
  { planned, looks: sizes }: SequentialPlan,
  alpha: number,
): readonly number[] {
  const stopped = new Uint8Array(looks[0]?.values.length ?? 0);
  let count = 0;
  for (const [look, { values, order, observed }] of looks.entries()) {
    const all = spentLevel(alpha, (sizes[look] ?? planned) / planned) * values.length;
    let room = Math.floor(all * (1 + rounding)) - count;
    // The first draw that no longer fits is the boundary; ties with it stay inside.
    let bound = 0;
    for (const draw of order) {
      if (stopped[draw] === 1 || room-- > 0) continue;
      bound = values[draw] ?? 0;
      break;
    }
    for (const draw of order) {
      if ((values[draw] ?? 0) <= bound) break;
      count += 1 - (stopped[draw] ?? 0);
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

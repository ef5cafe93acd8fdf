import { gridOf } from './exactTests';
import { rounding, type SequentialPlan, spentAfter } from './sequentialPlan';
import { binomialChances } from './power';
import { sum } from './sum';
import { bisected, normalTail } from './quantiles';

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
    const remaining = spentAfter(units, plan, alpha) - used;
    let reach = Number.POSITIVE_INFINITY;
    let spends = 0;
    // From the farthest sums inwards.
    for (let sum = Math.max(low + span, -low); sum > 0; sum--) {
      const tail = (chances[sum - low] ?? 0) + (chances[-sum - low] ?? 0);
      if (spends + tail > remaining * (1 + rounding)) break;
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
export function smallestLevel(rounds: number, isSignificant: (alpha: number) => boolean): number {
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

const exactRounds = 32;

/** Additions for the boundaries at one level, some nanoseconds each; an exact p takes about a hundred levels. */
const mostAdditions = 3_000_000;

/**
 * Two-sided sequential p of one metric after its looks: the smallest level at which it would have stopped by now. It
 * only falls from look to look, so it may be read at any of them. With one look at all pairs it is the p of the exact
 * sign-flip test, which is McNemar's for passes and failures. `arrangements`: what each arrangement of a unit adds, as
 * observed first, in the order in which the units came; none for a unit that does not change. `undefined` where they
 * lie on no grid, or on one that is too fine.
 */
export function sequentialSumP(arrangements: readonly (readonly number[])[], plan: SequentialPlan): number | undefined {
  const grid = gridOf(Float64Array.from([0, ...arrangements.flat()], Math.abs));
  if (grid === undefined) return undefined;
  let next = 1;
  const steps = arrangements.map((values) => values.map((value) => Math.sign(value) * (grid.positions[next++] ?? 0)));
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

/** What is known of a metric at a look, in units whose difference is not 0. */
export type SeenUnits = Readonly<Record<'planned' | 'seen' | 'better' | 'worse', number>>;

/** Below this chance of ever being significant a metric is not judged further. */
const leastHope = 0.2;

/** The chance that a plan of all units is taken to have, at the usual level, of finding what it is for. */
const usualPower = 0.8;
const usualLevel = 0.05;

/**
 * True if a difference worth finding would hardly be found with the units that are left, whichever direction it goes.
 * Worth finding is `smallest`, the least difference that matters. If it is more, it is what all planned units would
 * show four times out of five in a test of one metric: few units can only show much, which is no reason to give up. It
 * never touches the level, so going on all the same is always allowed. It does not look at the trend so far, which
 * costs power.
 */
export function isFutile({ planned, seen, better, worse }: SeenUnits, smallest: number, alpha: number): boolean {
  // A quarter of the units has to be seen, or half of few units.
  if (seen >= planned || seen < planned / (planned < 60 ? 2 : 4)) return false;
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
  return sum(binomialChances(n, p).slice(Math.max(0, least)));
}

/** Steps of the sums between one boundary and the other. A boundary then has an error below 0.0001. */
const steps = 100;

/**
 * Confidence of an interval at the last of the looks, such that intervals of all looks together hold the truth with
 * `level`: 1 less the level that the last look has in normal theory. `level` itself if there is one look.
 * Source: C. Jennison and B. W. Turnbull, JRSS B 51 (1989), 305-361.
 */
export function repeatedLevel(plan: SequentialPlan, level: number): number {
  const { planned, looks } = plan;
  if (looks.length === 1 && looks[0] === planned && plan.mayGrow !== true) return level;
  let beyond = 1 - level;
  let [used, share] = [0, 0];
  /** Sums of the paths that have not stopped, with their chances. */
  let paths: readonly (readonly [sum: number, chance: number])[] = [[0, 1]];
  for (const units of looks) {
    const now = units / planned;
    const spread = Math.sqrt(now - share);
    const spent = spentAfter(units, plan, 1 - level);
    const before = paths;
    // Both sides have the same chance.
    const tailFrom = (bound: number): number =>
      2 * before.reduce((tail, [sum, chance]) => tail + chance * normalTail((bound - sum) / spread), 0);
    const { high } = bisected([0, 9 * Math.sqrt(now)], 24, (bound) => tailFrom(bound) > spent - used);
    beyond = 2 * normalTail(high / Math.sqrt(now));
    const width = (2 * high) / steps;
    paths = Array.from({ length: steps }, (_, step) => {
      const sum = -high + (step + 0.5) * width;
      const density = before.reduce(
        (total, [from, chance]) => total + chance * Math.exp(-(((sum - from) / spread) ** 2) / 2),
        0,
      );
      return [sum, (density * width) / (spread * Math.sqrt(2 * Math.PI))] as const;
    });
    [used, share] = [spent, now];
  }
  return 1 - beyond;
}

import { binomialChances } from './power';
import { sequentialBoundaries } from './sequentialTest';
import { sum } from './sum';

/** What is known of a metric at a look, in units whose difference is not 0. */
export type SeenUnits = Readonly<Record<'planned' | 'seen' | 'better' | 'worse', number>>;

/** Below this chance of ever being significant a metric is not judged further. */
const leastHope = 0.2;

/** The chance that a plan of all units is taken to have, at the usual level, of finding what it is for. */
const usualPower = 0.8;
const usualLevel = 0.05;

/**
 * True if a difference worth finding would hardly be found with the units that are left, whichever direction it goes.
 * That is `smallest`, the least difference that matters, or what all planned units would show four times out of five if
 * it were the only question, if that is more: few units can only show much, which is no reason to give up half way. It
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

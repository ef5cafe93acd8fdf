import { bisected, normalTail, twoSidedCritical } from './quantiles';
import { sum } from './sum';

const power = 0.8;
/** z at 0.80 (R: qnorm(0.8)). */
const zPower = 0.8416212335729143;

/**
 * Standard errors that a true difference must have to be found with power 0.8 at the level `alpha`: about 2.8 at 0.05,
 * 3.6 at 0.05/9. Normal approximation; exact tests on few units need somewhat more.
 */
function detectableErrors(alpha: number): number {
  return twoSidedCritical(alpha) + zPower;
}

interface PlannedEstimate {
  readonly standardError: number;
  readonly units: number;
  /** The level of the two-sided test. */
  readonly alpha: number;
  /** Grid step of the units' differences: 1 for pass/fail; absent without a grid. */
  readonly grain?: number | undefined;
}

/**
 * What an exact test on a grid loses, in grid steps of the total. Swapping a unit moves the sum by two steps. That
 * costs one step, and one more on average until the next possible sum. Half a step is regained, as the observed sum
 * stands for its neighbours. With a few dozen units the loss of power is some hundredths.
 */
const stepsLost = 1.5;

/** The smallest true difference that this test finds four times out of five, in the same unit. */
export function detectableDifference({ standardError, units, alpha, grain = 0 }: PlannedEstimate): number {
  return detectableErrors(alpha) * standardError + (stepsLost * grain) / units;
}

/** Units needed to find a true `difference` four times out of five. Undefined without difference, units or spread. */
export function unitsNeeded(
  difference: number,
  { standardError, units, alpha, grain = 0 }: PlannedEstimate,
): number | undefined {
  const size = Math.abs(difference);
  if (!(size > 0 && standardError > 0 && units > 0)) return undefined;
  // n · difference = errors · s · √n + what the grid loses, solved for √n.
  const spread = detectableErrors(alpha) * standardError * Math.sqrt(units);
  const root = (spread + Math.sqrt(spread ** 2 + 4 * stepsLost * grain * size)) / (2 * size);
  // Estimating the spread costs z²/2 more units (W. C. Guenther, The American Statistician 35 (1981), 243-244).
  const needed = Math.ceil(root ** 2 + twoSidedCritical(alpha) ** 2 / 2);
  // No exact test can fall below its level unless 2 · 2^-n does.
  const fewest = Math.max(fewestUnits, Math.floor(Math.log2(2 / alpha)) + 1);
  return Number.isFinite(needed) ? Math.max(fewest, needed) : undefined;
}

/** Below 6 units no paired exact test can fall below 0.05: 2 · 2^-5 = 0.0625. */
export const fewestUnits = 6;

/** Each of the units changes with the chance `changed`. */
type ChangePlan<More extends string = never> = Readonly<Record<'units' | 'changed' | 'alpha' | More, number>>;

/** The least share of changed units to win for power 0.8 of the exact sign test; `undefined` where all is too few. */
export function leastWins(plan: ChangePlan): number | undefined {
  if (signTestPower({ ...plan, wins: 1 }) < power) return undefined;
  return bisected([0.5, 1], 13, (wins) => signTestPower({ ...plan, wins }) < power).high;
}

/**
 * The chance that a guard's interval lies inside its margin although nothing changes, and the units at which it does
 * four times out of five. A unit that changes differs by −1 or 1. `margin`: a share of the scale; `alpha`: 0.05 for an
 * interval of 95 %.
 */
export function guardPower(plan: ChangePlan<'margin'>): Readonly<Record<'chance' | 'needed', number>> {
  const { units, changed, margin, alpha } = plan;
  const width = twoSidedCritical(alpha);
  return {
    chance: 1 - normalTail(margin / Math.sqrt(changed / units) - width),
    needed: Math.ceil(changed * ((width + zPower) / margin) ** 2),
  };
}

/** The chance of a significant result in favour of the side that wins the share `wins` of the changed units. */
export function signTestPower(plan: ChangePlan<'wins'>): number {
  const { units, changed, wins, alpha } = plan;
  return sum(
    binomialChances(units, changed).map((chance, flips) => {
      // A chance that cannot matter is not worth its sum, which takes long for many flips.
      if (chance < 1e-9) return 0;
      const coins = binomialChances(flips, 0.5);
      let [fewest, tail] = [flips + 1, 0];
      while (fewest > 0 && 2 * (tail + (coins[fewest - 1] ?? 0)) <= alpha) tail += coins[(fewest -= 1)] ?? 0;
      return chance * sum(binomialChances(flips, wins).slice(fewest));
    }),
  );
}

/** Chances of 0 to `n` successes, from the likeliest one outwards: that neither overflows nor underflows to 0. */
export function binomialChances(n: number, p: number): readonly number[] {
  const chances = new Array<number>(n + 1).fill(0);
  const likeliest = Math.min(n, Math.floor((n + 1) * p));
  chances[likeliest] = 1;
  const odds = p / (1 - p);
  for (let k = likeliest; k < n; k++) chances[k + 1] = ((chances[k] ?? 0) * (n - k) * odds) / (k + 1);
  for (let k = likeliest; k > 0; k--) chances[k - 1] = ((chances[k] ?? 0) * k) / ((n - k + 1) * odds);
  const total = sum(chances);
  return chances.map((chance) => chance / total);
}

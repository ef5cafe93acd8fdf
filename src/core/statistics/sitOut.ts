import { studentCritical } from './quantiles';
import type { Interval } from './interval';
import { createRandom, type Random } from './random';
import type { SequentialPlan } from './sequentialPlan';
import { repeatedLevel, sequentialSumP } from './sequentialTest';
import { mean, sum } from './sum';

/** Plays of a unit, in one of which each rule sits out. */
export const sitOutTrials = 3;

export interface SitOutUnit {
  /** The metric by trial; `undefined` without a usable verdict. */
  readonly values: readonly (number | undefined)[];
  /** By rule, the trial in which it sat out. */
  readonly out: readonly number[];
}

export interface SitOutEffect {
  /** What the metric loses on average when the rule is left out, in the metric's unit. */
  readonly worth: number;
  /** Absent where nothing varied. */
  readonly interval?: Interval;
  /** Exact under "leaving it out, of a pair alone, changes no reply", whatever the other rules do. */
  readonly p: number;
}

const level = 0.95;

interface SitOutOptions {
  readonly seed: string;
  readonly draws?: number;
  /** Positions of rules whose effect together is wanted. No rule is in two pairs. */
  readonly pairs?: readonly (readonly number[])[];
}

/**
 * The effect of each rule and then of each pair, by least squares with an effect for each unit. Its test draws again in
 * which trial it sat out. A rule of a pair has the units in which its partner stayed, the pair those in which both were
 * out at once. `undefined` where the trials cannot tell them apart. Intervals allow for units of any spread (jackknife
 * over units, Student's t).
 */
export function sitOutEffects(
  all: readonly SitOutUnit[],
  { seed, draws = 5_000, pairs = [] }: SitOutOptions,
): readonly SitOutEffect[] | undefined {
  const units = all.map((unit) => centred(unit, pairs)).filter((unit) => unit !== undefined);
  const rules = units[0]?.columns.length ?? 0;
  const indexes = Array.from({ length: rules }, (_, index) => index);
  const inverse = inverseOf(
    indexes.map((row) => indexes.map((column) => total(units, (unit) => dot(unit.columns[row], unit.columns[column])))),
  );
  if (inverse === undefined || units.length < 2) return undefined;
  const moments = indexes.map((rule) => total(units, (unit) => dot(unit.columns[rule], unit.values)));
  const slopes = inverse.map((row) => dot(row, moments));
  const spread = spreadOf(units, slopes, inverse);
  const critical = studentCritical(units.length - 1, level);
  return indexes.map((rule) => {
    const p = redrawnP(units, slopes, inverse, rule, `${seed}/${rule}`, draws);
    return effectOf(-(slopes[rule] ?? 0), critical * (spread[rule] ?? 0), p);
  });
}

/**
 * The mean of what leaving something out costs each unit, by sign flips; `undefined` below two units. `every`: by unit
 * in the order of play, `undefined` without a value. `plan`: the looks at it; p and interval hold at all of them.
 */
export function pairEffect(
  every: readonly (number | undefined)[],
  { seed, draws = 5_000, plan }: SitOutOptions & { readonly plan?: SequentialPlan | undefined },
): SitOutEffect | undefined {
  const costs = every.filter((cost) => cost !== undefined);
  const { length } = costs;
  if (length < 2) return undefined;
  const { looks } = (plan ??= { planned: every.length, looks: [every.length] });
  const worth = sum(costs) / length;
  const variance = sum(costs.map((cost) => (cost - worth) ** 2)) / (length - 1) / length;
  const half = studentCritical(length - 1, repeatedLevel(plan, level)) * Math.sqrt(variance);
  const moves = every.map((cost) => (cost === undefined ? [0] : [cost, -cost]));
  const flipped = (random: Random): number =>
    costs.reduce((all, cost) => all + (random.int(2) === 0 ? cost : -cost), 0);
  // Without a grid each look is taken to be a test of its own.
  const p = sequentialSumP(moves, plan) ?? looks.length * drawnP(sum(costs), seed, draws, flipped);
  return effectOf(worth, half, Math.min(1, p));
}

function effectOf(worth: number, half: number, p: number): SitOutEffect {
  return { worth, p, ...(half > 1e-12 ? { interval: { low: worth - half, high: worth + half, level } } : {}) };
}

/** The share of draws at least as far from 0 as what was seen. */
function drawnP(observed: number, seed: string, draws: number, drawn: (random: Random) => number): number {
  const random = createRandom(seed);
  // Equal sums may differ by rounding.
  const seen = Math.abs(observed) * (1 - 1e-10) - 1e-12;
  let extreme = 1;
  for (let draw = 0; draw < draws; draw++) if (Math.abs(drawn(random)) >= seen) extreme += 1;
  return extreme / (draws + 1);
}

interface CentredUnit {
  /** Trials with a value. */
  readonly trials: readonly number[];
  /** By rule or pair, the trial in which it sat out and those in which it could have; none where it did not count. */
  readonly drawn: readonly (readonly number[])[];
  /** Less the unit's mean. */
  readonly values: readonly number[];
  /** By rule or pair, 1 where it sat out, less the unit's mean. */
  readonly columns: readonly (readonly number[])[];
}

function centred({ values, out }: SitOutUnit, pairs: readonly (readonly number[])[]): CentredUnit | undefined {
  const trials = values.flatMap((value, trial) => (value === undefined ? [] : [trial]));
  if (trials.length < 2) return undefined;
  const less = (column: readonly number[]): readonly number[] => column.map((value) => value - mean(column));
  // The trial itself first, so that what was seen is the first of its draws.
  const around = (trial = 0): readonly number[] => [0, 1, 2].map((step) => (trial + step) % sitOutTrials);
  const atOnce = pairs.map(([one = 0, other = 0]) => (out[one] === out[other] ? around(out[one]) : []));
  const alone = out.map((trial, rule) => {
    const partner = pairs.find((pair) => pair.includes(rule))?.find((other) => other !== rule);
    const taken = partner === undefined ? undefined : out[partner];
    return taken === trial ? [] : around(trial).filter((one) => one !== taken);
  });
  const drawn = [...alone, ...atOnce];
  return {
    trials,
    drawn,
    values: less(trials.map((trial) => values[trial] ?? 0)),
    columns: drawn.map(([own]) => less(trials.map((trial) => (trial === own ? 1 : 0)))),
  };
}

/** The standard error of each slope. Each unit's residuals are taken as if the unit had not been in the fit. */
function spreadOf(
  units: readonly CentredUnit[],
  slopes: readonly number[],
  inverse: readonly (readonly number[])[],
): readonly number[] {
  const variances = slopes.map(() => 0);
  for (const { values, columns } of units) {
    const cells = values.map((_, cell) => cellsOf(columns, cell));
    const residuals = values.map((value, cell) => value - dot(cells[cell], slopes));
    const weighted = cells.map((cell) => inverse.map((row) => dot(row, cell)));
    const left = inverseOf(
      cells.map((one, row) => weighted.map((other, column) => (row === column ? 1 : 0) - dot(one, other))),
    );
    // A unit that decides a slope alone has no such residual.
    const outside = left === undefined ? residuals : left.map((row) => dot(row, residuals));
    for (const rule of slopes.keys()) {
      const own = weighted.map((one) => one[rule] ?? 0);
      variances[rule] = (variances[rule] ?? 0) + dot(own, outside) ** 2;
    }
  }
  return variances.map((variance) => Math.sqrt((variance * (units.length - 1)) / units.length));
}

function redrawnP(
  units: readonly CentredUnit[],
  slopes: readonly number[],
  inverse: readonly (readonly number[])[],
  rule: number,
  seed: string,
  draws: number,
): number {
  // The fit without this rule, by which its own draw cannot have changed anything.
  const own = inverse[rule]?.[rule] ?? 1;
  const others = slopes.map((slope, other) =>
    other === rule ? 0 : slope - ((inverse[other]?.[rule] ?? 0) / own) * (slopes[rule] ?? 0),
  );
  const choices = units.flatMap(({ trials, values, columns, drawn }) => {
    const residuals = new Map(
      trials.map((trial, cell) => [trial, (values[cell] ?? 0) - dot(cellsOf(columns, cell), others)]),
    );
    const tested = (drawn[rule] ?? []).map((trial) => residuals.get(trial));
    const known = tested.filter((residual) => residual !== undefined);
    return known.length === 0 ? [] : [tested.map((residual) => (residual === undefined ? 0 : residual - mean(known)))];
  });
  const observed = sum(choices.map(([own = 0]) => own));
  return drawnP(observed, seed, draws, (random) => {
    let all = 0;
    for (const own of choices) all += own[random.int(own.length)] ?? 0;
    return all;
  });
}

function dot(one: readonly number[] = [], other: readonly number[] = []): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function total(units: readonly CentredUnit[], of: (unit: CentredUnit) => number): number {
  return sum(units.map(of));
}

function cellsOf(columns: readonly (readonly number[])[], cell: number): readonly number[] {
  return columns.map((column) => column[cell] ?? 0);
}

/** By Gauss and Jordan with the largest pivot; `undefined` for a matrix that has none. */
function inverseOf(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | undefined {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...Array.from({ length: size }, (_, at) => (at === index ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    const sizes = rows.map((row, index) => (index < column ? 0 : Math.abs(row[column] ?? 0)));
    const best = sizes.indexOf(Math.max(...sizes));
    const pivot = rows[best] ?? [];
    if ((sizes[best] ?? 0) < 1e-9) return undefined;
    [rows[best], rows[column]] = [rows[column] ?? [], pivot.map((value) => value / (pivot[column] ?? 1))];
    const chosen = rows[column] ?? [];
    for (const [index, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (index !== column && factor !== 0) rows[index] = row.map((value, at) => value - factor * (chosen[at] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}

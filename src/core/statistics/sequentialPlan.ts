/** How an even spending function would be 0; negative values keep more for late looks. */
const gamma = -2;
/** What may be spent of `alpha` at a `share` of the units. Source: Hwang, Shih, De Cani, Stat. Med. 9 (1990), 1439. */
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

/** Spent shares differ by rounding; less than this counts as equal. */
export const rounding = 1e-12;

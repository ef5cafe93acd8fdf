/** A criterion with what was said of a reply; `met` is undefined where the judge gave no readable verdict. */
export interface RatedCriterion {
  /** 5, 1 or -5. */
  readonly weight: number;
  readonly met: boolean | undefined;
}

/**
 * The score of one reply as a share of 1. `incomplete`: a criterion has no verdict, and leaving it out would change the
 * denominator. `undefined`: no criterion has a positive weight.
 */
export type ArrW =
  | { readonly kind: 'scored'; readonly raw: number; readonly clipped: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'undefined' };

/** ARR_w (the paper's equation 1): the weights of the criteria that are met over the sum of the positive weights; at most 1. */
export function arrW(criteria: readonly RatedCriterion[]): ArrW {
  let possible = 0;
  let earned = 0;
  let complete = true;
  for (const { weight, met } of criteria) {
    if (weight > 0) possible += weight;
    if (met === true) earned += weight;
    complete &&= met !== undefined;
  }
  if (possible === 0) return { kind: 'undefined' };
  if (!complete) return { kind: 'incomplete' };
  return { kind: 'scored', raw: earned / possible, clipped: clip(earned / possible) };
}

/** Within 0..1: negative weights can take a score below 0. */
export function clip(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** A group's score: the mean of unclipped scores, clipped to 0..1 after averaging; one loop, as it runs for every resample. Undefined for no values. */
export function clippedMean(raws: readonly number[]): number | undefined {
  let sum = 0;
  for (const raw of raws) sum += raw;
  return raws.length === 0 ? undefined : clip(sum / raws.length);
}

/** Whether a rating is a good outcome: met for a positive weight, not met for a negative one. */
export function isGood(weight: number, met: boolean): boolean {
  return met === weight > 0;
}

/** Good outcomes among the rated criteria. */
export interface PassRate {
  /** Rated criteria. */
  readonly n: number;
  readonly good: number;
  /** 0..1; undefined where nothing was rated. */
  readonly rate: number | undefined;
}

/** Pass rate of criteria pooled over samples, each counting once whatever its weight. */
export function passRate(criteria: readonly RatedCriterion[]): PassRate {
  let n = 0;
  let good = 0;
  for (const { weight, met } of criteria) {
    if (met === undefined) continue;
    n += 1;
    if (isGood(weight, met)) good += 1;
  }
  return { n, good, rate: n === 0 ? undefined : good / n };
}

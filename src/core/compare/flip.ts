import type { Outcome } from '../judging/verdict';

/**
 * What became of one verdict on one sample. `movedUp` and `movedDown`: part of the way between as wanted and not, or along a scale
 * without a better end. `unchanged` and `changed`: verdicts that are neither good nor bad, without an order. `flaky`: repeats of
 * one prompt disagree about it, within a run or between runs. `unjudged`: one run has no usable verdict, which is not a failure.
 */
export const flipKinds = [
  'broken',
  'fixed',
  'movedDown',
  'movedUp',
  'changed',
  'flaky',
  'stillFailing',
  'stillPassing',
  'unchanged',
  'unjudged',
] as const;
export type FlipKind = (typeof flipKinds)[number];

/** What one run said: a label and an outcome for each play with a usable verdict. */
export interface FlipSide {
  /** `benchmark/sample#repeat` of every play of the sample in this run. */
  readonly cases: readonly string[];
  readonly labels: readonly (string | number | boolean)[];
  readonly outcomes: readonly Outcome[];
}

/** One sample and one dimension in both runs. Ids and labels are untrusted. */
export interface Flip {
  readonly kind: FlipKind;
  readonly sampleId: string;
  readonly judge: string;
  readonly turn?: number;
  readonly criterionId?: string;
  readonly before: FlipSide;
  readonly after: FlipSide;
  /** The plays of each run agree, and other runs of the earlier prompt say something else: that makes it flaky. */
  readonly variesBetweenRuns?: true;
  /** −1 to 1: how much more it is as wanted afterwards; along a scale without a better end, how far it moved on it. */
  readonly change: number;
}

/** Flips that changed most first, and how many there are of each kind. */
export interface FlipList {
  readonly flips: readonly Flip[];
  readonly counts: Readonly<Record<FlipKind, number>>;
  /**
   * Whether anything could show a verdict to be flaky: a sample with several judged plays in a run, or other runs of the earlier prompt. If
   * not, any `fixed` or `broken` may be chance.
   */
  readonly flakinessKnown: boolean;
}

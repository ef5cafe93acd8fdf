import type { Dialogue } from './dialogue';
import type { Verdict } from './judging/verdict';

/** One play of a sample: the dialogue and what one judge model said about it. */
export interface RepeatResult {
  /** Counted from 0. */
  readonly repeat: number;
  readonly dialogue: Dialogue;
  readonly verdicts: readonly Verdict[];
}

/**
 * Everything one judge model said about one sample: complete plays, and those that are `notApplicable` without verdicts, as a
 * figure over all samples is then not to be had.
 */
export interface SampleResult<S> {
  readonly sample: S;
  readonly repeats: readonly RepeatResult[];
}

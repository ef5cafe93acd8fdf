import type { Label } from '../../statistics/agreement';

export type VerdictUnit = 'reply' | 'message' | 'conversation' | 'criterion' | 'pair';

/** Names one verdict that is expected of a judge, whether or not it arrives. */
export interface VerdictSlot {
  readonly judge: string;
  readonly unit: VerdictUnit;
  /** Tutor message it is about, counted from 1; absent for the only reply or the whole conversation. */
  readonly turn?: number;
  readonly criterionId?: string;
}

/**
 * One verdict as stored: the label in the benchmark's own terms. Scores are computed from labels, never stored.
 * An `unscored` verdict has no label: it is counted and shown, and leaves its metric's denominator.
 */
export interface Verdict extends VerdictSlot {
  readonly status: 'ok' | 'unscored';
  readonly label?: Label;
  /** The judge's own reasoning, untrusted text. */
  readonly reasoning?: string;
  readonly evidence?: string;
  /** Whether they stand in what was judged, for judges whose quotations are looked up; it changes nothing about the verdict. */
  readonly evidenceFound?: boolean;
  readonly problem?: string;
}

/** How a verdict reads for a person: does the reply do what the benchmark wants? */
export type Outcome = 'desired' | 'partial' | 'undesired' | 'neutral' | 'unscored';

/** A usable verdict; empty reasoning is left out. */
export function okVerdict(slot: VerdictSlot, label: Label, reasoning = ''): Verdict {
  return { ...slot, status: 'ok', label, ...(reasoning === '' ? {} : { reasoning }) };
}

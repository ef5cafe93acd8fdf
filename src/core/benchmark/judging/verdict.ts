import type { Label } from '../../statistics/agreement';

export type VerdictUnit = 'reply' | 'message' | 'conversation' | 'criterion' | 'pair';

/** One verdict that is expected of a judge, whether or not it arrives. */
export interface VerdictSlot {
  readonly judge: string;
  readonly unit: VerdictUnit;
  /** The tutor message, counted from 1; absent for the only reply or the whole conversation. */
  readonly turn?: number;
  readonly criterionId?: string;
}

/**
 * A stored verdict, with the benchmark's own label. Scores are computed from labels and never stored. An `unscored`
 * verdict has no label: it is counted and shown, but is not in its metric's denominator.
 */
export interface Verdict extends VerdictSlot {
  readonly status: 'ok' | 'unscored';
  readonly label?: Label;
  /** The judge's own reasoning, untrusted text. */
  readonly reasoning?: string;
  readonly evidence?: string;
  /** Whether the judged text contains the quotations, if they are checked. The verdict does not depend on it. */
  readonly evidenceFound?: boolean;
  readonly problem?: string;
}

/** How a verdict reads for a person: does the reply do what the benchmark wants? */
export type Outcome = 'desired' | 'partial' | 'undesired' | 'neutral' | 'unscored';

/** A usable verdict; empty reasoning is left out. */
export function okVerdict(slot: VerdictSlot, label: Label, reasoning = ''): Verdict {
  return { ...slot, status: 'ok', label, ...(reasoning === '' ? {} : { reasoning }) };
}

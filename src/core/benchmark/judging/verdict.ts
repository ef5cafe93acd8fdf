import * as z from 'zod';
import type { Label } from '../../statistics/agreement';

/**
 * A stored verdict, with the benchmark's own label. Scores are computed from labels and never stored. An `unscored`
 * verdict has no label: it is counted and shown, but is not in its metric's denominator.
 */
export const verdictSchema = z.object({
  judge: z.string(),
  unit: z.enum(['reply', 'message', 'conversation', 'criterion', 'pair']),
  /** The tutor message, counted from 1; absent for the only reply or the whole conversation. */
  turn: z.int().optional(),
  criterionId: z.string().optional(),
  status: z.enum(['ok', 'unscored']),
  label: z.union([z.string(), z.number(), z.boolean()]).optional(),
  /** The judge's own reasoning, untrusted text. */
  reasoning: z.string().optional(),
  evidence: z.string().optional(),
  /** Whether the judged text has the quotations, if that is checked. The verdict does not depend on it. */
  evidenceFound: z.boolean().optional(),
  problem: z.string().optional(),
});
export type Verdict = Readonly<z.infer<typeof verdictSchema>>;
export type VerdictUnit = Verdict['unit'];

/** One verdict that is expected of a judge, whether or not it arrives. */
export type VerdictSlot = Pick<Verdict, 'judge' | 'unit' | 'turn' | 'criterionId'>;

/** How a verdict reads for a person: does the reply do what the benchmark wants? */
export type Outcome = 'desired' | 'partial' | 'undesired' | 'neutral' | 'unscored';

/** A usable verdict; empty reasoning is left out. */
export function okVerdict(slot: VerdictSlot, label: Label, reasoning = ''): Verdict {
  return { ...slot, status: 'ok', label, ...(reasoning === '' ? {} : { reasoning }) };
}

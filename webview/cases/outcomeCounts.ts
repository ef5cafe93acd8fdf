import type { VerdictChip } from '../../src/core/report/reportModel';
import type { Outcome } from '../reportTypes';

/** What is wrong stands first. */
const order: readonly Outcome[] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];

/** How many verdicts have each outcome; outcomes without any are left out. */
export function outcomeCounts(
  chips: readonly VerdictChip[],
): readonly { readonly outcome: Outcome; readonly count: number }[] {
  return order
    .map((outcome) => ({ outcome, count: chips.filter((chip) => chip.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
}

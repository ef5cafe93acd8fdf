import type { ReachedCap } from './budgetError';
import { capAmount } from './runCaps';

/** That a run waits, and for what, without a full stop. */
export function dayFullWords({ kind, cap }: Pick<ReachedCap, 'kind' | 'cap'>): string {
  return `Waiting for calls of other runs, which count towards the cap of ${capAmount(kind, cap)} a day`;
}

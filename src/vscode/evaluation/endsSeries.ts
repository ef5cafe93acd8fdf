import type { RunSession } from '../../core/engine/runSession';

/** True where the next of several runs would end the same way: at the cap that they share, or for a key that is refused. */
export function endsSeries({ state }: RunSession): boolean {
  return state.status?.status === 'overBudget' || state.status?.status === 'failed';
}

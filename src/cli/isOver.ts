import type { RunSession } from '../core/engine/runSession';

/** Whether a run has come to its end, with or without gaps. */
export function isOver({ state }: RunSession): boolean {
  return state.status?.status === 'completed' || state.status?.status === 'incomplete';
}

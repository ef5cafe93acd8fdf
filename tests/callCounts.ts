import type { RunState } from '../src/core/run/runState';

/** How often each role was called, and what a run counts besides. */
export function callCounts(state: RunState) {
  const callsOf = (role: 'tutor' | 'student' | 'judge'): number => state.useOf(undefined, role).calls;
  const { cached, retries } = state.useOf();
  const calls = { tutorCalls: callsOf('tutor'), studentCalls: callsOf('student'), judgeCalls: callsOf('judge') };
  return { ...state.counts, ...calls, cachedCalls: cached, retries };
}

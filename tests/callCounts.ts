import type { RunState } from '../src/core/run/runState';

type Calls = Readonly<Record<'tutorCalls' | 'studentCalls' | 'judgeCalls' | 'cachedCalls' | 'retries', number>>;

/** How often each role was called, and what a run counts besides. */
export function callCounts(state: RunState): RunState['counts'] & Calls {
  const callsOf = (role: 'tutor' | 'student' | 'judge'): number => state.useOf(undefined, role).calls;
  const { cached, retries } = state.useOf();
  const calls = { tutorCalls: callsOf('tutor'), studentCalls: callsOf('student'), judgeCalls: callsOf('judge') };
  return { ...state.counts, ...calls, cachedCalls: cached, retries };
}

import { describe, expect, it } from 'vitest';
import { capProblem, raisedCap, capsOfAttempt, capSentences } from '../../../src/core/run/runCaps';

describe('the caps of a run', () => {
  it('of a later attempt are those of the last one, below the settings and what was named for the run', () => {
    const started = { maxCostUsd: 1, maxCalls: 10, runId: 'run-1' };
    const first = capsOfAttempt({ started, last: undefined, settings: { maxCostUsd: 2 }, named: { maxCalls: 20 } });
    expect(first).toEqual({ caps: { maxCostUsd: 2, maxCalls: 20 }, byHand: ['maxCalls'] });
    // Without settings, as on the command line.
    expect(capsOfAttempt({ started, last: first })).toEqual(first);
    // A setting takes the place of what a setting said, not of what was named for this run.
    const second = capsOfAttempt({ started, last: first, settings: { maxCostUsd: 3, maxCalls: 5, maxCallsPerDay: 7 } });
    expect(second).toEqual({ caps: { maxCostUsd: 3, maxCalls: 20, maxCallsPerDay: 7 }, byHand: ['maxCalls'] });
    const third = capsOfAttempt({ started, last: second, named: { maxCalls: 30, maxCostUsd: undefined } });
    expect(third).toEqual({ caps: { maxCostUsd: 3, maxCalls: 30, maxCallsPerDay: 7 }, byHand: ['maxCalls'] });
    expect(capsOfAttempt({ started: {}, last: undefined })).toEqual({ caps: {}, byHand: [] });
  });

  it('are said one by one', () => {
    expect(capSentences({})).toEqual([]);
    expect(capSentences({ maxCostUsd: 2, maxCallsPerDay: 5_000 })).toEqual([
      'The run stops before passing $2.00.',
      'The run stops before all runs of the store together pass 5,000 calls in a UTC day.',
    ]);
    expect(capSentences({ maxCalls: 1 })).toEqual(['The run stops before passing 1 call.']);
  });
});

describe('a cap that is raised', () => {
  it('must be above the old one and above what the run has come to', () => {
    const cost = raisedCap('maxCostUsd', 0.5, { usd: 0.75, calls: 3 });
    expect(cost).toEqual({ kind: 'maxCostUsd', least: 0.75, suggestion: 1.5 });
    expect(capProblem(cost, '0.75')).toBe('tooLow');
    expect(capProblem(cost, ' 0.8 ')).toBeUndefined();
    expect(capProblem(cost, '')).toBe('noNumber');
    expect(capProblem(cost, 'much')).toBe('noNumber');
    expect(capProblem(cost, 'Infinity')).toBe('noNumber');
  });

  it('on calls is a whole number; over a day the run alone says nothing', () => {
    const calls = raisedCap('maxCalls', 40, { usd: 0, calls: 40 });
    expect(calls.suggestion).toBe(80);
    expect(capProblem(calls, '40.5')).toBe('notWhole');
    expect(capProblem(calls, '41')).toBeUndefined();
    expect(raisedCap('maxCallsPerDay', 10, { usd: 9, calls: 900 }).least).toBe(10);
    expect(raisedCap('maxCostUsdPerDay', undefined, { usd: 9, calls: 900 }).least).toBe(0);
  });

  it('a second time is above the one that was reached, and above what the day had come to', () => {
    const spent = { usd: 1, calls: 10 };
    const raised = (cap: number, calls: number): number =>
      raisedCap('maxCallsPerDay', 10, spent, { cap, spent: { usd: 0, calls } }).least;
    expect(raised(40, 40)).toBe(40);
    expect(raised(40, 55)).toBe(55);
    expect(raised(5, 0)).toBe(10);
  });
});

import { describe, expect, it } from 'vitest';
import { capProblem, raisedCap } from '../../../src/core/engine/raisedCap';
import { capsLeft, capsNow, capSentences } from '../../../src/core/engine/runCaps';

describe('the caps of a run', () => {
  it('are each as given now, else as the run was started with', () => {
    const started = { maxCostUsd: 1, maxCalls: 10, runId: 'run-1' };
    expect(capsNow({ maxCostUsd: undefined, maxCalls: 20, maxCallsPerDay: 5 }, started)).toEqual({
      maxCostUsd: 1,
      maxCalls: 20,
      maxCallsPerDay: 5,
    });
  });

  it('that hold for several runs leave the later ones what the earlier ones left; days count for themselves', () => {
    const caps = { maxCostUsd: 1, maxCalls: 10, maxCostUsdPerDay: 1, maxCallsPerDay: 10 };
    const spent = [
      { usd: 0.25, calls: 4 },
      { usd: 0.5, calls: 8 },
    ];
    expect(capsLeft(caps, spent)).toEqual({ ...caps, maxCostUsd: 0.25, maxCalls: 0 });
    expect(capsLeft({}, spent)).toEqual({});
  });

  it('are said one by one', () => {
    expect(capSentences({})).toEqual([]);
    expect(capSentences({ maxCostUsd: 2, maxCallsPerDay: 5_000 })).toEqual([
      'The run stops before passing $2.00.',
      'It stops before all runs of the store together pass 5,000 calls in a UTC day.',
    ]);
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
});

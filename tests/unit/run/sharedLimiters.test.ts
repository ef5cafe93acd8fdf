import { describe, expect, it } from 'vitest';
import type { CallLimiter } from '../../../src/core/run/callLimiter';
import { SharedLimiters, type LimiterLease } from '../../../src/core/run/sharedLimiters';

const bounds = { start: 1, floor: 1, ceiling: 8 };

function take(lease: LimiterLease, server = 'openai', key = 'k', heard: number[] = []): CallLimiter {
  return lease.take(server, key, bounds, (limit) => heard.push(limit));
}

async function answer(limiter: CallLimiter): Promise<void> {
  const slot = limiter.slot();
  await slot.enter(new AbortController().signal);
  slot.answered();
  slot.leave();
}

describe('limiters of several runs', () => {
  it('are one for a server and key, and others for another server or key', () => {
    const limiters = new SharedLimiters();
    const [one, two] = [limiters.lease(), limiters.lease()];
    const limiter = take(one);
    expect(take(two)).toBe(limiter);
    expect(take(two, 'anthropic')).not.toBe(limiter);
    expect(take(two, 'openai', 'another')).not.toBe(limiter);
  });

  it('tell each run of changes for as long as it goes on', async () => {
    const limiters = new SharedLimiters();
    const [one, two] = [limiters.lease(), limiters.lease()];
    const [first, second]: [number[], number[]] = [[], []];
    const limiter = take(one, 'openai', 'k', first);
    take(two, 'openai', 'k', second);
    await answer(limiter);
    one.release();
    await answer(limiter);
    await answer(limiter);
    expect([first, second]).toEqual([[2], [2, 4]]);
  });

  it('are kept while any run uses them, and made anew afterwards', () => {
    const limiters = new SharedLimiters();
    const [one, two] = [limiters.lease(), limiters.lease()];
    const limiter = take(one);
    take(two);
    one.release();
    one.release();
    const three = limiters.lease();
    expect(take(three)).toBe(limiter);
    two.release();
    three.release();
    expect(take(limiters.lease())).not.toBe(limiter);
  });
});

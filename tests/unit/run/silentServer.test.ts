import { describe, expect, it } from 'vitest';
import type { ProviderFailure } from '../../../src/core/providers/provider';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError } from './fakeProvider';
import { MemoryReplyCache } from './memoryReplyCache';
import { SteppedClock } from './steppedClock';
import { resumeRun, startRun } from './toyRun';

const minute = 60_000;
const timeLimit = 10 * minute;
const base = { benchmark: plainToy, samples: plainSamples(100), baseUrl: 'http://127.0.0.1:9/v1' };

/** A server that answers this many calls. Later calls fail; a time-out takes its whole limit. */
function goneAfter(answers: number, failure: ProviderFailure, clock: SteppedClock) {
  let left = answers;
  let asked = 0;
  const provider = new FakeProvider(async (request, _index, signal) => {
    if (left > 0) {
      left -= 1;
      return { text: defaultAnswer(request), finish: 'stop' };
    }
    asked += 1;
    if (failure === 'timeout') await clock.delay(timeLimit, signal);
    throw providerError(failure, 'Nobody is there.');
  });
  return { provider, asked: () => asked, comeBack: () => (left = Number.POSITIVE_INFINITY) };
}

describe.each([1, 16])('a server that never answers, with %i calls in flight', (slots) => {
  const options = { ...base, slots: { start: slots, floor: 1, ceiling: 64 } };

  it.each(['network', 'overloaded'] as const)(
    'is given up after six attempts of all calls together (%s), and the run can be resumed',
    async (failure) => {
      const clock = new SteppedClock();
      const started = clock.now();
      const server = goneAfter(0, failure, clock);
      const { status, records, store } = await startRun({ ...options, provider: server.provider, clock });
      expect(status.status).toBe('failed');
      expect(status.detail).toBe('Nobody is there. No call to fake:tutor was answered.');
      // Three failures in a row and the calls in flight show that the server is gone. Then three single probes follow.
      expect(server.asked()).toBeGreaterThanOrEqual(6);
      expect(server.asked()).toBeLessThanOrEqual(slots + 6);
      expect(clock.now() - started).toBeLessThan(30_000);
      expect(records.filter(({ kind }) => kind === 'failed')).toEqual([]);
      server.comeBack();
      expect((await resumeRun({ ...options, provider: server.provider, store, clock })).status.status).toBe(
        'completed',
      );
    },
  );

  it('is given up after one whole time limit where it takes calls and says nothing', async () => {
    const clock = new SteppedClock();
    const started = clock.now();
    const server = goneAfter(0, 'timeout', clock);
    const { status, records } = await startRun({ ...options, provider: server.provider, clock });
    expect(status.detail).toBe('Nobody is there. No call to fake:tutor was answered.');
    expect(server.asked()).toBe(slots);
    expect(clock.now() - started).toBe(timeLimit);
    expect(records.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });
});

describe('a server that answered and then does no more', () => {
  // One slot, as the server has room for one. The queue holds tutor calls only, because all judgements are done.
  const options = { ...base, slots: { start: 1, floor: 1, ceiling: 64 } };

  it.each(['network', 'overloaded'] as const)(
    'is given up after five minutes for all calls together (%s), however many wait',
    async (failure) => {
      const clock = new SteppedClock();
      const started = clock.now();
      const server = goneAfter(60, failure, clock);
      const { status, records } = await startRun({ ...options, provider: server.provider, clock });
      expect(status.detail).toMatch(/^Nobody is there\. .*resume the run later/);
      expect(clock.now() - started).toBeGreaterThanOrEqual(5 * minute);
      expect(clock.now() - started).toBeLessThan(6 * minute);
      expect(records.filter(({ kind }) => kind === 'failed')).toEqual([]);
    },
  );

  it('is given up after six whole time limits where it takes calls and says nothing', async () => {
    const clock = new SteppedClock();
    const started = clock.now();
    const server = goneAfter(60, 'timeout', clock);
    const { status } = await startRun({ ...options, provider: server.provider, clock });
    expect(status.detail).toMatch(/^Nobody is there\. .*resume the run later/);
    expect(clock.now() - started).toBeLessThanOrEqual(6 * timeLimit + minute);
  });
});

describe('the time limit that a user sets for a model', () => {
  it('goes with each of its calls, and does not keep answers of the cache from a run with another one', async () => {
    const cache = new MemoryReplyCache();
    const provider = new FakeProvider();
    const options = { ...base, samples: plainSamples(2), provider, cache };
    await startRun({ ...options, tutorTimeoutMs: 90_000 });
    const limits = provider.requests.map((request) => [isJudgeCall(request), request.timeoutMs]);
    expect(limits.filter(([isJudge]) => isJudge !== true)).toEqual([
      [false, 90_000],
      [false, 90_000],
    ]);
    expect(limits.filter(([isJudge, limit]) => isJudge === true && limit !== undefined)).toEqual([]);
    const asked = provider.requests.length;
    await startRun({ ...options, tutorTimeoutMs: 5_000 });
    expect(provider.requests).toHaveLength(asked);
  });
});

describe('a call that takes longer than its time limit while others are answered', () => {
  it('is made twice and no more, and costs its sample alone', async () => {
    const clock = new SteppedClock();
    let slow = 0;
    const provider = new FakeProvider(async (request, _index, signal) => {
      if (request.messages.at(-1)?.content !== 's7 says 1') return defaultAnswer(request);
      slow += 1;
      await clock.delay(timeLimit, signal);
      throw providerError('timeout', 'It took too long.');
    });
    const { status, records } = await startRun({ ...base, samples: plainSamples(20), provider, clock });
    expect(status.status).toBe('incomplete');
    expect(slow).toBe(2);
    expect(records.filter(({ kind }) => kind === 'failed')).toMatchObject([{ failure: 'timeout', retries: 1 }]);
  });
});

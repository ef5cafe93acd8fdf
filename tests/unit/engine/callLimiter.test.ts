import { describe, expect, it } from 'vitest';
import { CallLimiter } from '../../../src/core/engine/callLimiter';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { startRun } from './toyRun';

/** One call in a lane of its own. */
async function inLane<Result>(limiter: CallLimiter, signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  const lane = limiter.lane();
  await lane.enter(signal);
  try {
    return await call();
  } finally {
    lane.leave();
  }
}

describe('CallLimiter', () => {
  it('admits in order, as lanes come free', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const order: number[] = [];
    const { signal } = new AbortController();
    await Promise.all(
      [1, 2, 3, 4].map((call) =>
        inLane(limiter, signal, async () => {
          await Promise.resolve();
          order.push(call);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('lets go of a lane when the call throws, also at once', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const { signal } = new AbortController();
    const broken = inLane(limiter, signal, () => {
      throw new Error('at once');
    });
    await expect(broken).rejects.toThrow('at once');
    await expect(inLane(limiter, signal, () => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('forgets one who gives up waiting', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const controller = new AbortController();
    let release = (): void => undefined;
    const first = inLane(
      limiter,
      new AbortController().signal,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const given = inLane(limiter, controller.signal, () => Promise.resolve('never'));
    const third = inLane(limiter, new AbortController().signal, () => Promise.resolve('third'));
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    release();
    await first;
    await expect(third).resolves.toBe('third');
    await expect(inLane(limiter, controller.signal, () => Promise.resolve())).rejects.toThrow('given up');
  });

  it('halves once for a burst of refusals, not below the floor, and grows by one a round up to the ceiling', () => {
    const seen: number[] = [];
    const limiter = new CallLimiter({ start: 8, floor: 2, ceiling: 9 }, (limit) => seen.push(limit));
    const rounds = (calls: number): void => {
      for (let call = 0; call < calls; call += 1) limiter.succeeded();
    };
    for (let call = 0; call < 8; call += 1) limiter.rateLimited();
    expect(limiter.limit).toBe(4);
    rounds(4);
    expect(limiter.limit).toBe(5);
    // Four calls of the round of five are in: this refusal is still of the burst.
    limiter.rateLimited();
    expect(seen).toEqual([4, 5]);
    rounds(1);
    limiter.rateLimited();
    expect(seen).toEqual([4, 5, 2]);
    rounds(200);
    expect(limiter.limit).toBe(9);
    for (let cut = 0; cut < 5; cut += 1) {
      limiter.rateLimited();
      rounds(limiter.limit - 1);
      limiter.rateLimited();
      rounds(1);
    }
    expect(limiter.limit).toBeGreaterThanOrEqual(2);
  });
});

describe('a run against a provider that refuses too many calls at once', () => {
  it('goes down, loses nothing, grows back, and says so', async () => {
    const provider: FakeProvider = new FakeProvider((request, index) => {
      if (index > 10 && index < 60 && provider.inFlight > 2) throw providerError('rateLimit', undefined, 1_000);
      return defaultAnswer(request);
    });
    const { status, events, limiter, session } = await startRun({
      benchmark: plainToy,
      samples: plainSamples(80),
      provider,
      lanes: { start: 8, floor: 1, ceiling: 8 },
    });
    expect(status.status).toBe('completed');
    const limits = events.flatMap((event) => (event.kind === 'limit' ? [event.limit] : []));
    expect(Math.min(...limits)).toBeLessThanOrEqual(4);
    expect(limiter.limit).toBe(8);
    expect(provider.peak).toBe(8);
    expect(session.state.counts).toMatchObject({ replies: 80, judgements: 160 });
    expect(session.state.counts.retries).toBe(events.filter((event) => event.kind === 'retrying').length);
    expect(session.state.counts.retries).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { CallLimiter } from '../../../src/core/run/callLimiter';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { driven, enter } from './drivenLimiter';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { startRun } from './toyRun';
import { callCounts } from '../../callCounts';

/** One call in a slot of its own. */
async function inSlot<Result>(limiter: CallLimiter, signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  const slot = limiter.slot();
  await slot.enter(signal);
  try {
    return await call();
  } finally {
    slot.leave();
  }
}

describe('CallLimiter', () => {
  it('admits in order, as slots come free', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const order: number[] = [];
    const { signal } = new AbortController();
    await Promise.all(
      [1, 2, 3, 4].map((call) =>
        inSlot(limiter, signal, async () => {
          await Promise.resolve();
          order.push(call);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('lets go of a slot when the call throws, also at once', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const { signal } = new AbortController();
    const broken = inSlot(limiter, signal, () => {
      throw new Error('at once');
    });
    await expect(broken).rejects.toThrow('at once');
    await expect(inSlot(limiter, signal, () => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('forgets one who gives up waiting', async () => {
    const limiter = new CallLimiter({ start: 1, floor: 1, ceiling: 1 });
    const controller = new AbortController();
    let release = (): void => undefined;
    const first = inSlot(
      limiter,
      new AbortController().signal,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const given = inSlot(limiter, controller.signal, () => Promise.resolve('never'));
    const third = inSlot(limiter, new AbortController().signal, () => Promise.resolve('third'));
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    release();
    await first;
    await expect(third).resolves.toBe('third');
    await expect(inSlot(limiter, controller.signal, () => Promise.resolve())).rejects.toThrow('given up');
  });

  it('doubles each round until the first trouble, then halves once for a burst and grows by one', async () => {
    const { limiter, seen, rounds } = await driven({ start: 2, floor: 1, ceiling: 40 });
    await rounds(1);
    await rounds(1);
    await rounds(1);
    expect(seen).toEqual([4, 8, 16]);
    const burst = await enter(limiter, 16);
    for (const slot of burst) slot.failed('rateLimit');
    expect(limiter.limit).toBe(8);
    for (const slot of burst) slot.leave();
    await rounds(2);
    expect(seen).toEqual([4, 8, 16, 8, 9, 10]);
  });

  it('never leaves its bounds', async () => {
    const { limiter, rounds, pass } = await driven({ start: 4, floor: 2, ceiling: 6 });
    await rounds(9);
    expect(limiter.limit).toBe(6);
    for (let cut = 0; cut < 5; cut += 1) {
      const [slot] = await enter(limiter, 1);
      slot!.failed('rateLimit');
      slot!.leave();
      await pass(120_000);
      await rounds(1);
    }
    expect(limiter.limit).toBeGreaterThanOrEqual(2);
  });

  it.each(['overloaded', 'server'] as const)(
    'stops growing for a while after %s, and shrinks for nothing',
    async (error) => {
      const { limiter, seen, rounds } = await driven({ start: 4, floor: 1, ceiling: 40 });
      const [slot] = await enter(limiter, 1);
      slot!.failed(error);
      slot!.leave();
      await rounds(1);
      expect(seen).toEqual([]);
      await rounds(1);
      expect(seen).toEqual([5]);
    },
  );

  it('halves after a time-out too, once for those that began together, and lets calls through meanwhile', async () => {
    const { limiter, seen } = await driven({ start: 16, floor: 1, ceiling: 64 });
    for (const slot of await enter(limiter, 16)) {
      slot.failed('timeout');
      slot.leave();
    }
    expect(seen).toEqual([8]);
    expect(await enter(limiter, 8)).toHaveLength(8);
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
      slots: { start: 8, floor: 1, ceiling: 8 },
    });
    expect(status.status).toBe('completed');
    const limits = events.flatMap((event) => (event.kind === 'limit' ? [event.limit] : []));
    expect(Math.min(...limits)).toBeLessThanOrEqual(4);
    expect(limiter.limit).toBe(8);
    expect(provider.peak).toBe(8);
    expect(callCounts(session.state)).toMatchObject({ replies: 80, judgements: 160 });
    expect(callCounts(session.state).retries).toBe(events.filter((event) => event.kind === 'retrying').length);
    expect(callCounts(session.state).retries).toBeGreaterThan(0);
  });
});

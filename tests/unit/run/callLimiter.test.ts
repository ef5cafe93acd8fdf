import { describe, expect, it } from 'vitest';
import { CallLimiter, type LimiterBounds, type Slot } from '../../../src/core/run/callLimiter';
import type { Clock } from '../../../src/core/run/clock';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { startRun } from './toyRun';

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

const never = new AbortController().signal;

async function enter(limiter: CallLimiter, calls: number): Promise<readonly Slot[]> {
  const slots = Array.from({ length: calls }, () => limiter.slot());
  await Promise.all(slots.map((slot) => slot.enter(never)));
  return slots;
}

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A limiter whose time passes by hand. */
async function driven(bounds: LimiterBounds) {
  let now = 0;
  const timers = new Set<Timer>();
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    delay: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = { at: now + ms, ring: resolve };
        timers.add(timer);
        signal.addEventListener('abort', () => {
          timers.delete(timer);
          reject(signal.reason as Error);
        });
      }),
  };
  const seen: number[] = [];
  const limiter = new CallLimiter(bounds, clock);
  limiter.follow((limit) => seen.push(limit));
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.ring();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Full rounds of calls that go well. */
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      await pass(120_000);
      const size = limiter.limit;
      for (let call = 0; call < size; call += 1) {
        const [slot] = await enter(limiter, 1);
        slot!.answered();
        slot!.leave();
      }
    }
  };
  await Promise.resolve();
  return { limiter, seen, pass, rounds, timers: () => timers.size };
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

  it('keeps asking a server that answers one call at a time and refuses the next one meanwhile', async () => {
    const { limiter, pass } = await driven({ start: 2, floor: 2, ceiling: 2 });
    const pauses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const slots = [limiter.slot(), limiter.slot()];
      const inside: Slot[] = [];
      for (const slot of slots) void slot.enter(never).then(() => inside.push(slot));
      let waited = 0;
      for (; inside.length < 2 && waited < 300_000; waited += 500) await pass(500);
      pauses.push(waited);
      const [answered, refused] = inside;
      refused?.failed('rateLimit');
      refused?.leave();
      answered?.answered();
      answered?.leave();
    }
    // A pause and a second between two tries; without end it would be doubled up to a minute.
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3_000);
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

  it('lets nobody through after a refusal until the server’s wish is over, at first no longer than a second', async () => {
    for (const [asked, closedMs] of [
      [200, 200],
      [600_000, 1_000],
      [undefined, 1_000],
    ] as const) {
      const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
      const [refused] = await enter(limiter, 1);
      refused!.failed('rateLimit', asked);
      refused!.leave();
      const waiting = limiter.slot();
      let inside = false;
      const entering = waiting.enter(never).then(() => (inside = true));
      await pass(closedMs - 1);
      expect(inside).toBe(false);
      await pass(1);
      await entering;
      expect(inside).toBe(true);
    }
  });

  it('sends one call to try, waits twice as long when that is refused too, and opens with an answer', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const entered: Slot[] = [];
    const gone = await enter(limiter, 3);
    for (const slot of gone) slot.failed('network');
    for (const slot of gone) slot.leave();
    for (let call = 0; call < 5; call += 1) {
      const slot = limiter.slot();
      void slot.enter(never).then(() => entered.push(slot));
    }
    await pass(1_000);
    expect(entered).toHaveLength(1);
    entered[0]!.failed('network');
    entered[0]!.leave();
    await pass(1_999);
    expect(entered).toHaveLength(1);
    await pass(1);
    expect(entered).toHaveLength(2);
    entered[1]!.answered();
    await pass(0);
    expect(entered).toHaveLength(5);
  });

  it.each(['network', 'overloaded'] as const)(
    'takes up to two failures of the kind “%s” in a row for bad luck, whatever their number in all',
    async (error) => {
      const { limiter } = await driven({ start: 8, floor: 1, ceiling: 8 });
      for (let call = 0; call < 9; call += 1) {
        const [slot] = await enter(limiter, 1);
        if (call % 3 === 2) slot!.answered();
        else slot!.failed(error);
        slot!.leave();
      }
      expect(await enter(limiter, 8)).toHaveLength(8);
    },
  );

  it('lets another one try each second while nothing is heard, whatever is still in flight, so that one that hangs holds up nobody', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [refused, slow] = await enter(limiter, 2);
    refused!.failed('rateLimit');
    refused!.leave();
    const entered: Slot[] = [];
    for (let call = 0; call < 6; call += 1) {
      const slot = limiter.slot();
      void slot.enter(never).then(() => entered.push(slot));
    }
    for (const expected of [1, 2, 3]) {
      await pass(1_000);
      expect(entered).toHaveLength(expected);
    }
    slow!.leave();
    entered[0]!.failed('rateLimit');
    await pass(1_999);
    expect(entered).toHaveLength(3);
    await pass(1);
    expect(entered).toHaveLength(4);
  });

  it('looks every ten seconds whether a lost provider is there again', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    for (const slot of await enter(limiter, 3)) {
      slot.failed('network');
      slot.leave();
    }
    for (let look = 0; look < 12; look += 1) {
      let inside = false;
      const slot = limiter.slot();
      void slot.enter(never).then(() => (inside = true));
      await pass(10_000);
      expect(inside).toBe(true);
      slot.failed('network');
      slot.leave();
    }
  });

  it('is not opened or closed by calls that were on their way before it closed', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [one, two, three] = await enter(limiter, 3);
    one!.failed('rateLimit');
    two!.answered();
    three!.failed('rateLimit');
    for (const slot of [one, two, three]) slot!.leave();
    let inside = false;
    void limiter
      .slot()
      .enter(never)
      .then(() => (inside = true));
    await pass(999);
    expect(inside).toBe(false);
    await pass(1);
    expect(inside).toBe(true);
  });

  it('rests when a server says that there is no room left', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [slot] = await enter(limiter, 1);
    slot!.answered({ remaining: 0, resetMs: 5_000 });
    slot!.leave();
    let inside = false;
    void limiter
      .slot()
      .enter(never)
      .then(() => (inside = true));
    await pass(4_999);
    expect(inside).toBe(false);
    await pass(1);
    expect(inside).toBe(true);
  });

  it('keeps to that rest whatever is answered meanwhile, of calls that were on their way', async () => {
    const { limiter, pass } = await driven({ start: 4, floor: 1, ceiling: 4 });
    const [one, two, three] = await enter(limiter, 3);
    one!.answered({ remaining: 0, resetMs: 30_000 });
    two!.answered({ remaining: 7, resetMs: 30_000 });
    three!.answered();
    for (const slot of [one, two, three]) slot!.leave();
    const entered: Slot[] = [];
    for (let call = 0; call < 3; call += 1) {
      const slot = limiter.slot();
      void slot.enter(never).then(() => entered.push(slot));
    }
    await pass(9_999);
    expect(entered).toHaveLength(0);
    // One sees every ten seconds whether it is so; nothing is heard of it yet.
    await pass(1);
    expect(entered).toHaveLength(1);
    await pass(9_999);
    expect(entered).toHaveLength(1);
    await pass(1);
    expect(entered).toHaveLength(2);
    await pass(10_000);
    expect(entered).toHaveLength(3);
  });

  it('ends a long rest when a call is answered in it, and believes no more in rests that never were', async () => {
    const { limiter, pass } = await driven({ start: 4, floor: 1, ceiling: 4 });
    const always = { remaining: 0, resetMs: 3_600_000 };
    const use = async (): Promise<number> => {
      const slot = limiter.slot();
      let waited = 0;
      const inside: Slot[] = [];
      void slot.enter(never).then(() => inside.push(slot));
      for (; inside.length === 0; waited += 1_000) await pass(1_000);
      slot.answered(always);
      slot.leave();
      return waited;
    };
    const waits: number[] = [];
    for (let call = 0; call < 6; call += 1) waits.push(await use());
    expect(waits.slice(1, 4)).toEqual([10_000, 10_000, 10_000]);
    expect(waits.slice(5)).toEqual([waits[0]]);
    const [refused] = await enter(limiter, 1);
    refused!.failed('rateLimit');
    refused!.leave();
    await use();
    expect(await use()).toBe(10_000);
  });

  it('does not grow beyond the room that a server says is left', async () => {
    const { limiter, seen } = await driven({ start: 4, floor: 1, ceiling: 40 });
    const use = async (remaining: number): Promise<void> => {
      for (let call = 0; call < 8; call += 1) {
        const [slot] = await enter(limiter, 1);
        slot!.answered({ remaining, resetMs: 1_000 });
        slot!.leave();
      }
    };
    await use(4);
    expect(seen).toEqual([]);
    await use(100);
    expect(seen[0]).toBe(8);
  });

  it('leaves no timer behind when all who waited have given up', async () => {
    const { limiter, timers } = await driven({ start: 1, floor: 1, ceiling: 1 });
    const [slot] = await enter(limiter, 1);
    slot!.failed('rateLimit');
    slot!.leave();
    const controller = new AbortController();
    const waiting = limiter.slot().enter(controller.signal);
    expect(timers()).toBe(1);
    controller.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    expect(timers()).toBe(0);
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

import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/core/run/clock';
import type { RunEvent } from '../../../src/core/run/runEvent';
import { ServerSilence, silenceWords } from '../../../src/core/run/serverSilence';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError } from './fakeProvider';
import { startRun } from './toyRun';

/** Time and looks by hand. */
function byHand() {
  const clock = { ms: 1_000_000, now: () => clock.ms, elapsed: () => clock.ms, delay: () => Promise.resolve() };
  let look = (): void => undefined;
  let isLooking = false;
  return {
    clock: clock satisfies Clock,
    everySecond: (looking: () => void) => {
      look = looking;
      isLooking = true;
      return () => (isLooking = false);
    },
    isLooking: () => isLooking,
    pass: (seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        clock.ms += 1_000;
        look();
      }
    },
  };
}

type Waiting = Extract<RunEvent, { kind: 'waiting' }>;

/** A tutor that answers a call when it is told to, and judges that answer at once. */
function heldTutor() {
  const held: (() => void)[] = [];
  const provider = new FakeProvider(async (request) => {
    if (!isJudgeCall(request)) await new Promise<void>((resolve) => held.push(resolve));
    return defaultAnswer(request);
  });
  return { held, provider };
}

describe('a server that says nothing', () => {
  it('is named within ten seconds, with each second anew, until it has answered', async () => {
    const { clock, everySecond, pass, isLooking } = byHand();
    const { held, provider } = heldTutor();
    const events: Waiting[] = [];
    const run = startRun(
      { benchmark: plainToy, samples: plainSamples(1), provider, clock, everySecond, baseUrl: 'http://127.0.0.1:1/v1' },
      { onEvent: (event) => event.kind === 'waiting' && events.push(event) },
    );
    await expect.poll(() => held.length).toBe(1);
    pass(8);
    expect(events).toEqual([]);
    pass(2);
    expect(events).toMatchObject([
      { provider: 'fake', isWaiting: true, calls: 1, seconds: 9 },
      { provider: 'fake', isWaiting: true, calls: 1, seconds: 10 },
    ]);
    held[0]?.();
    expect((await run).status.status).toBe('completed');
    expect(events.at(-1)).toMatchObject({ isWaiting: false });
    expect(isLooking()).toBe(false);
    pass(60);
    expect(events).toHaveLength(3);
  });

  it('is not one where any of its calls is answered, or fails', async () => {
    const { clock, everySecond, pass } = byHand();
    const held: (() => void)[] = [];
    let isBroken = true;
    const provider = new FakeProvider(async (request, index) => {
      if (!isJudgeCall(request)) await new Promise<void>((resolve) => held.push(resolve));
      if (index === 2 && isBroken) {
        isBroken = false;
        throw providerError('server');
      }
      return defaultAnswer(request);
    });
    const events: Waiting[] = [];
    const run = startRun(
      { benchmark: plainToy, samples: plainSamples(3), provider, clock, everySecond },
      { onEvent: (event) => event.kind === 'waiting' && events.push(event) },
    );
    for (const place of [0, 1, 2, 3]) {
      await expect.poll(() => held.length).toBeGreaterThan(place);
      pass(8);
      held[place]?.();
      // As the answer of one call is there, the silence of all has ended.
      await expect.poll(() => provider.inFlight).toBeLessThanOrEqual(3 - Math.max(0, place - 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run;
    expect(events).toEqual([]);
  });

  it.each(['network', 'overloaded', 'rateLimit'] as const)(
    'is named within ten seconds where calls to it fail at once (%s), with what is wrong, until it answers',
    async (failure) => {
      const { clock, everySecond, pass } = byHand();
      let isThere = false;
      const wakers: (() => void)[] = [];
      // Nobody is woken before it is told to be: the waits between two attempts.
      const waiting: Clock = {
        ...clock,
        elapsed: () => clock.ms,
        delay: () => new Promise((wake) => wakers.push(wake)),
      };
      const provider = new FakeProvider((request) => {
        if (!isThere) throw providerError(failure, 'Nobody is there. Look whether it runs.');
        return defaultAnswer(request);
      });
      const events: Waiting[] = [];
      const run = startRun(
        { benchmark: plainToy, samples: plainSamples(2), provider, clock: waiting, everySecond },
        { onEvent: (event) => event.kind === 'waiting' && events.push(event) },
      );
      await expect.poll(() => wakers.length).toBeGreaterThan(0);
      pass(10);
      expect(events.at(-1)).toMatchObject({
        isWaiting: true,
        seconds: 10,
        problem: 'Nobody is there. Look whether it runs.',
      });
      isThere = true;
      clock.ms += 60_000;
      let ended: string | undefined;
      void run.then(({ status }) => (ended = status.status));
      await expect
        .poll(() => {
          for (const wake of wakers.splice(0)) wake();
          return ended;
        })
        .toBe('completed');
      expect(events.at(-1)).toMatchObject({ isWaiting: false });
      const told = events.length;
      pass(60);
      expect(events).toHaveLength(told);
    },
  );

  it('is said to be asked again in so many seconds, by the soonest of its calls', () => {
    const { clock } = byHand();
    const events: Waiting[] = [];
    const silence = new ServerSilence(clock, (event) => event.kind === 'waiting' && events.push(event));
    const calls = [30_000, 20_000].map((delayMs) => ({
      delayMs,
      call: silence.call({ provider: new FakeProvider() }),
    }));
    for (const { delayMs, call } of calls) {
      call.sent();
      call.failed(providerError('network', 'Nobody is there.'), delayMs);
    }
    clock.ms += 12_000;
    silence.poll();
    expect(events.at(-1)).toMatchObject({ calls: 2, nextTryIn: 8 });
    clock.ms += 9_000;
    silence.poll();
    expect(events.at(-1)).toMatchObject({ calls: 2, nextTryIn: undefined });
  });

  it('is named with its address where it is not the provider’s own', () => {
    const event = { kind: 'waiting', provider: 'openai', isWaiting: true, seconds: 9 } as const;
    expect(silenceWords('OpenAI', { ...event, baseUrl: 'http://127.0.0.1:9/v1', calls: 2 })).toBe(
      'Waiting for OpenAI at http://127.0.0.1:9/v1: no answer for 9 s to 2 calls',
    );
    expect(silenceWords('OpenAI', { ...event, baseUrl: undefined, calls: 1 })).toBe(
      'Waiting for OpenAI: no answer for 9 s to one call',
    );
    const refused = { ...event, baseUrl: undefined, calls: 1, problem: 'Nobody is there.' };
    expect(silenceWords('OpenAI', refused)).toBe('Waiting for OpenAI: no answer for 9 s to one call. Nobody is there');
    expect(silenceWords('OpenAI', { ...refused, nextTryIn: 12 })).toBe(
      'Waiting for OpenAI: no answer for 9 s to one call. Nobody is there. Next try in 12 s',
    );
  });
});

import { CallLimiter, type LimiterBounds, type Slot } from '../../../src/core/run/callLimiter';
import type { Clock } from '../../../src/core/run/clock';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

export async function enter(limiter: CallLimiter, calls: number): Promise<readonly Slot[]> {
  const slots = Array.from({ length: calls }, () => limiter.slot());
  await Promise.all(slots.map((slot) => slot.enter(never)));
  return slots;
}

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A limiter whose time passes by hand. */
export async function driven(bounds: LimiterBounds): Promise<{
  readonly limiter: CallLimiter;
  readonly seen: readonly number[];
  readonly pass: (ms: number) => Promise<void>;
  readonly rounds: (count: number) => Promise<void>;
  readonly timers: () => number;
}> {
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

import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallLimiter } from '../../../src/core/run/callLimiter';
import { CircuitBreaker } from '../../../src/core/run/circuitBreaker';
import type { Clock } from '../../../src/core/run/clock';

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/**
 * A realistic clock: timers fire some milliseconds early or late, reads may fall into the next millisecond, the
 * computer sleeps, and somebody sets the time of day.
 */
class RealisticClock implements Clock {
  #ms = 0;
  #timeOfDay = Date.UTC(2026, 2, 1);
  readonly #timers = new Set<Timer>();
  readonly #draw: (most: number) => number;

  constructor(draws: readonly number[]) {
    let place = 0;
    this.#draw = (most) => (draws[place++ % draws.length] ?? 0) % (most + 1);
  }

  get timers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#timeOfDay;
  }

  elapsed(): number {
    const seen = this.#ms;
    // Time does not stand still between two looks.
    if (this.#draw(3) === 0) this.#ms += 1;
    return seen;
  }

  delay(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const off = this.#draw(4) - 2;
      const timer = { at: this.#ms + Math.max(1, ms + off), ring: resolve };
      this.#timers.add(timer);
      signal.addEventListener('abort', () => {
        this.#timers.delete(timer);
        reject(signal.reason as Error);
      });
    });
  }

  /** Goes on to the next timer, which rings. False where nobody waits for anything. */
  async step(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
    if (next === undefined) return false;
    this.#ms = Math.max(this.#ms, next.at);
    if (this.#draw(9) === 0) this.#ms += 1_000 * this.#draw(100);
    this.#timeOfDay += (this.#draw(2) - 1) * 86_400_000;
    this.#timers.delete(next);
    next.ring();
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }
}

const draws = fc.array(fc.nat({ max: 1_000 }), { minLength: 7, maxLength: 60 });

/** What comes of a call that is let through. */
const ends = ['answered', 'answered', 'rateLimit', 'network', 'overloaded', 'timeout', 'hangs'] as const;

describe('calls before a circuit breaker whose clock is no better than a real one', () => {
  it('are all let through in the end, and leave no timer behind', async () => {
    const outcomes = fc.array(fc.constantFrom(...ends), { minLength: 1, maxLength: 30 });
    const play = async (drawn: readonly number[], drawnEnds: readonly (typeof ends)[number][], calls: number) => {
      const clock = new RealisticClock(drawn);
      const limiter = new CallLimiter({ start: 8, floor: 1, ceiling: 8 }, clock);
      const never = new AbortController().signal;
      setMaxListeners(0, never);
      const hanging: (() => void)[] = [];
      let admitted = 0;
      const callOnce = async (call: number): Promise<void> => {
        const slot = limiter.slot();
        await slot.enter(never);
        admitted += 1;
        const end = drawnEnds[call % drawnEnds.length] ?? 'answered';
        if (end === 'hangs') await new Promise<void>((resolve) => hanging.push(resolve));
        if (end === 'answered' || end === 'hangs') slot.answered();
        else slot.failed(end, end === 'rateLimit' ? 1_500 : undefined);
        slot.leave();
      };
      const all = Promise.all(Array.from({ length: calls }, (_, call) => callOnce(call)));
      // Each step is a timer that rings. Where none does and nobody comes back, whoever still waits does so for ever.
      while ((await clock.step()) || hanging.length > 0) for (const end of hanging.splice(0)) end();
      expect(admitted).toBe(calls);
      await all;
      expect(clock.timers).toBe(0);
    };
    await fc.assert(fc.asyncProperty(draws, outcomes, fc.integer({ min: 1, max: 40 }), play), { numRuns: 200 });
  });

  it('try one after the other, a second apart and never before the pause after a refusal is over', async () => {
    const wishes = fc.array(fc.option(fc.integer({ min: 1, max: 90_000 }), { nil: undefined }), { minLength: 1 });
    const play = async (drawn: readonly number[], asked: readonly (number | undefined)[], triesEach: number) => {
      const clock = new RealisticClock(drawn);
      let onOpening = (): void => undefined;
      const breaker = new CircuitBreaker(clock, () => onOpening());
      let mostMs = 1_000;
      for (const request of asked) {
        const closedAt = clock.elapsed();
        breaker.trip(request);
        const pauseMs = Math.min(request ?? mostMs, mostMs, 60_000);
        mostMs *= 2;
        const tries: number[] = [];
        onOpening = () => {
          while (tries.length < triesEach && breaker.admits) {
            tries.push(clock.elapsed() - closedAt);
            breaker.passed();
          }
          breaker.watch(tries.length < triesEach);
        };
        onOpening();
        while (await clock.step());
        expect(tries).toHaveLength(triesEach);
        for (const [place, at] of tries.entries()) expect(at).toBeGreaterThanOrEqual(pauseMs + place * 1_000);
        expect(clock.timers).toBe(0);
      }
    };
    await fc.assert(fc.asyncProperty(draws, wishes, fc.integer({ min: 1, max: 5 }), play), { numRuns: 100 });
  });
});

export interface Clock {
  /** Milliseconds since the epoch, for times of day. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations. */
  elapsed(): number;
  delay(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.round(performance.now()),
  delay: (ms, signal) =>
    abortable(signal, (resolve) => {
      const timer = setTimeout(resolve, ms);
      return () => clearTimeout(timer);
    }),
};

/** A clock whose waits can be ended early. */
export class WakeableClock implements Clock {
  #wake = new AbortController();

  constructor(private readonly clock: Clock) {}

  now(): number {
    return this.clock.now();
  }

  elapsed(): number {
    return this.clock.elapsed();
  }

  async delay(ms: number, signal: AbortSignal): Promise<void> {
    const woken = this.#wake.signal;
    await this.clock.delay(ms, AbortSignal.any([signal, woken])).catch((reason: unknown) => {
      if (signal.aborted || !woken.aborted) throw reason;
    });
  }

  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }
}

/** Rejects with the signal's reason on abort, after calling what `begin` returned. */
export function abortable(signal: AbortSignal, begin: (resolve: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const aborted = (): void => {
      undo();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', aborted, { once: true });
    const undo = begin(() => {
      signal.removeEventListener('abort', aborted);
      resolve();
    });
  });
}

export function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

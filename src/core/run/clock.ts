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

/** A clock whose waits all end with `wake`. */
export function wakeableClock(clock: Clock): { readonly clock: Clock; readonly wake: () => void } {
  let woken = new AbortController();
  const delay: Clock['delay'] = async (ms, signal) => {
    const early = woken.signal;
    await clock.delay(ms, AbortSignal.any([signal, early])).catch((reason: unknown) => {
      if (signal.aborted || !early.aborted) throw reason;
    });
  };
  const wake = (): void => {
    woken.abort();
    woken = new AbortController();
  };
  return { clock: { now: () => clock.now(), elapsed: () => clock.elapsed(), delay }, wake };
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

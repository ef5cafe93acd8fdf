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

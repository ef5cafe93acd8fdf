import { setMaxListeners } from 'node:events';

export interface CallDeadline {
  /** A signal of its own for each call, so that no listener stays on the run's signal. */
  readonly signal: AbortSignal;
  ended(): 'aborted' | 'timeout' | undefined;
  dispose(): void;
}

/** The SDKs' time limit ends with the response headers. This one covers the body, where a slow server hangs. */
export function startDeadline(signal: AbortSignal, timeoutMs: number): CallDeadline {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, timeoutMs);
  // Node warns of a leak at 11 listeners. There is one for each call in flight, and each is removed.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return {
    signal: controller.signal,
    ended: () => (!controller.signal.aborted ? undefined : signal.aborted ? 'aborted' : 'timeout'),
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

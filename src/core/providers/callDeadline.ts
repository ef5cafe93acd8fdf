import { setMaxListeners } from 'node:events';

export interface CallDeadline {
  /** One a call, so that no listener stays behind on the signal of a whole run. */
  readonly signal: AbortSignal;
  ended(): 'aborted' | 'timeout' | undefined;
  dispose(): void;
}

/**
 * The SDKs' own time limit ends with the response headers; this one covers the body as well, which is where a server
 * that generates slowly hangs.
 */
export function startDeadline(signal: AbortSignal, timeoutMs: number): CallDeadline {
  const controller = new AbortController();
  let ended: 'aborted' | 'timeout' | undefined;
  const end = (reason: 'aborted' | 'timeout'): void => {
    ended ??= reason;
    controller.abort();
  };
  const onAbort = (): void => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  // As many as there are calls in flight, and each is taken off again: not the leak that Node would warn of at 11.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    signal: controller.signal,
    ended: () => ended,
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

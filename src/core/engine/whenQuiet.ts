import type { Clock } from './clock';

/** Resolves when `count` has not grown for `quietMs`. Rejects with the signal's reason when aborted before. */
export async function whenQuiet(
  clock: Clock,
  quietMs: number,
  count: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let seen = -1; seen !== count();) {
    seen = count();
    await clock.delay(quietMs, signal);
  }
}

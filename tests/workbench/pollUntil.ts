/** How often a state is looked at, in milliseconds. */
const INTERVAL_MS = 100;

/** A state did not come about in time. `waitedFor` says which. */
class StateNotReached extends Error {
  constructor(
    readonly waitedFor: string,
    readonly timeoutMs: number,
    cause?: unknown,
  ) {
    super(`Waited ${timeoutMs} ms in vain for ${waitedFor}.`, { cause });
    this.name = 'StateNotReached';
  }
}

/**
 * Looks again and again until `look` returns something other than `undefined`, and returns that.
 * An error thrown by `look` counts as "not yet"; the last one is the cause of the final `StateNotReached`.
 */
export async function pollUntil<T>(
  waitedFor: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= deadline) throw new StateNotReached(waitedFor, timeoutMs, lastError);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

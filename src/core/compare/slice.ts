/**
 * What a generator of work yields between two slices of a few milliseconds: nothing, or a promise that is to be waited for before
 * the next one, as another thread has a part of the work.
 */
export type Slice = Promise<void> | undefined;

/** Drives such a generator to its end in one go; for one that waits for no promise. */
export function drained<Result>(steps: Generator<Slice, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Drives such a generator to its end, with a call of `pause` after every slice. What `pause` rejects with gives the work up: the
 * generator is ended where it stands, its `finally` included.
 */
export async function inSlices<Result>(steps: Generator<Slice, Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    try {
      await step.value;
      await pause();
    } catch (error) {
      // A generator that is ended returns what it is given; nobody takes it.
      steps.return(undefined as never);
      throw error;
    }
  }
}

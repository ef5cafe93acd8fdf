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

/** Drives such a generator to its end, with a call of `pause` after every slice. */
export async function inSlices<Result>(steps: Generator<Slice, Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await step.value;
    await pause();
  }
}

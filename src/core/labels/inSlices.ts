/**
 * Drives a generator of work, which yields after every slice of a few milliseconds, to its end, with a call of `pause` after each. What
 * `pause` rejects with gives the work up: the generator is ended where it stands, its `finally` included.
 */
export async function inSlices<Result>(
  steps: Generator<undefined, Result>,
  pause: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    try {
      await pause();
    } catch (error) {
      // A generator that is ended returns what it is given; nobody takes it.
      steps.return(undefined as never);
      throw error;
    }
  }
}

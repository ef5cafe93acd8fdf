/**
 * What a generator of work yields between two slices of a few milliseconds: nothing, or a promise that is to be waited for before
 * the next one, as another thread has a part of the work.
 */
export type Slice = Promise<void> | undefined;

/** Waits for a promise inside such a generator; `undefined` where it is rejected. */
export function* settled<Result>(promise: Promise<Result>): Generator<Slice, Result | undefined> {
  let found: Result | undefined;
  yield promise.then(
    (result) => {
      found = result;
    },
    () => undefined,
  );
  return found;
}

/** A promise that is waited for later: it may be rejected before. */
export function forLater<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

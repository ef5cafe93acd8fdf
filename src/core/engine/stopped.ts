import type { RunStop } from './runFailure';

/** Thrown inside a run to leave all items at once; the reason of the signal that its calls are given. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly stop: RunStop) {
    super(stop.detail);
  }

  static is(error: unknown): error is Stopped {
    return error instanceof Stopped;
  }
}

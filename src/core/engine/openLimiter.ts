import { CallLimiter, type Lane } from './callLimiter';

const everybody = Number.POSITIVE_INFINITY;

/** Keeps nothing, so that one serves tens of thousands of calls. */
const openLane: Lane = {
  enter: (signal) => {
    signal.throwIfAborted();
    return Promise.resolve();
  },
  leave: () => undefined,
  answered: () => undefined,
  refused: () => undefined,
};

/**
 * A limiter that holds nobody up, for calls that wait in batches: all of them must be there before the first one is
 * answered, and one that was refused says nothing of how many the provider bears.
 */
export class OpenLimiter extends CallLimiter {
  constructor() {
    super({ start: everybody, floor: everybody, ceiling: everybody });
  }

  override lane(): Lane {
    return openLane;
  }
}

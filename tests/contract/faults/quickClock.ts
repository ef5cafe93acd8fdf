import { systemClock, type Clock } from '../../../src/core/run/clock';

/** Real time made shorter: what waits a second waits `1 / speed` of it, and as much time seems to have passed. */
export function quickClock(speed: number): Clock {
  const started = Date.now();
  return {
    now: () => started + speed * (Date.now() - started),
    elapsed: () => speed * systemClock.elapsed(),
    delay: (ms, signal) => systemClock.delay(ms / speed, signal),
  };
}

import { describe, expect, it } from 'vitest';
import { systemClock, wakeableClock } from '../../../src/core/run/clock';

const hour = 3_600_000;

describe('waits that can be ended early', () => {
  it('end when woken, and later ones wait again', async () => {
    const { clock, wake } = wakeableClock(systemClock);
    const never = new AbortController().signal;
    const waits = [clock.delay(hour, never), clock.delay(hour, never)];
    wake();
    await Promise.all(waits);
    let isOver = false;
    const next = clock.delay(hour, never).then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    wake();
    await next;
  });

  it('reject with the reason of their own signal', async () => {
    const { clock } = wakeableClock(systemClock);
    const stop = new AbortController();
    const wait = clock.delay(hour, stop.signal);
    stop.abort('cancelled');
    await expect(wait).rejects.toBe('cancelled');
  });
});

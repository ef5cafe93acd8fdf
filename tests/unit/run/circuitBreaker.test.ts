import { describe, expect, it } from 'vitest';
import type { Slot } from '../../../src/core/run/callLimiter';
import { driven, enter, never } from './drivenLimiter';

describe('the circuit breaker of a limiter', () => {
  it('keeps asking a server that answers one call at a time and refuses the next one meanwhile', async () => {
    const { limiter, pass } = await driven({ start: 2, floor: 2, ceiling: 2 });
    const pauses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const slots = [limiter.slot(), limiter.slot()];
      const inside: Slot[] = [];
      for (const slot of slots) void slot.enter(never).then(() => inside.push(slot));
      let waited = 0;
      for (; inside.length < 2 && waited < 300_000; waited += 500) await pass(500);
      pauses.push(waited);
      const [answered, refused] = inside;
      refused?.failed('rateLimit');
      refused?.leave();
      answered?.answered();
      answered?.leave();
    }
    // A pause and a second between two tries; without end it would be doubled up to a minute.
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3_000);
  });

  it('lets nobody through after a refusal until the server’s request is over, at first no longer than a second', async () => {
    for (const [asked, closedMs] of [
      [200, 200],
      [600_000, 1_000],
      [undefined, 1_000],
    ] as const) {
      const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
      const [refused] = await enter(limiter, 1);
      refused!.failed('rateLimit', asked);
      refused!.leave();
      const waiting = limiter.slot();
      let inside = false;
      const entering = waiting.enter(never).then(() => (inside = true));
      await pass(closedMs - 1);
      expect(inside).toBe(false);
      await pass(1);
      await entering;
      expect(inside).toBe(true);
    }
  });

  it('lets one call probe at once when it is told to', async () => {
    const { limiter } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [refused] = await enter(limiter, 1);
    refused!.failed('rateLimit');
    refused!.leave();
    const inside: Slot[] = [];
    for (const slot of [limiter.slot(), limiter.slot()]) void slot.enter(never).then(() => inside.push(slot));
    limiter.probeNow();
    await expect.poll(() => inside.length).toBe(1);
  });

  it('sends one call to try, waits twice as long when that is refused too, and opens with an answer', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const entered: Slot[] = [];
    const gone = await enter(limiter, 3);
    for (const slot of gone) slot.failed('network');
    for (const slot of gone) slot.leave();
    for (let call = 0; call < 5; call += 1) {
      const slot = limiter.slot();
      void slot.enter(never).then(() => entered.push(slot));
    }
    await pass(1_000);
    expect(entered).toHaveLength(1);
    entered[0]!.failed('network');
    entered[0]!.leave();
    await pass(1_999);
    expect(entered).toHaveLength(1);
    await pass(1);
    expect(entered).toHaveLength(2);
    entered[1]!.answered();
    await pass(0);
    expect(entered).toHaveLength(5);
  });

  it.each(['network', 'overloaded'] as const)(
    'takes up to two failures of the kind “%s” in a row for bad luck, whatever their number in all',
    async (error) => {
      const { limiter } = await driven({ start: 8, floor: 1, ceiling: 8 });
      for (let call = 0; call < 9; call += 1) {
        const [slot] = await enter(limiter, 1);
        if (call % 3 === 2) slot!.answered();
        else slot!.failed(error);
        slot!.leave();
      }
      expect(await enter(limiter, 8)).toHaveLength(8);
    },
  );

  it('lets another one try each second while nothing is heard, whatever is still in flight, so that one that hangs holds up nobody', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [refused, slow] = await enter(limiter, 2);
    refused!.failed('rateLimit');
    refused!.leave();
    const entered: Slot[] = [];
    for (let call = 0; call < 6; call += 1) {
      const slot = limiter.slot();
      void slot.enter(never).then(() => entered.push(slot));
    }
    for (const expected of [1, 2, 3]) {
      await pass(1_000);
      expect(entered).toHaveLength(expected);
    }
    slow!.leave();
    entered[0]!.failed('rateLimit');
    await pass(1_999);
    expect(entered).toHaveLength(3);
    await pass(1);
    expect(entered).toHaveLength(4);
  });

  it('looks every ten seconds whether a lost provider is there again', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    for (const slot of await enter(limiter, 3)) {
      slot.failed('network');
      slot.leave();
    }
    for (let look = 0; look < 12; look += 1) {
      let inside = false;
      const slot = limiter.slot();
      void slot.enter(never).then(() => (inside = true));
      await pass(10_000);
      expect(inside).toBe(true);
      slot.failed('network');
      slot.leave();
    }
  });

  it('is not opened or closed by calls that were on their way before it closed', async () => {
    const { limiter, pass } = await driven({ start: 8, floor: 1, ceiling: 8 });
    const [one, two, three] = await enter(limiter, 3);
    one!.failed('rateLimit');
    two!.answered();
    three!.failed('rateLimit');
    for (const slot of [one, two, three]) slot!.leave();
    let inside = false;
    void limiter
      .slot()
      .enter(never)
      .then(() => (inside = true));
    await pass(999);
    expect(inside).toBe(false);
    await pass(1);
    expect(inside).toBe(true);
  });

  it('leaves no timer behind when all who waited have given up', async () => {
    const { limiter, timers } = await driven({ start: 1, floor: 1, ceiling: 1 });
    const [slot] = await enter(limiter, 1);
    slot!.failed('rateLimit');
    slot!.leave();
    const controller = new AbortController();
    const waiting = limiter.slot().enter(controller.signal);
    expect(timers()).toBe(1);
    controller.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    expect(timers()).toBe(0);
  });
});

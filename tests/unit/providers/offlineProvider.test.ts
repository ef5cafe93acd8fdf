import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import { type ChatRequest, ProviderError } from '../../../src/core/providers/provider';

function simulated(seed: string, run: ChatRequest['simulation']['run']): ChatRequest {
  return { model: 'default', system: '', messages: [], maxOutputTokens: 1, repeat: 0, simulation: { seed, run } };
}

/** Keeps the thread busy for this long, as a costly simulation would. */
function burn(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the offline provider', () => {
  const open = new AbortController().signal;
  const draw: ChatRequest['simulation']['run'] = (random) => String(random.int(1_000_000));

  it('says that it is simulated, and runs the simulation with its seed', async () => {
    const provider = offlineEntry.create({ apiKey: '' });
    expect(provider.simulated).toBe(true);
    const first = await provider.complete(simulated('a', draw), open);
    const again = await offlineEntry.create({ apiKey: '' }).complete(simulated('a', draw), open);
    const other = await provider.complete(simulated('b', draw), open);
    expect(first).toEqual({ text: first.text, finish: 'stop', model: 'default' });
    expect(first.usage).toBeUndefined();
    expect(again.text).toBe(first.text);
    expect(other.text).not.toBe(first.text);
  });

  it('rejects when aborted, and does not run', async () => {
    let ran = false;
    const request = simulated('a', () => {
      ran = true;
      return '';
    });
    const error: unknown = await offlineEntry
      .create({ apiKey: '' })
      .complete(request, AbortSignal.abort())
      .catch((reason: unknown) => reason);
    expect(ProviderError.is(error, 'aborted')).toBe(true);
    expect(ran).toBe(false);
  });

  it('stops what is waiting when the run is aborted', async () => {
    const provider = offlineEntry.create({ apiKey: '' });
    const controller = new AbortController();
    let ran = 0;
    const request = simulated('a', () => {
      ran += 1;
      burn(1);
      return '';
    });
    const calls = Array.from({ length: 500 }, () =>
      provider.complete(request, controller.signal).catch(() => undefined),
    );
    setImmediate(() => controller.abort());
    await Promise.all(calls);
    expect(ran).toBeLessThan(100);
  });

  it('passes on an error of the simulation and goes on', async () => {
    const provider = offlineEntry.create({ apiKey: '' });
    const failing = simulated('a', () => {
      throw new RangeError('no such rule');
    });
    await expect(provider.complete(failing, open)).rejects.toThrow(RangeError);
    await expect(provider.complete(simulated('a', draw), open)).resolves.toBeDefined();
  });

  it.each(['together', 'one after the other'])('lets others have a turn while thousands run %s', async (order) => {
    // A clock that each simulation moves on by 1 ms: how often others get a turn does not depend on this machine.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const provider = offlineEntry.create({ apiKey: '' });
    let sinceTurn = 0;
    let longest = 0;
    let done = false;
    const turn = (): void => {
      sinceTurn = 0;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    const request = simulated('a', () => {
      now += 1;
      sinceTurn += 1;
      longest = Math.max(longest, sinceTurn);
      return 'reply';
    });
    if (order === 'together') await Promise.all(Array.from({ length: 3000 }, () => provider.complete(request, open)));
    else for (let call = 0; call < 3000; call += 1) await provider.complete(request, open);
    done = true;
    expect(now).toBe(3000);
    expect(longest).toBeLessThanOrEqual(20);
  });
});

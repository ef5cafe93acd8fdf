import { describe, expect, it } from 'vitest';
import { SharedWork } from '../../../src/vscode/comparing/sharedWork';

/** Work that ends when it is told to, and counts how often it was begun. */
function heldWork() {
  const begun: { readonly end: (result: string) => void; readonly signal: AbortSignal }[] = [];
  const work = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      begun.push({ end: resolve, signal });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return { begun, work };
}

const stays = new AbortController().signal;

describe('SharedWork', () => {
  it('does the work once for all who wait, and keeps what came of it', async () => {
    const { begun, work } = heldWork();
    const shared = new SharedWork<string>(2);
    const both = [shared.get('a', work, stays), shared.get('a', work, stays)];
    begun[0]!.end('done');
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(await shared.get('a', work, stays)).toBe('done');
    expect(begun).toHaveLength(1);
  });

  it('shares a result that is not to be kept with those who wait for it, and with nobody later', async () => {
    const { begun, work } = heldWork();
    const shared = new SharedWork<string>(2, (result) => result !== 'for now');
    const both = [shared.get('a', work, stays), shared.get('a', work, stays)];
    begun[0]!.end('for now');
    expect(await Promise.all(both)).toEqual(['for now', 'for now']);
    const later = shared.get('a', work, stays);
    begun[1]!.end('done');
    expect(await later).toBe('done');
    expect(await shared.get('a', work, stays)).toBe('done');
    expect(begun).toHaveLength(2);
  });

  it('goes on as long as one of them waits', async () => {
    const { begun, work } = heldWork();
    const shared = new SharedWork<string>(2);
    const leaves = new AbortController();
    const left = shared.get('a', work, leaves.signal);
    const waits = shared.get('a', work, stays);
    leaves.abort();
    expect(begun[0]!.signal.aborted).toBe(false);
    begun[0]!.end('done');
    expect(await waits).toBe('done');
    await expect(left).rejects.toBe(leaves.signal.reason);
  });

  it('gives up when nobody waits any more, and begins anew for the next', async () => {
    const { begun, work } = heldWork();
    const shared = new SharedWork<string>(2);
    const leaves = new AbortController();
    const left = shared.get('a', work, leaves.signal);
    leaves.abort();
    await expect(left).rejects.toBe(leaves.signal.reason);
    expect(begun[0]!.signal.aborted).toBe(true);
    const next = shared.get('a', work, stays);
    begun[1]!.end('done');
    expect(await next).toBe('done');
  });

  it('tries again what failed', async () => {
    const shared = new SharedWork<string>(2);
    await expect(shared.get('a', () => Promise.reject(new Error('broken')), stays)).rejects.toThrow('broken');
    expect(await shared.get('a', () => Promise.resolve('done'), stays)).toBe('done');
  });

  it('keeps as many results as it is told, the least used dropped first', async () => {
    const shared = new SharedWork<string>(2);
    const counts = new Map<string, number>();
    const ask = (key: string): Promise<string> =>
      shared.get(key, () => Promise.resolve((counts.set(key, (counts.get(key) ?? 0) + 1), key)), stays);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
    expect([...counts]).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { spentOf } from '../../../src/core/run/runState';
import { MemorySpendingLedger } from '../../memoryStores/memorySpendingLedger';
import { hostAndRun, played } from './batchToys';

// gpt-4o in a batch: half of 1,000 × 2.5 + 100 × 10 millionths of a dollar.
const usage = { input: 1_000, output: 100, cachedInput: 0 };
const callUsd = 0.0035 / 2;
const models = { tutorModel: 'gpt-4o', judgeModels: ['gpt-4o'] };

async function spentToday(ledger: MemorySpendingLedger): Promise<{ usd: number; calls: number; open: number }> {
  const { entries } = await ledger.read('2026-03-01', 0);
  const settled = new Set(entries.flatMap((entry) => (entry.kind === 'spent' ? [entry.id] : [])));
  return {
    usd: entries.reduce((sum, entry) => sum + (entry.kind === 'spent' ? entry.usd : 0), 0),
    calls: entries.reduce((sum, entry) => sum + (entry.kind === 'spent' ? entry.calls : 0), 0),
    open: entries.filter((entry) => entry.kind === 'held' && !settled.has(entry.id)).length,
  };
}

describe('caps of a run in batches', () => {
  it('on calls hold over batches, and a resume with a higher one goes on', async () => {
    const { host, kept, options } = hostAndRun({ usage });
    const first = await played(kept, { ...options, ...models, caps: { maxCalls: 8 } });
    expect(first.status).toMatchObject({ status: 'overBudget', cap: 'maxCalls' });
    expect(host.paid).toHaveLength(8);
    const second = await played(kept, { ...options, ...models, caps: { maxCalls: 15 } });
    expect(second.status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(spentOf(second.session).calls).toBe(15);
  });

  it('say nothing of a batch whose last answer reached them', async () => {
    const { host, kept, options } = hostAndRun({ usage, turnsToClose: 50 });
    const { status, session } = await played(kept, { ...options, ...models, caps: { maxCalls: 8 } });
    expect(status).toMatchObject({ status: 'overBudget', cap: 'maxCalls' });
    expect(spentOf(session).calls).toBe(8);
    expect(host.batches.map(({ phase }) => phase)).toEqual(['ended', 'ended']);
    expect(status.detail).not.toContain('under way');
  });

  it('per day count at the price of batches', async () => {
    const { kept, options } = hostAndRun({ usage });
    const spending = new MemorySpendingLedger();
    const caps = { maxCostUsdPerDay: 1, maxCallsPerDay: 15 };
    expect((await played(kept, { ...options, ...models, spending, caps })).status.status).toBe('completed');
    const { usd, calls, open } = await spentToday(spending);
    expect({ calls, open }).toEqual({ calls: 15, open: 0 });
    expect(usd).toBeCloseTo(15 * callUsd, 9);
  });

  it('count what is left under way when it is collected, and once', async () => {
    const { host, kept, options } = hostAndRun({ usage, polls: Number.POSITIVE_INFINITY });
    const spending = new MemorySpendingLedger();
    const abort = new AbortController();
    const capped = { ...options, ...models, spending, caps: { maxCalls: 15, maxCallsPerDay: 15 } };
    const first = await played(kept, capped, {
      signal: abort.signal,
      onEvent: (event) => event.kind === 'batches' && event.polledAt !== undefined && abort.abort('interrupted'),
    });
    expect(first.status.status).toBe('interrupted');
    expect(await spentToday(spending)).toEqual({ usd: 0, calls: 0, open: 0 });
    host.options = { usage };
    const second = await played(kept, capped);
    expect(second.status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(await spentToday(spending)).toMatchObject({ calls: 15, open: 0 });
  });

  it.each([
    ['in the order of the batch', false],
    ['with calls that are in no batch asked for first', true],
  ])('let all answers of a batch that is under way be taken, %s', async (_name, isReversed) => {
    const { host, kept, options } = hostAndRun({ usage, polls: Number.POSITIVE_INFINITY });
    const abort = new AbortController();
    const first = await played(
      kept,
      { ...options, ...models, caps: { maxCalls: 4 } },
      {
        signal: abort.signal,
        onEvent: (event) => event.kind === 'batches' && event.polledAt !== undefined && abort.abort('interrupted'),
      },
    );
    expect(first.status.status).toBe('interrupted');
    expect(host.batches.map(({ calls }) => calls.length)).toEqual([4]);
    host.options = { usage };
    const samples = isReversed ? [...options.samples].reverse() : options.samples;
    const caps = { maxCalls: isReversed ? 0 : 2, maxCallsPerDay: 1 };
    const spending = new MemorySpendingLedger();
    const second = await played(kept, { ...options, ...models, samples, spending, caps });
    expect(second.status.status).toBe('overBudget');
    expect(second.session.state.counts.replies).toBe(4);
    expect(host.paid).toHaveLength(4);
    expect(host.batches).toHaveLength(1);
    expect(spentOf(second.session).calls).toBe(4);
    expect(await spentToday(spending)).toMatchObject({ calls: 4, open: 0 });
  });
});

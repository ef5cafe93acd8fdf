import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/core/run/clock';
import { DayBudget } from '../../../src/core/run/dayBudget';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import type { SpendingEntry } from '../../../src/core/store/spendingLedger';
import { MemorySpendingLedger } from '../../memoryStores/memorySpendingLedger';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, untilAborted } from './fakeProvider';
import { patientClock, resumeRun, startRun } from './toyRun';

// gpt-4o: one call costs 1,000 × 2.5 + 100 × 10 = 3,500 millionths of a dollar.
const usage = { input: 1_000, output: 100, cachedInput: 0 };
const callUsd = 0.0035;
const paid = () => new FakeProvider((request) => ({ text: defaultAnswer(request), finish: 'stop', usage }));
const base = { benchmark: plainToy, samples: plainSamples(20), tutorModel: 'gpt-4o', judgeModels: ['gpt-4o'] };
const day = '2026-03-01';

async function entriesOf(ledger: MemorySpendingLedger, of = day): Promise<readonly SpendingEntry[]> {
  return (await ledger.read(of, 0)).entries;
}

function spentIn(entries: readonly SpendingEntry[]): { usd: number; calls: number } {
  return entries
    .filter(({ kind }) => kind === 'spent')
    .reduce((sum, { usd, calls }) => ({ usd: sum.usd + usd, calls: sum.calls + calls }), { usd: 0, calls: 0 });
}

/** Stands still at a time of day, but moves when somebody waits. */
function clockAt(start: string): Clock & { set(time: string): void } {
  let now = Date.parse(start);
  return {
    now: () => now,
    elapsed: () => now,
    set: (time) => {
      now = Date.parse(time);
    },
    delay: (ms, signal) => {
      signal.throwIfAborted();
      now += ms;
      return Promise.resolve();
    },
  };
}

describe('a cap per day', () => {
  it('on calls holds over runs one after the other; the day’s spending is noted', async () => {
    const spending = new MemorySpendingLedger();
    const provider = paid();
    const caps = { maxCallsPerDay: 70 };
    const first = await startRun({ ...base, provider, spending, caps });
    expect(first.status.status).toBe('completed');
    const second = await startRun({ ...base, provider, spending, caps, runId: 'run-2', store: new MemoryRunStore() });
    expect(second.status).toMatchObject({ status: 'overBudget', cap: 'maxCallsPerDay' });
    expect(second.status.detail).toMatch(
      /70 calls a day for all runs of the store \(70 calls made on 2026-03-01, UTC\)/,
    );
    expect(provider.requests).toHaveLength(70);
    const entries = await entriesOf(spending);
    expect(spentIn(entries).calls).toBe(70);
    expect(spentIn(entries).usd).toBeCloseTo(70 * callUsd, 9);
    expect(new Set(entries.map(({ run }) => run))).toEqual(new Set(['run-1', 'run-2']));
    const more = { ...base, provider, spending, store: second.store, runId: 'run-2', caps: { maxCallsPerDay: 200 } };
    expect((await resumeRun(more)).status.status).toBe('completed');
    expect(provider.requests).toHaveLength(120);
  });

  it('is never passed by runs that go on at once, each call counted before it is sent', async () => {
    const spending = new MemorySpendingLedger();
    const slots = { start: 8, floor: 8, ceiling: 8 };
    const providers = [paid(), paid(), paid()];
    const ended = await Promise.all(
      providers.map((provider, index) =>
        startRun({ ...base, provider, spending, slots, runId: `run-${index}`, caps: { maxCallsPerDay: 100 } }),
      ),
    );
    expect(ended.map(({ status }) => status.status)).toContain('overBudget');
    const calls = providers.reduce((sum, { requests }) => sum + requests.length, 0);
    expect(calls).toBe(100);
    expect(spentIn(await entriesOf(spending)).calls).toBe(100);
  });

  it('on cost is never passed by runs at once, and runs wait for each other’s reservations rather than end', async () => {
    const spending = new MemorySpendingLedger();
    const providers = [paid(), paid()];
    // Both fit, but far from all that both may reserve at a time.
    const caps = { maxCostUsdPerDay: 120 * callUsd + 0.05 };
    // The others' calls end while time stands still.
    const clock: Clock = {
      now: () => Date.parse('2026-03-01T00:00:00.000Z'),
      elapsed: () => 0,
      delay: () => nextTurn(),
    };
    const ended = await Promise.all(
      providers.map((provider, index) => startRun({ ...base, provider, spending, clock, runId: `run-${index}`, caps })),
    );
    expect(ended.map(({ status }) => status.status)).toEqual(['completed', 'completed']);
    const third = paid();
    const over = await startRun({ ...base, provider: third, spending, runId: 'run-3', caps });
    expect(over.status.cap).toBe('maxCostUsdPerDay');
    expect(spentIn(await entriesOf(spending)).usd).toBeLessThanOrEqual(caps.maxCostUsdPerDay);
  });

  it('begins anew with the next UTC day', async () => {
    const spending = new MemorySpendingLedger();
    const provider = paid();
    const clock = clockAt('2026-03-01T23:59:59.000Z');
    const options = { ...base, provider, spending, clock, caps: { maxCallsPerDay: 30 } };
    const first = await startRun(options);
    expect(first.status.status).toBe('overBudget');
    clock.set('2026-03-02T00:00:01.000Z');
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('completed');
    expect(spentIn(await entriesOf(spending, '2026-03-01')).calls).toBe(30);
    expect(spentIn(await entriesOf(spending, '2026-03-02')).calls).toBe(30);
  });

  it('counts in full what a process that died had set aside, and does not wait for it for ever', async () => {
    const spending = new MemorySpendingLedger();
    const at = '2026-03-01T00:00:00.000Z';
    await spending.append(day, [{ kind: 'held', id: 'gone/1', at, run: 'gone', model: 'm', calls: 50, usd: 0 }]);
    const provider = paid();
    const { status } = await startRun({ ...base, provider, spending, caps: { maxCallsPerDay: 60 } });
    expect(status.status).toBe('overBudget');
    expect(status.detail).toMatch(
      /10 calls made on 2026-03-01, UTC, 50 calls set aside for calls under way in other runs/,
    );
    expect(provider.requests).toHaveLength(10);
  });

  it('does not wait for what an earlier attempt at the run set aside, as its process is dead', async () => {
    const spending = new MemorySpendingLedger();
    const at = '2026-03-01T00:00:00.000Z';
    const mine = { kind: 'held', id: 'run-1/gone/1', at, run: 'run-1', model: 'm', calls: 50, usd: 0 } as const;
    await spending.append(day, [mine]);
    const clock = clockAt(at);
    const { status, events } = await startRun({
      ...base,
      provider: paid(),
      spending,
      clock,
      caps: { maxCallsPerDay: 60 },
    });
    expect(clock.now()).toBe(Date.parse(at));
    expect(events.filter(({ kind }) => kind === 'dayFull')).toEqual([]);
    expect(status.detail).toMatch(
      /UTC, 50 calls set aside for calls of an earlier attempt at this run that was cut off\)/,
    );
    expect(status.detail).not.toContain('other runs');
    expect(status.detail).toMatch(/higher cap to go on, or resume after midnight UTC\.$/);
    expect(status.reached).toEqual({ cap: 60, usd: 10 * callUsd, calls: 10, day });
  });

  it('says that it waits for other runs, and that it does so no longer', async () => {
    const spending = new MemorySpendingLedger();
    const at = '2026-03-01T00:00:00.000Z';
    const other = { id: 'other/1', at, run: 'other', model: 'm', calls: 50, usd: 0 } as const;
    await spending.append(day, [{ kind: 'held', ...other }]);
    const clock = clockAt(at);
    const waiting: Clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      delay: async (ms, signal) => {
        await clock.delay(ms, signal);
        if (clock.now() === Date.parse(at) + 20_000)
          await spending.append(day, [{ kind: 'spent', ...other, calls: 0 }]);
      },
    };
    const { status, events } = await startRun({
      ...base,
      provider: paid(),
      spending,
      clock: waiting,
      slots: { start: 1, floor: 1, ceiling: 1 },
      caps: { maxCallsPerDay: 60 },
    });
    expect(status.status).toBe('completed');
    expect(events.filter(({ kind }) => kind === 'dayFull')).toMatchObject([
      { isWaiting: true, reached: { kind: 'maxCallsPerDay', cap: 60 } },
      { isWaiting: false },
    ]);
  });

  it.each(['2027-03-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z', '2026-03-01T00:06:00.000Z'])(
    'waits for no call that is said to be made at %s',
    async (at) => {
      const spending = new MemorySpendingLedger();
      await spending.append(day, [{ kind: 'held', id: 'x', at, run: 'x', model: 'm', calls: 50, usd: 0 }]);
      const { status } = await startRun({ ...base, provider: paid(), spending, caps: { maxCallsPerDay: 60 } });
      expect(status.detail).toContain('50 calls set aside for calls under way in other runs');
    },
  );

  it('waits a quarter of an hour at most, whatever is written meanwhile', async () => {
    const ledger = new MemorySpendingLedger();
    const clock = clockAt('2026-03-01T00:00:00.000Z');
    let lines = 0;
    const endless = {
      append: ledger.append.bind(ledger),
      read: async (of: string, from: number) => {
        lines += 1;
        const at = new Date(clock.now()).toISOString();
        await ledger.append(of, [{ kind: 'held', id: `x/${lines}`, at, run: 'x', model: 'm', calls: 100, usd: 0 }]);
        return ledger.read(of, from);
      },
    };
    const { status } = await startRun({
      ...base,
      provider: paid(),
      spending: endless,
      clock,
      caps: { maxCallsPerDay: 10 },
    });
    expect(status.status).toBe('overBudget');
    const waited = clock.now() - Date.parse('2026-03-01T00:00:00.000Z');
    expect(waited).toBeGreaterThanOrEqual(15 * 60_000);
    expect(waited).toBeLessThan(16 * 60_000);
  });

  it('is not needed for the ledger to be kept, and lines hold no text', async () => {
    const spending = new MemorySpendingLedger();
    const { status } = await startRun({ ...base, provider: paid(), spending, prompt: 'A secret of the prompt.' });
    expect(status.status).toBe('completed');
    const entries = await entriesOf(spending);
    expect(spentIn(entries).calls).toBe(60);
    expect(entries.every(({ kind }) => kind === 'spent')).toBe(true);
    expect(new Set(entries.flatMap((entry) => Object.keys(entry)))).toEqual(
      new Set(['kind', 'at', 'run', 'model', 'usd', 'calls']),
    );
  });

  it('takes few lines where it is not there: what is spent in a short while is one, and none is owed at the end', async () => {
    const ledger = new MemorySpendingLedger();
    // Time passes when it is said to.
    let pass = (): void => undefined;
    const clock: Clock = {
      now: () => Date.parse('2026-03-01T10:00:00.000Z'),
      elapsed: () => 0,
      delay: (_, signal) =>
        new Promise((resolve) => {
          pass = resolve;
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
        }),
    };
    const budget = new DayBudget(ledger, {}, 'run-1', clock, () => 0);
    for (let call = 0; call < 49; call += 1) {
      budget.settle(budget.unchecked('gpt-4o'), { usd: callUsd, calls: 1 });
      await nextTurn();
    }
    expect(await entriesOf(ledger)).toEqual([]);
    pass();
    await expect.poll(async () => (await entriesOf(ledger)).length).toBe(1);
    budget.settle(budget.unchecked('gpt-4o'), { usd: callUsd, calls: 1 });
    await budget.close();
    const entries = await entriesOf(ledger);
    expect(entries.map(({ calls }) => calls)).toEqual([49, 1]);
    expect(spentIn(entries).calls).toBe(50);
    expect(spentIn(entries).usd).toBeCloseTo(50 * callUsd, 10);
    budget.settle(budget.unchecked('gpt-4o'), { usd: callUsd, calls: 1 });
    await budget.close();
    expect(spentIn(await entriesOf(ledger)).calls).toBe(51);
  });

  it('counts a call that was given up under way', async () => {
    const spending = new MemorySpendingLedger();
    const controller = new AbortController();
    const provider = new FakeProvider((_request, _index, signal) => untilAborted(signal));
    const running = startRun(
      { ...base, provider, spending, caps: { maxCallsPerDay: 100 } },
      { signal: controller.signal },
    );
    await expect.poll(() => provider.inFlight).toBe(4);
    controller.abort();
    expect((await running).status.status).toBe('cancelled');
    expect(spentIn(await entriesOf(spending))).toEqual({ usd: 0, calls: 4 });
  });

  it('ends the run when the ledger cannot be written; without a cap the run goes on', async () => {
    const broken = {
      append: () => Promise.reject(new RunStoreError('unwritable', '', 'Cannot write the spending. The disk is full.')),
      read: () => Promise.resolve({ entries: [], next: 0, isMore: false }),
    };
    const capped = await startRun({ ...base, provider: paid(), spending: broken, caps: { maxCallsPerDay: 100 } });
    expect(capped.status).toMatchObject({ status: 'failed', detail: 'Cannot write the spending. The disk is full.' });
    expect((await startRun({ ...base, provider: paid(), spending: broken })).status.status).toBe('completed');
  });
});

describe('the day’s budget', () => {
  it('lets lines decide that came in between its look and its own line', async () => {
    const ledger = new MemorySpendingLedger();
    const clock = patientClock();
    let rival: SpendingEntry | undefined = {
      kind: 'spent',
      at: '2026-03-01T00:00:00.000Z',
      run: 'other',
      model: 'm',
      calls: 10,
      usd: 0,
    };
    const racing = {
      read: ledger.read.bind(ledger),
      append: async (of: string, entries: readonly SpendingEntry[]) => {
        if (rival !== undefined) await ledger.append(of, [rival]);
        rival = undefined;
        await ledger.append(of, entries);
      },
    };
    const budget = new DayBudget(racing, { maxCallsPerDay: 10 }, 'run', clock, () => 0.5);
    expect(await budget.hold('m', { usd: 0, calls: 1 })).toMatchObject({ reached: { cap: 10 } });
    await budget.close();
    expect(spentIn(await entriesOf(ledger)).calls).toBe(10);
    // What was set aside in vain is given back.
    const other = new DayBudget(ledger, { maxCallsPerDay: 11 }, 'run-2', clock, () => 0.1);
    expect(await other.hold('m', { usd: 0, calls: 1 })).toHaveProperty('id', expect.any(String));
  });

  it.each([
    { minutes: -6, mayEnd: false },
    { minutes: -4, mayEnd: true },
    { minutes: 4, mayEnd: true },
    { minutes: 6, mayEnd: false },
  ])(
    'takes what another run set aside $minutes minutes from now for a call under way: $mayEnd',
    async ({ minutes, mayEnd }) => {
      const ledger = new MemorySpendingLedger();
      const noon = Date.parse(`${day}T12:00:00Z`);
      const theirs = clockAt(new Date(noon + minutes * 60_000).toISOString());
      const other = new DayBudget(ledger, { maxCallsPerDay: 10 }, 'run-1', theirs, () => 0.1);
      expect(await other.hold('m', { usd: 0, calls: 10 })).toHaveProperty('id', expect.any(String));
      const mine = new DayBudget(ledger, { maxCallsPerDay: 10 }, 'run-2', clockAt(`${day}T12:00:00Z`), () => 0.2);
      expect(await mine.hold('m', { usd: 0, calls: 1 })).toMatchObject({ reached: { cap: 10 }, othersMayEnd: mayEnd });
    },
  );
});

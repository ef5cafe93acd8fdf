import { describe, expect, it } from 'vitest';
import { MemoryReplyCache } from './memoryReplyCache';
import { usualBatchTimes } from '../../../src/core/run/batch/batchServices';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { MemorySpendingLedger } from '../../memoryStores/memorySpendingLedger';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { hostAndRun, played } from './batchToys';
import { providerError } from './fakeProvider';

/** As long as an answer may be. */
const halfAnAnswer = 'Half an answer. '.repeat(30);

/** Samples that all say the same, so that their calls are identical. */
const alike = {
  ...plainToy,
  plan: (...args: Parameters<typeof plainToy.plan>) => ({
    ...plainToy.plan(...args),
    studentTurns: [{ role: 'user' as const, content: 'Everybody says this.' }],
  }),
};

function replies(records: readonly RunRecord[]) {
  return records.filter((record) => record.kind === 'reply');
}

describe('a step whose call waits for a batch', () => {
  it('took as long as its answer did, though it was played again', async () => {
    const { kept, options } = hostAndRun();
    await played(kept, options);
    const steps = kept.records.filter((record) => record.kind === 'reply' || record.kind === 'judged');
    expect(steps).toHaveLength(15);
    for (const { ms, calls, sent } of steps) {
      expect(ms).toBeGreaterThanOrEqual(usualBatchTimes.firstPollMs);
      expect([calls, sent]).toEqual([1, undefined]);
    }
  });

  it('asks again where an answer cannot be read, and keeps both attempts', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: ({ request }) =>
        request.schema !== undefined && request.messages.length === 1
          ? { kind: 'reply', reply: { text: 'Well done!', finish: 'stop' } }
          : undefined,
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('completed');
    const judged = kept.records.filter((record) => record.kind === 'judged');
    expect(judged).toHaveLength(10);
    for (const { attempts, calls, retries } of judged) {
      expect(attempts.map(({ text }) => text.startsWith('Well done'))).toEqual([true, false]);
      expect([calls, retries]).toEqual([2, 0]);
    }
    expect(host.batches.map(({ calls }) => calls.length)).toEqual([5, 10, 10]);
  });

  it('tells three unreadable answers apart that came to the same words', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: ({ request }) =>
        request.schema === undefined ? undefined : { kind: 'reply', reply: { text: 'Well done!', finish: 'stop' } },
    });
    await played(kept, { ...options, samples: plainSamples(1) });
    // The second and third attempt have the same text, and are two calls.
    expect(host.batches.map(({ calls }) => calls.length)).toEqual([1, 2, 2, 2]);
    for (const record of kept.records.filter((one) => one.kind === 'judged')) {
      expect(record).toMatchObject({ calls: 3, attempts: [{}, {}, {}] });
      expect(record.verdicts).toMatchObject([{ status: 'unscored' }]);
    }
  });
});

describe('identical calls that wait for batches', () => {
  it('are one call where answers are kept', async () => {
    const { host, kept, options } = hostAndRun();
    const cache = new MemoryReplyCache();
    const { status } = await played(kept, { ...options, benchmark: alike, cache });
    expect(status.status).toBe('completed');
    expect(host.batches[0]?.calls).toHaveLength(1);
    expect(replies(kept.records).map(({ calls, cached }) => [calls, cached])).toEqual([
      [1, 0],
      ...Array.from({ length: 4 }, () => [0, 1]),
    ]);
  });

  it('are calls of their own where none are kept', async () => {
    const { host, kept, options } = hostAndRun();
    await played(kept, { ...options, benchmark: alike });
    expect(host.batches[0]?.calls).toHaveLength(5);
    expect(replies(kept.records).every(({ calls }) => calls === 1)).toBe(true);
  });

  it('do not share an answer that was cut off: the next one asks for itself', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: ({ request }, batch) =>
        request.schema === undefined && batch === 1
          ? { kind: 'reply', reply: { text: halfAnAnswer, finish: 'length' } }
          : undefined,
    });
    const cache = new MemoryReplyCache();
    const { status } = await played(kept, { ...options, benchmark: alike, cache });
    expect(status.status).toBe('completed');
    const texts = replies(kept.records).map(({ raw, cached }) => [raw === halfAnAnswer, cached]);
    expect(texts).toEqual([[true, 0], [false, 0], ...Array.from({ length: 3 }, () => [false, 1])]);
    expect(
      host.batches.flatMap(({ calls }) => calls).filter(({ request }) => request.schema === undefined),
    ).toHaveLength(2);
  });

  it('set nothing aside for those that a stop leaves behind', async () => {
    const { kept, options } = hostAndRun({ polls: Number.POSITIVE_INFINITY });
    const spending = new MemorySpendingLedger();
    const abort = new AbortController();
    const caps = { maxCallsPerDay: 1_000 };
    const { status } = await played(
      kept,
      { ...options, samples: plainSamples(50), benchmark: alike, cache: new MemoryReplyCache(), spending, caps },
      {
        signal: abort.signal,
        onEvent: (event) => {
          if (event.kind === 'batches' && event.polledAt !== undefined) abort.abort('interrupted');
        },
      },
    );
    expect(status.status).toBe('interrupted');
    const { entries } = await spending.read('2026-03-01', 0);
    expect(entries.filter(({ kind }) => kind === 'held')).toHaveLength(1);
  });

  it('do not share a failure', async () => {
    const { kept, options } = hostAndRun({
      outcome: ({ request }, batch) =>
        request.schema === undefined && batch === 1 ? { kind: 'failed', error: providerError('tooLong') } : undefined,
    });
    const cache = new MemoryReplyCache();
    const { status } = await played(kept, { ...options, benchmark: alike, cache });
    expect(status.status).toBe('incomplete');
    expect(kept.records.filter((record) => record.kind === 'failed')).toHaveLength(1);
    expect(replies(kept.records)).toHaveLength(4);
  });
});

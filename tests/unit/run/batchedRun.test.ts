import { describe, expect, it } from 'vitest';
import { usualBatchTimes } from '../../../src/core/run/batch/batchServices';
import { spentOf } from '../../../src/core/run/runState';
import type { ReplyCache } from '../../../src/core/run/replyCache';
import type { ChatReply } from '../../../src/core/providers/provider';
import { chainedToy } from '../../toyBenchmarks/chainedToy';
import { plainSamples } from '../../toyBenchmarks/plainToy';
import { BatchHost } from './batchHost';
import { newRun } from './batchRun';
import { answers, base, hostAndRun, kindsOf, played, refusedForm } from './batchToys';
import { defaultAnswer, FakeProvider } from './fakeProvider';
import { startRun } from './toyRun';

describe('a run in batches', () => {
  it('says the same as one whose calls are made one by one, in a batch for each wave', async () => {
    const { host, kept, options } = hostAndRun();
    const { status } = await played(kept, options);
    expect(status).toMatchObject({ status: 'completed', detail: undefined });
    const alone = await startRun({ ...base, provider: new FakeProvider() });
    expect(answers(kept.records)).toEqual(answers(alone.records));
    expect(host.batches.map(({ calls }) => calls.length)).toEqual([5, 10]);
    expect(host.alone).toHaveLength(0);
    expect(await kindsOf(kept)).toEqual(['intent', 'submitted', 'intent', 'submitted', 'collected', 'collected']);
  });

  it('plays turns and dependent judges in waves', async () => {
    const host = new BatchHost();
    const samples = ['a', 'b'].map((id, index) => ({ id, step: index + 1, reference: `reference of ${id}` }));
    const kept = newRun();
    const { status } = await played(kept, { benchmark: chainedToy, samples, host });
    expect(status.status).toBe('completed');
    const alone = await startRun({ benchmark: chainedToy, samples, provider: new FakeProvider() });
    expect(answers(kept.records)).toEqual(answers(alone.records));
    expect(host.batches.length).toBeGreaterThanOrEqual(3);
  });

  it('puts each model into batches of its own, and no more calls into one than fit', async () => {
    const { host, kept, options } = hostAndRun({ limits: { maxCalls: 4, maxBytes: 1_000_000 } });
    await played(kept, { ...options, judgeModels: ['judge', 'other'] });
    expect(host.batches.map(({ calls }) => calls.length).every((count) => count <= 4)).toBe(true);
    expect(new Set(host.batches.map(({ calls }) => calls[0]?.request.model))).toEqual(
      new Set(['tutor', 'judge', 'other']),
    );
    expect(host.paid).toHaveLength(5 + 20);
    const small = new BatchHost({ limits: { maxCalls: 100, maxBytes: 6_000 } });
    await played(newRun(), { ...base, host: small });
    expect(small.batches.length).toBeGreaterThan(4);
    expect(small.paid).toHaveLength(15);
  });

  it('polls after a quarter of a minute and then less and less often, up to five minutes', async () => {
    const { kept, options } = hostAndRun({ polls: 11 });
    const polls: number[] = [];
    const { clock } = await played(
      kept,
      { ...options, samples: plainSamples(1) },
      {
        onEvent: (event) => {
          if (event.kind === 'batches' && event.calls > 0 && event.polledAt !== undefined) polls.push(event.polledAt);
        },
      },
    );
    const gaps = polls.slice(0, 10).map((at, index) => Math.round((at - (polls[index - 1] ?? at)) / 1_000));
    expect(gaps.slice(1)).toEqual([23, 34, 51, 76, 114, 171, 256, 300, 300]);
    expect(clock.now()).toBeGreaterThan(Math.max(...polls));
  });

  it('says how many calls wait in how many batches', async () => {
    const { kept, options } = hostAndRun();
    const { events } = await played(kept, options);
    const told = events.filter((event) => event.kind === 'batches');
    const [first, second] = told;
    expect(first).toMatchObject({ provider: 'fake', calls: 5, batches: 1, done: 0, collected: 0, polledAt: undefined });
    // The first poll comes soon after the batch went, the next one later again.
    expect((first?.nextPollAt ?? 0) - (first?.since ?? 0)).toBe(usualBatchTimes.firstPollMs);
    expect(second).toMatchObject({ since: first?.since, polledAt: first?.nextPollAt });
    expect((second?.nextPollAt ?? 0) - (second?.polledAt ?? 0)).toBe(1.5 * usualBatchTimes.firstPollMs);
    expect(told.at(-1)).toMatchObject({ calls: 0, batches: 0, since: undefined, nextPollAt: undefined, collected: 15 });
  });

  it('never hands over what the cache knows', async () => {
    const entries = new Map<string, ChatReply>();
    const cache: ReplyCache = {
      get: (key) => Promise.resolve(entries.get(key)),
      set: (key, reply) => Promise.resolve(void entries.set(key, reply)),
      close: () => Promise.resolve(),
    };
    const first = hostAndRun();
    await played(first.kept, { ...first.options, cache });
    const second = hostAndRun();
    const { status } = await played(second.kept, { ...second.options, cache });
    expect(status.status).toBe('completed');
    expect(second.host.counts.submit).toBe(0);
    expect(await kindsOf(second.kept)).toEqual([]);
  });

  it('answers identical calls each with its own answer, under ids of their own', async () => {
    const { host, kept } = hostAndRun();
    const samples = [{ id: 's', turns: 1 }];
    await played(kept, { ...base, samples, host, judgeModels: ['tutor', 'tutor'] });
    const judged = host.batches.flatMap(({ calls }) => calls).filter(({ request }) => request.schema !== undefined);
    expect(new Set(judged.map(({ id }) => id)).size).toBe(judged.length);
  });
});

it('asks a judge again in the next batch when its answer cannot be read', async () => {
  const { host, kept, options } = hostAndRun({
    outcome: ({ request }) =>
      request.schema !== undefined && request.messages.length === 1
        ? { kind: 'reply', reply: { text: 'no verdict', finish: 'stop' } }
        : { kind: 'reply', reply: { text: defaultAnswer(request), finish: 'stop' } },
  });
  const { status } = await played(kept, options);
  expect(status.status).toBe('completed');
  expect(host.batches.map(({ calls }) => calls.length)).toEqual([5, 10, 10]);
});

describe('the price of batches', () => {
  const usage = { input: 1_000, output: 100, cachedInput: 0 };
  // gpt-4o, 2.50 and 10 dollars a million tokens; half of it in a batch.
  const callUsd = 0.0035 / 2;
  const models = { tutorModel: 'gpt-4o', judgeModels: ['gpt-4o'] };

  it('is half, in records, totals and the cap', async () => {
    const { kept, options } = hostAndRun({ usage });
    const { status, session } = await played(kept, { ...options, ...models, maxCostUsd: 15 * callUsd + 0.03 });
    expect(status.status).toBe('completed');
    expect(spentOf(session).usd).toBeCloseTo(15 * callUsd, 9);
    const paid = kept.records.filter((record) => record.kind === 'reply' || record.kind === 'judged');
    expect(paid.every((record) => record.batch === true)).toBe(true);
    expect(paid.every((record) => !('batch' in (record.usage ?? {})))).toBe(true);
  });

  it('never passes a cap', async () => {
    const { host, kept, options } = hostAndRun({ usage });
    const { status, session } = await played(kept, { ...options, ...models, maxCostUsd: 0.015 });
    expect(status.status).toBe('overBudget');
    expect(spentOf(session).usd).toBeLessThanOrEqual(0.015);
    expect(spentOf(session).usd).toBeCloseTo(host.paid.length * callUsd, 9);
  });

  it('is not that of a call which had to be asked alone', async () => {
    const { kept, options, host } = hostAndRun({
      usage,
      outcome: (call, batch) =>
        batch === 1 && call.request.schema === undefined ? { kind: 'failed', error: refusedForm } : undefined,
    });
    const { session } = await played(kept, { ...options, ...models });
    expect(host.alone).toHaveLength(1);
    expect(spentOf(session).usd).toBeCloseTo(14 * callUsd + 2 * callUsd, 9);
  });
});

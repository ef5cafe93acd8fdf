import { describe, expect, it } from 'vitest';
import { mostItCosts } from '../../../src/core/run/budget';
import { spentOf } from '../../../src/core/run/runState';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider } from './fakeProvider';
import { resumeRun, startRun } from './toyRun';

// gpt-4o: 2.50 dollars a million tokens in, 10 out. One call here costs 1,000 × 2.5 + 100 × 10 = 3,500 millionths.
const usage = { input: 1_000, output: 100, cachedInput: 0 };
const callUsd = 0.0035;
const paid = () => new FakeProvider((request) => ({ text: defaultAnswer(request), finish: 'stop', usage }));
const base = { benchmark: plainToy, samples: plainSamples(20), tutorModel: 'gpt-4o', judgeModels: ['gpt-4o'] };

describe('a cap on cost', () => {
  it('is never passed, says so, and a resume with a higher one goes on without losing a call', async () => {
    const provider = paid();
    const options = { ...base, provider, maxCostUsd: 0.08 };
    const first = await startRun(options);
    expect(first.status.status).toBe('overBudget');
    expect(first.status.detail).toMatch(/cap of \$0\.08.*higher cap/);
    const spent = spentOf(first.session).usd;
    expect(spent).toBeLessThanOrEqual(0.08);
    expect(spent).toBeCloseTo(provider.requests.length * callUsd, 9);
    // Everything that was sent is in the journal: no call in flight was cut off.
    expect(first.records.filter((record) => record.kind === 'reply' || record.kind === 'judged')).toHaveLength(
      provider.requests.length,
    );
    const second = await resumeRun({ ...options, store: first.store, maxCostUsd: 1 });
    expect(second.status.status).toBe('completed');
    expect(provider.requests).toHaveLength(60);
    expect(spentOf(second.session).usd).toBeCloseTo(60 * callUsd, 9);
  });

  it('counts an answer without a count of tokens as the most that it can have cost, in later attempts too', async () => {
    const provider = new FakeProvider((request) => ({ text: defaultAnswer(request), finish: 'stop' }));
    const options = { ...base, provider, maxCostUsd: 0.08 };
    const first = await startRun(options);
    expect(first.status.status).toBe('overBudget');
    const most = provider.requests.reduce((sum, request) => sum + mostItCosts({ model: 'gpt-4o' }, request), 0);
    expect(first.status.reached?.usd).toBeCloseTo(most, 9);
    expect(first.status.unrecorded?.usd).toBeCloseTo(most, 9);
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('overBudget');
    const together = provider.requests.reduce((sum, request) => sum + mostItCosts({ model: 'gpt-4o' }, request), 0);
    expect(second.status.reached?.usd).toBeCloseTo(together, 9);
    expect(together).toBeLessThanOrEqual(0.08);
  });

  it('counts what earlier attempts spent', async () => {
    const provider = paid();
    const options = { ...base, provider, maxCostUsd: 0.08 };
    const first = await startRun(options);
    const calls = provider.requests.length;
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('overBudget');
    expect(provider.requests).toHaveLength(calls);
  });

  it('that fits the calls one by one also fits many at once: reservations wait for each other', async () => {
    const provider = paid();
    const slots = { start: 16, floor: 16, ceiling: 16 };
    const { status } = await startRun({ ...base, provider, slots, maxCostUsd: 60 * callUsd + 0.03 });
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(60);
  });

  it('does not touch models without a price, and none behind a base URL', async () => {
    const unknown = await startRun({
      ...base,
      provider: paid(),
      tutorModel: 'mine',
      judgeModels: ['mine'],
      maxCostUsd: 0.0001,
    });
    expect(unknown.status.status).toBe('completed');
    const local = await startRun({ ...base, provider: paid(), baseUrl: 'http://localhost:1/v1', maxCostUsd: 0.0001 });
    expect(local.status.status).toBe('completed');
    expect(spentOf(local.session).usd).toBe(0);
  });

  it('can be cancelled while calls wait for each other', async () => {
    const controller = new AbortController();
    const provider = new FakeProvider(
      (_request, _index, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        }),
    );
    const running = startRun({ ...base, provider, maxCostUsd: 0.005 }, { signal: controller.signal });
    await expect.poll(() => provider.inFlight).toBeGreaterThan(0);
    controller.abort();
    expect((await running).status.status).toBe('cancelled');
  });
});

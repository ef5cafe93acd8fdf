import { describe, expect, it } from 'vitest';
import { spentOf } from '../../../src/core/run/runState';
import type { ReplyCache } from '../../../src/core/run/replyCache';
import { type ChatReply, ProviderError } from '../../../src/core/providers/provider';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { resumeRun, startRun } from './toyRun';

const base = { benchmark: plainToy, samples: plainSamples(20), tutorModel: 'mine', judgeModels: ['mine'] };

function memoryCache(): ReplyCache {
  const kept = new Map<string, ChatReply>();
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, reply) => {
      kept.set(key, reply);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

describe('a cap on calls', () => {
  it('is reached and not passed, without a price, and a resume with a higher one goes on without losing a call', async () => {
    const provider = new FakeProvider();
    const first = await startRun({ ...base, provider, caps: { maxCalls: 25 } });
    expect(first.status).toMatchObject({ status: 'overBudget', cap: 'maxCalls' });
    expect(first.status.detail).toMatch(
      /cap of 25 calls for this run \(25 calls made\)\. Resume with a higher cap to go on\.$/,
    );
    expect(provider.requests).toHaveLength(25);
    expect(first.records.filter(({ kind }) => kind === 'reply' || kind === 'judged')).toHaveLength(25);
    const again = await resumeRun({ ...base, provider, store: first.store, caps: { maxCalls: 25 } });
    expect(again.status.status).toBe('overBudget');
    expect(provider.requests).toHaveLength(25);
    const second = await resumeRun({ ...base, provider, store: first.store, caps: { maxCalls: 60 } });
    expect(second.status.status).toBe('completed');
    expect(provider.requests).toHaveLength(60);
  });

  it('is told in the records: what it was, and what holds from attempt to attempt', async () => {
    const provider = new FakeProvider();
    const first = await startRun({ ...base, provider, caps: { maxCalls: 1 } });
    expect(first.status.detail).toContain('the cap of 1 call for this run (1 call made)');
    expect(first.status.reached).toEqual({ cap: 1, calls: 1, usd: 0 });
    expect(first.session.state.caps).toEqual({ caps: { maxCalls: 1 }, byHand: [] });
    const raised = { maxCalls: 3, maxCallsPerDay: 500 };
    const second = await resumeRun({ ...base, provider, store: first.store, caps: raised, byHand: ['maxCalls'] });
    const third = await resumeRun({ ...base, provider, store: first.store });
    expect(second.status.reached).toMatchObject({ cap: 3, calls: 3 });
    // An attempt without caps says nothing of them.
    expect(third.session.state.caps).toEqual({ caps: raised, byHand: ['maxCalls'] });
  });

  it('that runs share counts what the others came to, and says so', async () => {
    const provider = new FakeProvider();
    const { status } = await startRun({
      ...base,
      provider,
      caps: { maxCalls: 25 },
      spentBefore: { usd: 0, calls: 20 },
    });
    expect(provider.requests).toHaveLength(5);
    expect(status.detail).toContain('the cap of 25 calls for this run and those started with it (25 calls made)');
    expect(status.reached).toMatchObject({ cap: 25, calls: 25 });
  });

  it('counts repeats after failures, those of lost calls included, and over a resume', async () => {
    const provider = new FakeProvider((request, index) => {
      if (index % 3 === 0) throw providerError('server');
      return defaultAnswer(request);
    });
    const first = await startRun({ ...base, provider, caps: { maxCalls: 40 } });
    expect(first.status.cap).toBe('maxCalls');
    expect(provider.requests).toHaveLength(40);
    expect(spentOf(first.session).calls).toBe(40);
    const second = await resumeRun({ ...base, provider, store: first.store, caps: { maxCalls: 50 } });
    expect(second.status.status).toBe('overBudget');
    expect(provider.requests).toHaveLength(50);
  });

  it('counts a call that was refused for good, but none that never reached the provider', async () => {
    const refused = new FakeProvider((request) => {
      if (request.messages[0]?.content.startsWith('s1 ')) throw providerError('badRequest');
      return defaultAnswer(request);
    });
    const samples = plainSamples(3);
    const one = await startRun({ ...base, samples, provider: refused, caps: { maxCalls: 100 } });
    expect(one.status.status).toBe('incomplete');
    expect(spentOf(one.session).calls).toBe(refused.requests.length);
    const unconnected = new FakeProvider((request, index) => {
      if (index > 2 && index % 2 === 0) {
        throw new ProviderError('Nobody there.', { failure: 'network', provider: 'fake', sent: false });
      }
      return defaultAnswer(request);
    });
    const two = await startRun({ ...base, samples, provider: unconnected, caps: { maxCalls: 9 } });
    expect(two.status.status).toBe('completed');
    expect(unconnected.requests.length).toBeGreaterThan(9);
    expect(spentOf(two.session).calls).toBe(9);
  });

  it('does not count answers from the cache', async () => {
    const cache = memoryCache();
    const filling = new FakeProvider();
    expect((await startRun({ ...base, provider: filling, cache })).status.status).toBe('completed');
    const provider = new FakeProvider();
    const { status, session } = await startRun({ ...base, provider, cache, caps: { maxCalls: 1 } });
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(0);
    expect(spentOf(session)).toEqual({ usd: 0, calls: 0 });
  });

  it('never cuts off a call in flight, however many slots there are', async () => {
    const provider = new FakeProvider();
    const slots = { start: 16, floor: 16, ceiling: 16 };
    const { status, records } = await startRun({ ...base, provider, slots, caps: { maxCalls: 33 } });
    expect(status.status).toBe('overBudget');
    expect(provider.requests).toHaveLength(33);
    expect(records.filter(({ kind }) => kind === 'reply' || kind === 'judged')).toHaveLength(33);
  });
});

import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError, untilAborted, verdictText } from './fakeProvider';
import { resumeRun, startRun } from './toyRun';
import { callCounts } from '../../callCounts';

const base = { benchmark: plainToy, samples: plainSamples(6, 2) };

describe('a run', () => {
  it('answers each planned call once and says what it does', async () => {
    const provider = new FakeProvider();
    const { status, events, session } = await startRun({ ...base, provider, repeats: 2 });
    expect(status).toMatchObject({ kind: 'status', status: 'completed' });
    expect(provider.requests).toHaveLength(6 * 2 * (2 + 2));
    expect(callCounts(session.state)).toMatchObject({
      tutorCalls: 24,
      judgeCalls: 24,
      replies: 24,
      judgements: 24,
      retries: 0,
      cachedCalls: 0,
    });
    expect(events[0]).toEqual({ kind: 'started', resumed: false });
    expect(events.at(-1)).toEqual({ kind: 'finished', status });
    expect(events.filter((event) => event.kind === 'record')).toHaveLength(48);
  });

  it('keeps the calls in flight at the limit, and uses it', async () => {
    for (const slots of [1, 3, 8]) {
      const provider = new FakeProvider();
      await startRun({
        ...base,
        samples: plainSamples(20),
        provider,
        slots: { start: slots, floor: slots, ceiling: slots },
      });
      expect(provider.peak).toBe(slots);
    }
  });

  it('judges the first replies before the last ones are asked for', async () => {
    const provider = new FakeProvider();
    await startRun({ ...base, samples: plainSamples(40), provider });
    const order = provider.requests.map(isJudgeCall);
    expect(order.indexOf(true)).toBeLessThan(order.lastIndexOf(false));
  });

  it('plays the turns of a dialogue one after the other', async () => {
    const provider = new FakeProvider();
    await startRun({ ...base, samples: plainSamples(1, 5), provider });
    expect(
      provider.requests.filter((request) => !isJudgeCall(request)).map((request) => request.messages.length),
    ).toEqual([1, 3, 5, 7, 9]);
    expect(provider.peak).toBe(2);
  });

  it('fails with a sentence when the journal cannot be written, and calls nobody', async () => {
    const store = new MemoryRunStore();
    const reopen = store.reopen.bind(store);
    store.reopen = async (runId) => {
      const writer = await reopen(runId);
      await writer.close();
      return writer;
    };
    const provider = new FakeProvider();
    const { status } = await startRun({ ...base, provider, store });
    expect(status.status).toBe('failed');
    expect(status.detail).toMatch(/closed/);
    expect(provider.requests).toEqual([]);
  });
});

describe('a run with looks', () => {
  const samples = plainSamples(4);
  const order = samples.map(({ id }) => `${plainToy.id}/${id}`);
  const sequence = { planned: 4, order, looks: [2, 4] };

  it('stops at the look that settles it, and pays for nothing after it', async () => {
    const provider = new FakeProvider();
    const decideLook = () => Promise.resolve({ judges: undefined, settled: [], isOver: true });
    const { status } = await startRun({ benchmark: plainToy, samples, provider, sequence, decideLook });
    expect(status).toMatchObject({ status: 'completed' });
    expect(status.detail).toMatch(/^Stopped after 2 of 4 units: /);
    expect(provider.requests.filter((request) => !isJudgeCall(request))).toHaveLength(2);
  });

  it('plays on when a look fails, and says so at its end', async () => {
    const provider = new FakeProvider();
    const decideLook = () => Promise.reject(new Error('The run before it is gone.'));
    const { status } = await startRun({ benchmark: plainToy, samples, provider, sequence, decideLook });
    expect(status).toMatchObject({
      status: 'completed',
      detail: 'The comparison after 2 units failed: The run before it is gone.',
    });
    expect(provider.requests.filter((request) => !isJudgeCall(request))).toHaveLength(4);
  });
});

describe('a call that fails for good', () => {
  it('counts the attempts before it, whatever the last one says', async () => {
    const provider = new FakeProvider((request, index) => {
      if (index <= 2) throw providerError('server');
      if (index === 3) throw providerError('tooLong');
      return defaultAnswer(request);
    });
    const { session } = await startRun({ ...base, samples: plainSamples(1), provider });
    expect(session.state.items.get('mrbench/s1#0')?.tutorFailure).toMatchObject({
      failure: 'tooLong',
      calls: 0,
      retries: 2,
    });
    expect(callCounts(session.state).retries).toBe(2);
  });
});

describe('an unreadable verdict', () => {
  it('is asked for again with what was wrong, and counts once read', async () => {
    const provider = new FakeProvider((request, index) => {
      if (!isJudgeCall(request)) return 'reply';
      if (request.messages.length === 1) return index % 2 === 0 ? 'Well done!' : '';
      return verdictText(true);
    });
    const { session, records } = await startRun({ ...base, provider });
    const again = provider.requests.filter((request) => isJudgeCall(request) && request.messages.length === 3);
    expect(again).toHaveLength(12);
    for (const { messages } of again) {
      expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
      expect(messages[1]?.content.trim()).not.toBe('');
      expect(messages[2]?.content).toContain('There is no JSON object in the reply.');
    }
    for (const record of records)
      if (record.kind === 'judged')
        expect(record.attempts.map((attempt) => attempt.problem === undefined)).toEqual([false, true]);
    expect(callCounts(session.state).judgeCalls).toBe(24);
  });

  it('is unscored after three attempts, counted, and not asked for on resume', async () => {
    const provider = new FakeProvider((request) =>
      isJudgeCall(request) && request.system.includes('tone') ? 'Hm.' : defaultAnswer(request),
    );
    const options = { ...base, provider };
    const { status, session, store } = await startRun(options);
    expect(status.status).toBe('completed');
    expect(provider.requests.filter((request) => request.system.includes('tone'))).toHaveLength(18);
    const verdicts = session.items.flatMap(({ key }) => session.state.item(key).verdictsOf('fake:judge'));
    expect(verdicts.filter((verdict) => verdict.status === 'unscored').map((verdict) => verdict.judge)).toEqual(
      Array(6).fill('tone'),
    );
    expect(verdicts.find((verdict) => verdict.status === 'unscored')?.problem).toMatch(/after 3 attempts/);
    const calls = provider.requests.length;
    await resumeRun({ ...options, store });
    expect(provider.requests).toHaveLength(calls);
  });
});

describe('a call that fails', () => {
  it('leaves a failed record and an incomplete run; resume tries it again and only it', async () => {
    let broken = true;
    const provider = new FakeProvider((request) => {
      const material = request.messages[0]?.content ?? '';
      if (broken && request.system.includes('tone') && material.startsWith('s3')) throw providerError('badRequest');
      return defaultAnswer(request);
    });
    const options = { ...base, provider };
    const first = await startRun(options);
    expect(first.status.status).toBe('incomplete');
    expect(first.records.filter((record) => record.kind === 'failed')).toMatchObject([
      { role: 'judge', key: 'tone', item: 'mrbench/s3#0', failure: 'badRequest' },
    ]);
    const lost = first.session.state.item('mrbench/s3#0').verdictsOf('fake:judge');
    expect(lost).toContainEqual({
      judge: 'tone',
      unit: 'reply',
      status: 'unscored',
      problem: 'The fake provider says badRequest.',
    });
    broken = false;
    const calls = provider.requests.length;
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('completed');
    expect(provider.requests.slice(calls).map((request) => request.messages[0]?.content.slice(0, 2))).toEqual(['s3']);
    const verdicts = second.session.state.item('mrbench/s3#0').verdictsOf('fake:judge');
    expect(verdicts.map((verdict) => verdict.status)).toEqual(['ok', 'ok']);
  });

  it('of the tutor costs its item only, and a resume goes on at its turn', async () => {
    let broken = true;
    const provider = new FakeProvider((request) => {
      if (broken && !isJudgeCall(request) && request.messages.at(-1)?.content === 's2 says 2')
        throw providerError('badRequest');
      return defaultAnswer(request);
    });
    const options = { ...base, provider };
    const first = await startRun(options);
    expect(first.status.status).toBe('incomplete');
    expect(callCounts(first.session.state)).toMatchObject({ replies: 11, judgements: 10 });
    broken = false;
    const calls = provider.requests.length;
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('completed');
    expect(provider.requests.length - calls).toBe(3);
    expect(second.events[0]).toMatchObject({ kind: 'started', resumed: true });
  });

  it('keeps what was paid for before it failed in the count of tokens', async () => {
    const usage = { input: 100, output: 10, cachedInput: 0 };
    const provider = new FakeProvider((request) => {
      if (!isJudgeCall(request)) return { text: 'reply', finish: 'stop', usage };
      if (request.messages.length > 1) throw providerError('badRequest');
      return { text: 'Hm.', finish: 'stop', usage };
    });
    const { session } = await startRun({ ...base, samples: plainSamples(1), provider });
    expect(session.state.useOf('fake:judge')).toMatchObject({ input: 200, output: 20, cachedInput: 0 });
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: 1, judgeCalls: 2 });
  });

  it('that a retry fixes is tried again and counted', async () => {
    let failures = 0;
    const provider = new FakeProvider((request) => {
      if (!isJudgeCall(request) && failures < 3) {
        failures += 1;
        throw providerError('server');
      }
      return defaultAnswer(request);
    });
    const { status, session, events } = await startRun({ ...base, samples: plainSamples(1), provider });
    expect(status.status).toBe('completed');
    expect(callCounts(session.state).retries).toBe(3);
    expect(events.filter((event) => event.kind === 'retrying')).toHaveLength(3);
  });
});

describe('a failure that stops the run', () => {
  it.each(['auth', 'quota'] as const)('%s: at once, with its message', async (failure) => {
    const provider = new FakeProvider(() => {
      throw providerError(failure, 'The key was refused. Set another one.');
    });
    const { status, records } = await startRun({ ...base, samples: plainSamples(50), provider });
    expect(status).toMatchObject({ status: 'failed', detail: 'The key was refused. Set another one.' });
    // Those in flight, no more.
    expect(provider.requests.length).toBeLessThanOrEqual(4);
    expect(records.map((record) => record.kind)).toEqual(['status', 'status']);
  });

  it('three calls without any success, but not three among successes', async () => {
    const never = new FakeProvider(() => {
      throw providerError('badRequest', 'There is no such model.');
    });
    const stopped = await startRun({
      ...base,
      samples: plainSamples(50),
      provider: never,
      slots: { start: 1, floor: 1, ceiling: 1 },
    });
    expect(stopped.status.status).toBe('failed');
    expect(stopped.status.detail).toMatch(/No call to fake:tutor has succeeded.*There is no such model/);
    expect(never.requests.length).toBe(3);
    const often = new FakeProvider((request, index) => {
      if (!isJudgeCall(request) && index > 1) throw providerError('tooLong');
      return defaultAnswer(request);
    });
    const going = await startRun({
      ...base,
      samples: plainSamples(10),
      provider: often,
      slots: { start: 1, floor: 1, ceiling: 1 },
    });
    expect(going.status.status).toBe('incomplete');
    expect(going.records.filter((record) => record.kind === 'failed')).toHaveLength(9);
  });
});

describe('cancelling', () => {
  it('returns promptly, keeps what arrived, and a resume asks for the rest only', async () => {
    const controller = new AbortController();
    let stuck = true;
    const provider = new FakeProvider((request, index, signal) =>
      stuck && index > 10 ? untilAborted(signal) : defaultAnswer(request),
    );
    const options = { ...base, samples: plainSamples(10), provider };
    const running = startRun(options, { signal: controller.signal });
    await expect.poll(() => provider.requests.length).toBe(14);
    controller.abort();
    const first = await running;
    expect(first.status.status).toBe('cancelled');
    expect(first.records.filter((record) => record.kind === 'reply' || record.kind === 'judged')).toHaveLength(10);
    expect(first.records.some((record) => record.kind === 'failed')).toBe(false);
    stuck = false;
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('completed');
    expect(provider.requests).toHaveLength(14 + 30 - 10);
  });

  it('keeps an answer that arrives in the same moment, and nothing comes after the last status', async () => {
    const controller = new AbortController();
    let waiting = 0;
    const provider = new FakeProvider(async (request, _index, signal) => {
      if (!isJudgeCall(request)) return 'reply';
      waiting += 1;
      if (request.system.includes('tone')) return untilAborted(signal);
      await untilAborted(signal).catch(() => undefined);
      // The answer was on its way already: it takes a moment to be read.
      for (let tick = 0; tick < 5; tick += 1) await nextTick();
      return verdictText(true);
    });
    const running = startRun({ ...base, samples: plainSamples(1), provider }, { signal: controller.signal });
    await expect.poll(() => waiting).toBe(2);
    controller.abort();
    const { records, events } = await running;
    expect(records.map((record) => record.kind)).toEqual(['status', 'reply', 'judged', 'status']);
    expect(events.at(-1)?.kind).toBe('finished');
  });

  it('before the start calls nobody; with the reason “interrupted” it says so', async () => {
    const provider = new FakeProvider();
    const cancelled = await startRun({ ...base, provider }, { signal: AbortSignal.abort() });
    expect(cancelled.status.status).toBe('cancelled');
    const interrupted = await startRun({ ...base, provider }, { signal: AbortSignal.abort('interrupted') });
    expect(interrupted.status.status).toBe('interrupted');
    expect(provider.requests).toEqual([]);
  });
});

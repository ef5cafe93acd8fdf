import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/core/run/budget';
import { CallLimiter } from '../../../src/core/run/callLimiter';
import { ModelCaller } from '../../../src/core/run/modelCaller';
import type { CallOutcome } from '../../../src/core/run/runStep';
import { ServerSilence } from '../../../src/core/run/serverSilence';
import type { ChatReply, ChatRequest } from '../../../src/core/providers/provider';
import { FakeProvider, providerError, type Answer } from './fakeProvider';
import { MemoryReplyCache } from './memoryReplyCache';
import { patientClock } from './toyRun';
import { factsOf } from '../../../src/core/providers/modelFacts';

const never = new AbortController().signal;
const request: ChatRequest = {
  model: 'm',
  system: 'Be kind.',
  messages: [{ role: 'user', content: 'What is 3 × 4?' }],
  maxOutputTokens: 100,
  repeat: 0,
  simulation: { seed: '', run: () => '' },
};

function callerOf(provider: FakeProvider, cache: MemoryReplyCache): ModelCaller {
  const clock = patientClock();
  const onEvent = (): void => undefined;
  const limiter = new CallLimiter({ start: 8, floor: 1, ceiling: 8 }, clock);
  return new ModelCaller(
    { name: 'fake:m', model: 'm', facts: factsOf('fake', 'm'), provider, limiter },
    {
      cache,
      underWay: new Map(),
      budget: new Budget({ caps: {}, spent: { usd: 0, calls: 0 }, clock, onEvent }),
      clock,
      random: () => 0.5,
      onEvent,
      silence: new ServerSilence(clock, onEvent),
    },
  );
}

async function askOne(caller: ModelCaller, one: ChatRequest): Promise<CallOutcome> {
  const outcomes: CallOutcome[] = [];
  await caller.step('item', 'step', never, async (call) => {
    const outcome = await call(one);
    outcome.remember();
    outcomes.push(outcome);
  });
  return outcomes[0]!;
}

/** Makes all calls at once and returns their results in order. No answer comes before all were looked up. */
async function together(answer: Answer, requests: readonly ChatRequest[]) {
  const cache = new MemoryReplyCache();
  const provider = new FakeProvider(async (...call) => {
    while (cache.lookedUp < requests.length) await nextTick();
    // Whoever would ask for itself has done so by then.
    for (let turn = 0; turn < 4; turn += 1) await nextTick();
    return answer(...call);
  });
  const caller = callerOf(provider, cache);
  const settled = await Promise.allSettled(requests.map((one) => askOne(caller, one)));
  const outcomes = settled.map((one) =>
    one.status === 'rejected' ? 'failed' : `${one.value.cached ? 'shared' : 'asked'} ${one.value.reply.text}`,
  );
  return { outcomes, sent: provider.requests.length, kept: cache.texts };
}

/** The first call goes wrong in some way; the others bring their number. */
const afterFirst =
  (first: () => ChatReply): Answer =>
  (_request, index) =>
    index === 1 ? first() : `answer ${index}`;

describe('identical calls under way together', () => {
  it('share one call', async () => {
    const { outcomes, sent, kept } = await together((_request, index) => `answer ${index}`, [request, { ...request }]);
    expect(sent).toBe(1);
    expect(outcomes).toEqual(['asked answer 1', 'shared answer 1']);
    expect(kept).toEqual(['answer 1']);
  });

  it('are asked apart where they are repeats of each other', async () => {
    const { sent } = await together((_request, index) => `answer ${index}`, [request, { ...request, repeat: 1 }]);
    expect(sent).toBe(2);
  });

  it('do not share a failure: the second asks for itself, the third takes its answer', async () => {
    const lost = afterFirst(() => {
      throw providerError('badRequest');
    });
    const { outcomes, sent } = await together(lost, [request, request, request]);
    expect(outcomes).toEqual(['failed', 'asked answer 2', 'shared answer 2']);
    expect(sent).toBe(2);
  });

  it.each<[string, ChatReply]>([
    ['cut off', { text: 'Half an answer. '.repeat(30), finish: 'length' }],
    ['a refusal', { text: 'I cannot', finish: 'refusal' }],
    ['empty', { text: ' \n', finish: 'stop' }],
  ])('do not share an answer that is %s, and do not keep it', async (_name, reply) => {
    const { outcomes, sent, kept } = await together(
      afterFirst(() => reply),
      [request, request],
    );
    expect(outcomes).toEqual([`asked ${reply.text}`, 'asked answer 2']);
    expect(sent).toBe(2);
    expect(kept).toEqual(['answer 2']);
  });
});

describe('an answer from the cache', () => {
  it('counts for how much the server reads, where it leaves out of later counts what it has cached', async () => {
    const long = { ...request, system: 'word '.repeat(3_000) };
    const replyOf = (input: number): ChatReply => ({
      text: 'Yes.',
      finish: 'stop',
      usage: { input, output: 1, cachedInput: 0 },
    });
    const cache = new MemoryReplyCache();
    await askOne(callerOf(new FakeProvider(() => replyOf(3_500)), cache), long);
    const resumed = callerOf(new FakeProvider(() => replyOf(40)), cache);
    expect((await askOne(resumed, long)).cached).toBe(true);
    expect((await askOne(resumed, { ...long, repeat: 1 })).reply.text).toBe('Yes.');
  });
});

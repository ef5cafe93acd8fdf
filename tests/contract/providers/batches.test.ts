import { describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import type { BatchApi, BatchOutcome, ChatRequest } from '../../../src/core/providers/provider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ProviderOptions } from '../../../src/core/providers/providerEntry';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { startBatchServer, type BatchServer, type BatchServerOptions } from '../../loopback/batchServer';
import { startModelServer } from '../../loopback/modelServer';
import { answerSchema, chatRequest, failureOf, testKey } from './providerSubject';

const open = new AbortController().signal;
const servers = closedAfterEach();

async function start(options?: BatchServerOptions): Promise<BatchServer> {
  const server = await startBatchServer(options);
  servers.push(server);
  return server;
}

/** `count` calls whose questions differ. */
function calls(count: number, changes: Partial<ChatRequest> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    id: `call_${index}-0`,
    request: chatRequest({ messages: [{ role: 'user', content: `Question ${index}` }], ...changes }),
  }));
}

describe.each([
  ['openai', createOpenAiProvider],
  ['anthropic', createAnthropicProvider],
] as const)('batches of %s', (_id, create) => {
  function batchesOf(server: { readonly url: string }, options: Partial<ProviderOptions> = {}): BatchApi {
    const provider = create({ apiKey: testKey, baseUrl: server.url, ...options }, new ShapeMemory());
    if (provider.batches === undefined) throw new Error('The provider has no batches.');
    return provider.batches;
  }

  async function collect(api: BatchApi, batchId: string): Promise<Map<string, BatchOutcome>> {
    const outcomes = new Map<string, BatchOutcome>();
    for await (const { id, outcome } of api.results({ batchId, model: 'test-model' }, open)) outcomes.set(id, outcome);
    return outcomes;
  }

  it('hands calls over, sees the batch open and ended, and reads every reply with its tokens', async () => {
    const server = await start({ polls: 2, reply: ({ messages }) => `Re: ${messages[0]?.text ?? ''}` });
    const api = batchesOf(server);
    const batchId = await api.submit(calls(3), open);
    const batch = { batchId, model: 'test-model' };
    expect(await api.poll(batch, open)).toEqual({ phase: 'open', done: 0 });
    expect(await api.poll(batch, open)).toEqual({ phase: 'ended', done: 3 });
    const outcomes = await collect(api, batchId);
    expect([...outcomes.keys()].sort()).toEqual(['call_0-0', 'call_1-0', 'call_2-0']);
    expect(outcomes.get('call_1-0')).toMatchObject({
      kind: 'reply',
      reply: { text: 'Re: Question 1', finish: 'stop', model: 'test-model', usage: { cachedInput: 0 } },
    });
    expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${testKey}`]));
  });

  it('writes calls as they are sent alone: schema, system message, images', async () => {
    const server = await start();
    const images = [{ url: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' }];
    const request = chatRequest({ schema: answerSchema, messages: [{ role: 'user', content: 'See.', images }] });
    await batchesOf(server).submit([{ id: 'a', request }], open);
    const provider = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    await provider.complete(request, open);
    expect(server.batches[0]?.calls[0]?.request.body).toEqual(server.singles[0]?.body);
    expect(server.singles[0]?.messages[0]?.images).toHaveLength(1);
  });

  it('takes the form that the server is known to take', async () => {
    const server = await start({
      fate: ({ body }) =>
        'temperature' in body
          ? { kind: 'refuse', status: 400, type: 'invalid_request_error', message: 'temperature is not supported' }
          : undefined,
    });
    const shapes = new ShapeMemory();
    const provider = create({ apiKey: testKey, baseUrl: server.url }, shapes);
    const refused = await provider.batches!.submit(calls(1, { temperature: 0 }), open);
    await provider.batches!.poll({ batchId: refused, model: 'test-model' }, open);
    expect((await collect(provider.batches!, refused)).get('call_0-0')).toMatchObject({
      kind: 'failed',
      error: { failure: 'badRequest', status: 400 },
    });
    await provider.complete(chatRequest({ temperature: 0 }), open);
    const taken = await provider.batches!.submit(calls(1, { temperature: 0 }), open);
    expect(server.batches[1]?.calls[0]?.request.body).not.toHaveProperty('temperature');
    await provider.batches!.poll({ batchId: taken, model: 'test-model' }, open);
    const told = (await collect(provider.batches!, taken)).get('call_0-0');
    expect(told).toMatchObject({ kind: 'reply', reply: { sent: { maxOutputTokens: 256 } } });
    expect(told).not.toHaveProperty('reply.sent.temperature');
    // Another process does not know what this one sent.
    const later = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    expect((await collect(later.batches!, taken)).get('call_0-0')).not.toHaveProperty('reply.sent');
  });

  it('tells what became of each call, and leaves out lines that cannot be read', async () => {
    const server = await start({
      fate: ({ messages }) => {
        const which = messages[0]?.text ?? '';
        if (which.endsWith('0')) return { kind: 'expire' };
        if (which.endsWith('1')) return { kind: 'damage' };
        if (which.endsWith('2')) return { kind: 'omit' };
        if (which.endsWith('3'))
          return { kind: 'refuse', status: 429, type: 'rate_limit_error', message: `Slow down, ${testKey}.` };
        if (which.endsWith('4'))
          return { kind: 'refuse', status: 400, type: 'invalid_request_error', message: 'The prompt is too long.' };
        return undefined;
      },
    });
    const api = batchesOf(server);
    const batchId = await api.submit(calls(6), open);
    await api.poll({ batchId, model: 'test-model' }, open);
    const outcomes = await collect(api, batchId);
    expect([...outcomes].map(([id, { kind }]) => [id.slice(5, 6), kind]).sort()).toEqual([
      ['0', 'expired'],
      ['3', 'failed'],
      ['4', 'failed'],
      ['5', 'reply'],
    ]);
    const limited = outcomes.get('call_3-0');
    expect(limited).toMatchObject({ error: { failure: 'rateLimit', retryable: true } });
    expect(JSON.stringify([limited, limited?.kind === 'failed' ? limited.error.message : ''])).not.toContain(testKey);
    expect(outcomes.get('call_4-0')).toMatchObject({ error: { failure: 'badRequest', retryable: false } });
  });

  it('ends a batch early and keeps what it had finished', async () => {
    const server = await start({ polls: Number.POSITIVE_INFINITY, doneBeforeCancel: 1 });
    const api = batchesOf(server);
    const batchId = await api.submit(calls(3), open);
    const batch = { batchId, model: 'test-model' };
    await api.cancel(batch, open);
    expect(await api.poll(batch, open)).toMatchObject({ phase: 'open' });
    expect(await api.poll(batch, open)).toMatchObject({ phase: 'ended' });
    const kinds = [...(await collect(api, batchId)).values()].map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['cancelled', 'cancelled', 'reply']);
  });

  it('says that a batch is gone, and that its results are', async () => {
    const server = await start();
    const api = batchesOf(server);
    expect(await api.poll({ batchId: 'batch_unknown', model: 'm' }, open)).toEqual({ phase: 'gone' });
    const error = await failureOf(collect(api, 'batch_unknown'));
    expect(error.status).toBe(404);
  });

  it('names a server that has no batches, in words that help', async () => {
    const server = await startModelServer();
    servers.push(server);
    const error = await failureOf(batchesOf(server).submit(calls(1), open));
    expect(error).toMatchObject({ failure: 'badRequest', status: 404, retryable: false });
    expect(error.message).toMatch(/takes no batches.*Evaluate without batches/);
    expect(error.message).toContain(server.url);
  });

  it.each([
    [401, 'auth'],
    [429, 'rateLimit'],
    [500, 'server'],
  ] as const)('reports status %i of each request as %s, once, without the key', async (status, failure) => {
    let faulty = false;
    const server = await start({ fault: () => (faulty ? status : undefined), errorText: `No. ${testKey}` });
    const api = batchesOf(server);
    const batchId = await api.submit(calls(1), open);
    const batch = { batchId, model: 'test-model' };
    await api.poll(batch, open);
    faulty = true;
    const before = { ...server.counts };
    for (const attempt of [
      () => api.submit(calls(1), open),
      () => api.poll(batch, open),
      () => collect(api, batchId),
      () => api.cancel(batch, open),
    ]) {
      const error = await failureOf(attempt());
      expect(error).toMatchObject({ failure, status });
      expect(error.message + String(error.cause)).not.toContain(testKey);
    }
    const total = (counts: BatchServer['counts']): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
    expect(total(server.counts) - total(before)).toBe(4);
  });

  it('keeps what came of results that break off, and says so', async () => {
    const server = await start({ fault: (route, count) => (route === 'results' && count === 1 ? 'cut' : undefined) });
    const api = batchesOf(server);
    const batchId = await api.submit(calls(40), open);
    await api.poll({ batchId, model: 'test-model' }, open);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of api.results({ batchId, model: 'test-model' }, open)) seen.push(id);
    })();
    expect(await failureOf(reading)).toMatchObject({ failure: 'network', retryable: true });
    expect((await collect(api, batchId)).size).toBe(40);
  });

  it('gives up on a server that says nothing, and at once when it is stopped', async () => {
    const server = await start({ fault: () => 'hang' });
    const slow = batchesOf(server, { timeoutMs: 20 });
    expect(await failureOf(slow.poll({ batchId: 'b', model: 'm' }, open))).toMatchObject({ failure: 'timeout' });
    const abort = new AbortController();
    const polling = batchesOf(server).poll({ batchId: 'b', model: 'm' }, abort.signal);
    await expect.poll(() => server.counts.poll).toBe(2);
    abort.abort();
    expect(await failureOf(polling)).toMatchObject({ failure: 'aborted' });
  });
});

describe('batches of openai', () => {
  it.each([
    ['token_limit_exceeded', 'rateLimit'],
    ['model_not_found', 'badRequest'],
  ])('refused as a whole with %s are reported as %s', async (code, failure) => {
    const server = await start({ refusal: () => ({ code, message: 'Not this batch.' }) });
    const { batches } = createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const batchId = await batches!.submit(calls(2), open);
    expect(await batches!.poll({ batchId, model: 'test-model' }, open)).toMatchObject({
      phase: 'refused',
      error: { failure, message: expect.stringContaining('Not this batch') as string },
    });
  });
});

describe('batches of anthropic', () => {
  it('that are archived are gone', async () => {
    const server = await start();
    const { batches } = createAnthropicProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const batchId = await batches!.submit(calls(1), open);
    for (const batch of server.batches) batch.state = 'archived';
    expect(await batches!.poll({ batchId, model: 'test-model' }, open)).toEqual({ phase: 'gone' });
  });
});

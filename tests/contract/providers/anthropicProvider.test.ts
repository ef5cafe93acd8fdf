import { describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { describeProviderContract } from './providerContract';
import { chatRequest, failureOf, serverPool, testKey } from './providerSubject';

describe('the Anthropic provider', () => {
  describeProviderContract({
    id: 'anthropic',
    create: createAnthropicProvider,
    baseUrlForms: ['/v1', '/v1/', '/v1/messages'],
    keyVariable: 'ANTHROPIC_API_KEY',
  });

  const start = serverPool();
  const open = new AbortController().signal;

  it('marks the system prompt for the cache and sends the key in both forms to compatible servers', async () => {
    const server = await start();
    await createAnthropicProvider({ apiKey: testKey, baseUrl: server.url }).complete(chatRequest(), open);
    const [request] = server.requests;
    expect(request?.body.system).toEqual([
      { type: 'text', text: 'You are a tutor.', cache_control: { type: 'ephemeral' } },
    ]);
    expect(request?.headers['x-api-key']).toBe(testKey);
  });

  it('counts what was written to the cache apart, and nothing where nothing was', async () => {
    const server = await start({
      reply: ({ call }) => ({
        text: 'Yes',
        usage: { input: 1000, output: 7, cachedRead: 600, cachedWrite: call === 1 ? 300 : 0 },
      }),
    });
    const provider = createAnthropicProvider({ apiKey: testKey, baseUrl: server.url });
    const written = await provider.complete(chatRequest(), open);
    expect(written.usage).toEqual({ input: 1000, output: 7, cachedInput: 600, cacheWrite: 300 });
    const read = await provider.complete(chatRequest(), open);
    expect(read.usage).toEqual({ input: 1000, output: 7, cachedInput: 600 });
  });

  it.each(['contract_spend_limit_reached', 'enforced_spend_limit_reached'])(
    'tells %s from a rate limit',
    async (code) => {
      const body = {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Limit.', details: { error_code: code } },
      };
      const server = await start({ fault: () => ({ kind: 'status', status: 429, body }) });
      const error = await failureOf(
        createAnthropicProvider({ apiKey: testKey, baseUrl: server.url }).complete(chatRequest(), open),
      );
      expect(error).toMatchObject({ failure: 'quota', retryable: false });
    },
  );

  it('sends neither temperature nor x-api-key to Anthropic itself', async () => {
    const sent: { url: string; headers: Headers; body: string }[] = [];
    const fetchOnce: typeof fetch = (url, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      sent.push({ url: url instanceof Request ? url.url : url.toString(), headers: new Headers(init?.headers), body });
      const reply = { content: [{ type: 'text', text: 'Yes' }], stop_reason: 'end_turn' };
      return Promise.resolve(Response.json(reply));
    };
    const provider = createAnthropicProvider({ apiKey: testKey, fetch: fetchOnce });
    expect(await provider.complete(chatRequest({ temperature: 0 }), open)).toMatchObject({
      text: 'Yes',
      finish: 'stop',
    });
    expect(sent[0]?.url).toBe('https://api.anthropic.com/v1/messages');
    expect(sent[0]?.body).not.toContain('temperature');
    expect(sent[0]?.headers.get('x-api-key')).toBeNull();
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${testKey}`);
  });
});

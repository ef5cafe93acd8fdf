import { describe, expect, it } from 'vitest';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { refusal } from '../../loopback/faults';
import { describeProviderContract } from './providerContract';
import { answerSchema, chatRequest, failureOf, serverPool, testKey } from './providerSubject';

describe('the OpenAI provider', () => {
  describeProviderContract({
    id: 'openai',
    create: createOpenAiProvider,
    baseUrlForms: ['/v1', '/v1/', '/v1/chat/completions'],
    keyVariable: 'OPENAI_API_KEY',
  });

  describe('over connections that are kept', () => {
    describeProviderContract({
      id: 'openai',
      create: (options, shapes) => createOpenAiProvider({ fetch: keptFetch(), ...options }, shapes),
      baseUrlForms: [],
      keyVariable: 'OPENAI_API_KEY',
    });
  });

  const start = serverPool();
  const open = new AbortController().signal;

  it('tries a schema, then a JSON object, then neither', async () => {
    const server = await start({
      fault: ({ body }) => ('response_format' in body ? refusal('openai', 'response_format', 'No.') : undefined),
    });
    const provider = createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    await provider.complete(chatRequest({ schema: answerSchema }), open);
    const formats = server.requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined]);
  });

  it('gives up the JSON object where the prompt does not say JSON', async () => {
    const server = await start({
      fault: ({ body }) => {
        const format = (body.response_format as { type: string } | undefined)?.type;
        if (format === 'json_schema') return refusal('openai', 'response_format', 'No.');
        return format === undefined
          ? undefined
          : refusal('openai', 'messages', "'messages' must contain the word 'json'.");
      },
    });
    const provider = createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    expect((await provider.complete(chatRequest({ schema: answerSchema }), open)).finish).toBe('stop');
  });

  it('changes the name of the token limit where the model wants the other one, and remembers', async () => {
    const server = await start({
      fault: ({ body }) => ('max_tokens' in body ? refusal('openai', 'max_tokens', 'Use the other.') : undefined),
    });
    const provider = createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    await provider.complete(chatRequest(), open);
    await provider.complete(chatRequest(), open);
    expect(server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [256, undefined],
      [undefined, 256],
      [undefined, 256],
    ]);
  });

  it('reports a token limit that is refused under both names', async () => {
    const server = await start({
      fault: ({ body }) =>
        refusal('openai', 'max_tokens' in body ? 'max_tokens' : 'max_completion_tokens', 'Too large.'),
    });
    const provider = createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    expect((await failureOf(provider.complete(chatRequest(), open))).message).toContain('Too large');
    expect(server.calls).toBe(2);
  });

  it('sends the schema loosely where it cannot be strict', async () => {
    const server = await start();
    const json = { type: 'object', properties: {}, additionalProperties: { type: 'number' } } as const;
    await createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }).complete(
      chatRequest({ schema: { name: 'free keys!', json }, model: 'loose' }),
      open,
    );
    expect(server.requests[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'free_keys_', schema: json, strict: false },
    });
  });

  it('returns the words of a refusal, and tells it from a reply', async () => {
    const choices = [
      { finish_reason: 'stop', message: { role: 'assistant', content: null, refusal: 'I cannot help.' } },
    ];
    const server = await start({ fault: () => ({ kind: 'status', status: 200, body: { choices } }) });
    const reply = await createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }).complete(chatRequest(), open);
    expect(reply).toMatchObject({ text: 'I cannot help.', finish: 'refusal', usage: undefined, model: undefined });
  });

  it('tells a used-up quota from a rate limit', async () => {
    const body = {
      error: {
        message: 'You exceeded your quota.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      },
    };
    const server = await start({ fault: () => ({ kind: 'status', status: 429, body }) });
    const error = await failureOf(
      createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }).complete(chatRequest(), open),
    );
    expect(error).toMatchObject({ failure: 'quota', status: 429, retryable: false });
  });

  it('sends no names of an OpenAI account to another server', async () => {
    const server = await start();
    const before = process.env.OPENAI_ORG_ID;
    process.env.OPENAI_ORG_ID = 'org-private';
    try {
      await createOpenAiProvider({ apiKey: testKey, baseUrl: server.url }).complete(chatRequest(), open);
    } finally {
      if (before === undefined) delete process.env.OPENAI_ORG_ID;
      else process.env.OPENAI_ORG_ID = before;
    }
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain('org-private');
  });
});

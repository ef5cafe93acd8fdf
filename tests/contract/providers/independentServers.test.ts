import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastJsonObject } from '../../../src/core/benchmark/judging/lastJsonObject';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ChatProvider } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { answerSchema, chatRequest, failureOf, testKey } from './providerSubject';

/** Servers that others wrote: what is read here is not what this project thinks that vendors answer. */
const model = new LLMock({ port: 0, host: '127.0.0.1' });
const { signal } = new AbortController();
let gateway: ChildProcess | undefined;
let gatewayUrl = '';

beforeAll(async () => {
  await model.start();
  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('@portkey-ai/gateway/build/start-server.js'));
  gateway = spawn(process.execPath, [program, `--port=${port}`, '--headless'], { stdio: 'ignore' });
  gatewayUrl = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(gatewayUrl)).ok).toBe(true), { timeout: 30_000 });
});
afterEach(() => {
  model.clearFixtures();
  model.clearRequests();
});
afterAll(async () => {
  gateway?.kill();
  await model.stop();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The gateway is told by headers whom to ask. */
function throughGateway(): ChatProvider {
  const toModel: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-portkey-provider', 'openai');
    headers.set('x-portkey-custom-host', `${model.url}/v1`);
    return fetch(input, { ...init, headers });
  };
  return createOpenAiProvider({ apiKey: testKey, baseUrl: gatewayUrl, fetch: toModel }, new ShapeMemory());
}

const ways: readonly (readonly [string, () => ChatProvider])[] = [
  ['Chat Completions', () => createOpenAiProvider({ apiKey: testKey, baseUrl: model.url }, new ShapeMemory())],
  ['Messages', () => createAnthropicProvider({ apiKey: testKey, baseUrl: model.url }, new ShapeMemory())],
  ['Chat Completions behind a gateway', throughGateway],
];

describe.each(ways)('a server of others: %s', (_, connect) => {
  it('gives a reply with its tokens', async () => {
    model.onMessage('What is 3/4 of 12?', {
      content: 'What have you tried?',
      usage: { input_tokens: 10, output_tokens: 5, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    });
    const reply = await connect().complete(chatRequest(), signal);
    expect(reply).toMatchObject({ text: 'What have you tried?', finish: 'stop', usage: { input: 10, output: 5 } });
  });

  it("gives a judge's answer by schema", async () => {
    model.onMessage('What is 3/4 of 12?', { content: '{"label":"yes","note":"Good."}' });
    const reply = await connect().complete(chatRequest({ schema: answerSchema }), signal);
    expect(lastJsonObject(reply.text)).toMatchObject({ kind: 'found', value: { label: 'yes', note: 'Good.' } });
    expect(reply.sent).toMatchObject({ structured: 'schema' });
  });

  it('keeps reasoning out of the reply', async () => {
    model.onMessage('What is 3/4 of 12?', { content: 'What have you tried?', reasoning: 'It is 9.' });
    expect((await connect().complete(chatRequest(), signal)).text).toBe('What have you tried?');
  });

  it.each([
    [401, { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' }, 'auth'],
    [429, { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' }, 'rateLimit'],
    [
      429,
      { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
      'quota',
    ],
    [400, { message: 'The prompt is not allowed', type: 'invalid_request_error', code: 'x' }, 'badRequest'],
    [
      404,
      { message: 'The model does not exist', type: 'invalid_request_error', code: 'model_not_found' },
      'badRequest',
    ],
    [500, { message: 'It broke', type: 'server_error', code: 'x' }, 'server'],
    [503, { message: 'Busy', type: 'overloaded_error', code: 'x' }, 'overloaded'],
  ])('reports %i %j as %s, after one request', async (status, error, failure) => {
    model.onMessage('What is 3/4 of 12?', { error, status });
    const failed = await failureOf(connect().complete(chatRequest(), signal));
    expect(failed).toMatchObject({ failure, status });
    if (failure !== 'auth') expect(failed.message).toContain(error.message);
    expect(model.getRequests()).toHaveLength(1);
  });

  it('says how long to wait', async () => {
    model.onMessage('What is 3/4 of 12?', { error: { message: 'Slow down' }, status: 429, retryAfter: 7 });
    expect(await failureOf(connect().complete(chatRequest(), signal))).toMatchObject({ retryAfterMs: 7000 });
  });
});

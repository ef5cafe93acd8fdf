import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { retry } from '../../../src/core/run/retry';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ChatProvider } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { chatRequest, failureOf, testKey } from './providerSubject';

const open = new AbortController().signal;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server and the addresses that it was asked for. */
async function serve(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly host: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().once('end', () => listener(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host, asked };
}

const codes = [301, 302, 303, 307, 308];
const batch = { batchId: 'batch-1', model: 'test-model' };

async function readAll(provider: ChatProvider): Promise<void> {
  for await (const result of provider.batches!.results(batch, open)) expect(result).toBeUndefined();
}

/** Every way to a server; `content` is asked for only after the state of the batch. */
const ways: readonly (readonly [string, (provider: ChatProvider) => Promise<unknown>, RegExp])[] = [
  ['a call', (provider) => provider.complete(chatRequest(), open), /./],
  ['a submitted batch', (provider) => provider.batches!.submit([{ id: 'a-0', request: chatRequest() }], open), /./],
  [
    'a batch after its upload',
    (provider) => provider.batches!.submit([{ id: 'a-0', request: chatRequest() }], open),
    /batches$/,
  ],
  ['a look', (provider) => provider.batches!.poll(batch, open), /./],
  ['results', readAll, /(?:results|content)$/],
  ['a cancellation', (provider) => provider.batches!.cancel(batch, open), /./],
];

describe.each([
  ['openai', createOpenAiProvider, undefined],
  ['anthropic', createAnthropicProvider, undefined],
  ['openai over kept connections', createOpenAiProvider, keptFetch()],
  ['anthropic over kept connections', createAnthropicProvider, keptFetch()],
] as const)('a redirect to another server from %s', (_id, create, kept) => {
  const connect = (baseUrl: string): ChatProvider =>
    create({ apiKey: testKey, baseUrl, ...(kept === undefined ? {} : { fetch: kept }) }, new ShapeMemory());

  const cases = codes.flatMap((code) => ways.map(([name, act, path]) => [code, name, act, path] as const));
  it.each(cases)('(%i) is not followed by %s', async (code, _name, act, path) => {
    const second = await serve((_request, response) => response.end('{}'));
    const first = await serve(({ url = '' }, response) => {
      if (path.test(url)) response.writeHead(code, { location: `${second.url}${url}` }).end();
      else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'file-1', status: 'completed', output_file_id: 'file-1' }));
      }
    });
    const delays: number[] = [];
    const call = retry(() => act(connect(first.url)), {
      signal: open,
      random: () => 0,
      delay: (ms) => {
        delays.push(ms);
        return Promise.resolve();
      },
    });
    const error = await failureOf(call);
    expect(second.asked).toEqual([]);
    expect(delays).toEqual([]);
    expect(error).toMatchObject({ failure: 'badRequest', retryable: false, sent: true, status: code });
    expect(error.message).toContain(first.host);
    expect(error.message).toContain(second.host);
    expect(error.message).toContain('base URL');
    expect(first.asked.filter((asked) => path.test(asked))).toHaveLength(1);
  });

  it('is named within bounds and without the key, however its address is written', async () => {
    const hostile = `http://${testKey}:x@elsewhere.invalid/${'long/'.repeat(1000)}?key=${testKey}`;
    for (const location of [hostile, '/other/place', 'http://', `//${testKey}.invalid/`, 'javascript:alert(1)']) {
      const first = await serve((_request, response) => response.writeHead(307, { location }).end());
      const error = await failureOf(connect(first.url).complete(chatRequest(), open));
      expect(error).toMatchObject({ failure: 'badRequest', status: 307 });
      expect(error.message.length).toBeLessThan(600);
      expect(error.message).not.toContain(testKey.slice(8, 24));
      expect(first.asked).toHaveLength(1);
    }
  });

  it('without an address is an answer that cannot be used', async () => {
    const first = await serve((_request, response) => response.writeHead(302).end());
    expect(await failureOf(connect(first.url).complete(chatRequest(), open))).toMatchObject({ failure: 'badRequest' });
    expect(first.asked).toHaveLength(1);
  });
});

describe('a fetch that follows redirects whatever it is told', () => {
  it.each([
    ['openai', createOpenAiProvider],
    ['anthropic', createAnthropicProvider],
  ] as const)('gives no reply to %s', async (_id, create) => {
    const second = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    const first = await serve((_request, response) => response.writeHead(302, { location: second.url }).end());
    const following: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'follow' });
    const provider = create({ apiKey: testKey, baseUrl: first.url, fetch: following }, new ShapeMemory());
    const error = await failureOf(provider.complete(chatRequest(), open));
    expect(error).toMatchObject({ failure: 'badRequest' });
    expect(error.message).toContain(second.host);
  });

  it.each([
    ['openai', createOpenAiProvider],
    ['anthropic', createAnthropicProvider],
  ] as const)('gives no reply to %s where it does not say that it was redirected, either', async (_id, create) => {
    const silent: typeof fetch = () => {
      const response = new Response('{}', { headers: { 'content-type': 'application/json' } });
      Object.defineProperty(response, 'url', { value: 'https://elsewhere.invalid/v1' });
      return Promise.resolve(response);
    };
    const provider = create({ apiKey: testKey, baseUrl: 'http://127.0.0.1:1', fetch: silent }, new ShapeMemory());
    const error = await failureOf(provider.complete(chatRequest(), open));
    expect(error).toMatchObject({ failure: 'badRequest', retryable: false });
    expect(error.message).toContain('elsewhere.invalid');
  });

  it('that hides where a redirect goes is refused, too', async () => {
    const hiding: typeof fetch = () => {
      const response = Response.error();
      Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
      return Promise.resolve(response);
    };
    const provider = createOpenAiProvider({ apiKey: testKey, baseUrl: 'http://127.0.0.1:1', fetch: hiding });
    expect(await failureOf(provider.complete(chatRequest(), open))).toMatchObject({ failure: 'badRequest' });
  });
});

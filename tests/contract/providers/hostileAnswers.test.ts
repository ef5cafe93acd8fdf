import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ChatProvider } from '../../../src/core/providers/provider';
import type { ProviderOptions } from '../../../src/core/providers/providerEntry';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { chatRequest, failureOf, testKey } from './providerSubject';
import { isThorough, spread } from '../../thorough';

const open = new AbortController().signal;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = { 'content-type': 'application/json' };
const levels = isThorough ? 400_000 : 100_000;
const deepObject = (name: string): string => `{"${name}":`.repeat(levels) + '1' + '}'.repeat(levels);
const deepList = '['.repeat(levels) + ']'.repeat(levels);
const deep: readonly (readonly [string, string])[] = [
  ['lists', deepList],
  ['errors in errors', deepObject('error')],
  ['messages in an error', `{"error":{"message":${deepList},"type":"x"}}`],
  ['a deep message', `{"error":{"message":"Slow down.","details":${deepObject('details')}}}`],
  ['lists that nobody closes', '['.repeat(levels)],
];
/** A good reply with something deep beside or in what is read of it. */
const good = (extra: string): string =>
  `{"id":"1","model":"m","choices":[{"message":{"content":"Fine."},"finish_reason":"stop"}],"content":[{"type":"text","text":"Fine."}],${extra}}`;

describe.each([
  ['openai', createOpenAiProvider, undefined],
  ['anthropic', createAnthropicProvider, undefined],
  ['openai over kept connections', createOpenAiProvider, keptFetch()],
  ['anthropic over kept connections', createAnthropicProvider, keptFetch()],
] as const)('a hostile server of %s', (id, create, kept) => {
  const connect = (baseUrl: string, options: Partial<ProviderOptions> = {}): ChatProvider =>
    create({ apiKey: testKey, baseUrl, ...(kept === undefined ? {} : { fetch: kept }), ...options }, new ShapeMemory());
  const call = (baseUrl: string, options?: Partial<ProviderOptions>): Promise<unknown> =>
    connect(baseUrl, options).complete(chatRequest(), open);

  const refused = deep.flatMap(([name, body]) =>
    (
      [
        [400, 'badRequest'],
        [401, 'auth'],
        [429, 'rateLimit'],
        [500, 'server'],
        [503, 'overloaded'],
      ] as const
    ).map(([status, failure]) => [name, status, failure, body] as const),
  );
  it.each(spread(refused, 7))(
    'that sends %s with status %i has failed as one without a text has',
    async (_name, status, failure, body) => {
      const url = await serve((_request, response) =>
        response.writeHead(status, { ...json, 'retry-after': '7' }).end(body),
      );
      expect(await failureOf(call(url))).toMatchObject({ failure, status, sent: true, retryAfterMs: 7000 });
    },
  );

  it.each(deep)('that sends %s for a reply gave no reply, and was sent the call', async (_name, body) => {
    const url = await serve((_request, response) => response.writeHead(200, json).end(body));
    expect(await failureOf(call(url))).toMatchObject({ failure: 'badResponse', sent: true, retryable: true });
  });

  it.each([`"usage":${deepList}`, `"usage":{"prompt_tokens":${deepObject('x')}}`, `"more":${deepObject('x')}`])(
    'may put anything beside a reply (%#)',
    async (extra) => {
      const url = await serve((_request, response) => response.writeHead(200, json).end(good(extra)));
      expect(await connect(url).complete(chatRequest(), open)).toMatchObject({ text: 'Fine.', usage: undefined });
    },
  );

  it('may nest what it will in the results of a batch: the others are read', async () => {
    const lineOf = (name: string, body: string): string =>
      id.startsWith('openai')
        ? `{"custom_id":"${name}","response":{"status_code":400,"body":${body}}}\n`
        : `{"custom_id":"${name}","result":{"type":"errored","error":${body}}}\n`;
    const text = deep
      .slice(0, 4)
      .map(([, body], place) => lineOf(`deep_${place}`, body))
      .join('');
    const url = await serve((request, response) => {
      const isResults = /(?:results|content)$/.test(request.url ?? '');
      const state = JSON.stringify({ status: 'completed', output_file_id: 'file-1' });
      response.writeHead(200, json).end(isResults ? text + lineOf('last', '{"error":{"message":"No."}}') : state);
    });
    const found: string[] = [];
    for await (const { id: name } of connect(url).batches!.results({ batchId: 'b', model: 'm' }, open))
      found.push(name);
    expect(found).toEqual(['deep_0', 'deep_1', 'deep_2', 'deep_3', 'last']);
  });

  const bomb = Buffer.alloc(64_000_000, ' ');
  const compressed = [
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb)],
  ] as const;
  it.each(compressed)('that packs 64 MB with %s is read to 8 MB', async (encoding, body) => {
    const answer = (status: number) => (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status, { ...json, 'content-encoding': encoding }).end(body);
    expect(await failureOf(call(await serve(answer(200))))).toMatchObject({ failure: 'tooLong', sent: true });
    expect(await failureOf(call(await serve(answer(503))))).toMatchObject({ failure: 'overloaded', sent: true });
  });

  it('whose error text never ends has failed as its status says, soon', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(401, json).write('{"error": {"message": "');
    });
    const error = await failureOf(call(url, { bodyLimits: { reply: 8_000_000, results: 8_000_000, errorMs: 50 } }));
    expect(error).toMatchObject({ failure: 'auth', status: 401, sent: true });
  });

  it('whose headers never end was sent the call', async () => {
    const url = await serve((_request, response) => {
      const { socket } = response;
      const more = (): void => {
        while (socket?.writable === true && socket.write(`x-more: ${'y'.repeat(4_000)}\r\n`));
      };
      socket?.on('error', () => undefined).on('drain', more);
      socket?.write('HTTP/1.1 200 OK\r\n');
      more();
    });
    expect(await failureOf(call(url))).toMatchObject({ failure: 'network', sent: true, retryable: true });
  });

  const odd = ['1e308', '-1', '"7"', '1e99', 'null', '{}', '[]', 'true', '"NaN"', '12345678901234567890'];
  it.each(odd)('that counts %s tokens has counted none', async (count) => {
    const usage = `"usage":{"prompt_tokens":${count},"completion_tokens":3,"input_tokens":${count},"output_tokens":3}`;
    const url = await serve((_request, response) => response.writeHead(200, json).end(good(usage)));
    expect(await connect(url).complete(chatRequest(), open)).toMatchObject({ text: 'Fine.', usage: undefined });
  });

  it('that read more from its cache than there was has read it all', async () => {
    const counts =
      '"prompt_tokens":10,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":1e308},"input_tokens":10,"output_tokens":3,"cache_read_input_tokens":1e308,"cache_creation_input_tokens":1e308';
    const url = await serve((_request, response) => response.writeHead(200, json).end(good(`"usage":{${counts}}`)));
    const reply = await connect(url).complete(chatRequest(), open);
    for (const count of Object.values(reply.usage ?? {})) expect(Number(count)).toBeLessThanOrEqual(100_000_000);
    expect(reply.usage?.cachedInput ?? 0).toBeLessThanOrEqual(reply.usage?.input ?? 0);
  });

  it('that asks to wait for ever ends the run, with a wait within bounds', async () => {
    for (const wait of ['9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      const url = await serve((_request, response) =>
        response.writeHead(429, { ...json, 'retry-after': wait }).end('{}'),
      );
      const error = await failureOf(call(url));
      expect(error).toMatchObject({ failure: 'quota' });
      expect(error.retryAfterMs ?? 0).toBeLessThanOrEqual(86_400_000);
    }
  });

  it('that counts its batches in numbers without end is shown none of them', async () => {
    const counts = {
      total: 1e308,
      completed: 1e308,
      failed: 1e308,
      processing: 1e308,
      succeeded: 1e308,
      errored: 1e308,
    };
    const body = JSON.stringify({ status: 'in_progress', processing_status: 'in_progress', request_counts: counts });
    const url = await serve((_request, response) => response.writeHead(200, json).end(body));
    const state = await connect(url).batches!.poll({ batchId: 'b', model: 'm' }, open);
    expect(state).toEqual({ phase: 'open', done: 0 });
  });
});

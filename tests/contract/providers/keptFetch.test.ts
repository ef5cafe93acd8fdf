import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { boundedFetch } from '../../../src/core/providers/boundedFetch';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { chatRequest } from './providerSubject';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly sockets: () => number }> {
  let sockets = 0;
  const server = createServer(listener).on('connection', () => (sockets += 1));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat`, sockets: () => sockets };
}

const post = { method: 'POST', headers: { 'X-Test': 'yes' }, body: '{"say":"häh?"}' };

async function wholeText(url: string, signal?: AbortSignal): Promise<string> {
  return (await keptFetch()(url, { ...post, signal })).text();
}

describe('a fetch over kept connections', () => {
  it('sends what fetch sends and gives back status, headers and text, over one connection for calls in turn', async () => {
    const bodies: string[] = [];
    const { url, sockets } = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        bodies.push([request.method, request.headers['x-test'], body].join(' '));
        response.writeHead(202, { 'content-type': 'text/plain', 'x-more': ['a', 'b'] }).end('schön');
      });
    });
    const call = keptFetch();
    for (let time = 0; time < 3; time += 1) {
      const response = await call(url, post);
      expect([response.status, response.headers.get('x-more'), await response.text()]).toEqual([202, 'a, b', 'schön']);
    }
    expect(bodies).toEqual(Array.from({ length: 3 }, () => `POST yes ${post.body}`));
    expect(sockets()).toBe(1);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads a body that a server packed with %s unasked', async (encoding, pack) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"fine":true}'));
    });
    expect(await (await keptFetch()(url, post)).json()).toEqual({ fine: true });
  });

  it('reads a body as fetch does: with a byte order mark, of no JSON, of nothing', async () => {
    const bodies = ['\ufeff{"fine":true}', 'Bad gateway', ''];
    const { url } = await serve((_request, response) => response.end(bodies.shift()));
    const call = keptFetch();
    expect(await (await call(url, post)).json()).toEqual({ fine: true });
    const none = await call(url, post);
    await expect(none.clone().json()).rejects.toThrow(SyntaxError);
    expect(await none.text()).toBe('Bad gateway');
    const empty = await call(url, post);
    expect([await empty.clone().text(), (await empty.arrayBuffer()).byteLength]).toEqual(['', 0]);
  });

  it('gives up a small body that unpacks to a huge one', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    });
    const { body } = await boundedFetch(keptFetch(), { reply: 10_000, results: 10_000 })(url, post);
    await expect(new Response(body).text()).rejects.toMatchObject({ failure: { kind: 'tooLong' } });
  });

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/v2/chat' }).end();
    });
    const response = await keptFetch()(url, post);
    expect([response.status, response.headers.get('location')]).toEqual([307, '/v2/chat']);
    expect(asked).toEqual(['/v1/chat']);
  });

  it('fails as fetch does where nobody listens and where the body is cut', async () => {
    await expect(keptFetch()('http://127.0.0.1:1/v1', post)).rejects.toBeInstanceOf(TypeError);
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(wholeText(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('ends with the reason of its signal, before the answer and in the middle of it', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => arrive());
    });
    const abort = new AbortController();
    const call = wholeText(url, abort.signal);
    await arrived;
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect(keptFetch()(url, { ...post, signal: abort.signal })).rejects.toThrow('enough');
  });

  it.each([
    ['as its headers arrive', (act: () => void) => act()],
    ['in the turn after', (act: () => void) => process.nextTick(act)],
    ['in a microtask after', (act: () => void) => queueMicrotask(act)],
  ])('does not succeed when it is given up %s', async (_, then) => {
    const whole = { choices: [{ message: { content: 'Think.' } }] };
    const { url: baseUrl } = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(whole));
    });
    const provider = createOpenAiProvider({ apiKey: '', baseUrl, fetch: keptFetch() });
    const abort = new AbortController();
    const onResponse = (): void => then(() => abort.abort(new Error('enough')));
    subscribe('http.client.response.finish', onResponse);
    try {
      const call = provider.complete(chatRequest(), abort.signal);
      await expect(call).rejects.toMatchObject({ failure: 'aborted' });
    } finally {
      unsubscribe('http.client.response.finish', onResponse);
    }
  });

  it('does not wait for a server that wants to speak another protocol', async () => {
    const { url } = await serve((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    await expect(keptFetch()(url, post)).rejects.toMatchObject({
      failure: { kind: 'badResponse', text: 'the server wants to speak another protocol' },
    });
  });

  it('leaves all but short JSON calls to fetch', async () => {
    const seen: unknown[] = [];
    const usual: typeof fetch = (input) => {
      seen.push(input);
      return Promise.resolve(new Response('usual'));
    };
    const call = keptFetch(usual);
    await call('http://127.0.0.1:1/a');
    await call('http://127.0.0.1:1/b', { method: 'POST', body: new FormData() });
    await call(new Request('http://127.0.0.1:1/c', { method: 'POST', body: '{}' }));
    expect(seen).toHaveLength(3);
  });
});

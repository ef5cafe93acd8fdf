import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { chatRequest, testKey } from './providerSubject';

const sdkFolders = ['node_modules/openai', 'node_modules/@anthropic-ai/sdk'];

/** The SDK's own variables, as its sources name them: a new version's are among them. */
function variablesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[cm]?js$/.test(name));
  const text = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const read = /(?:readEnv\)?\(|process\.env\??\.?\[)['"`](\w+)['"`]|process\.env\.([A-Z_]\w+)/g;
  const names = [...text.matchAll(read)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  return [...new Set(names)].filter((name) => /^(?:OPENAI|ANTHROPIC|AZURE)/.test(name));
}

const variables = sdkFolders.flatMap(variablesOf);
/** What a variable of headers may hold; the others hold a marked word. */
const headerLines = [
  'X-Marked: marked-value',
  'Authorization: Bearer marked-token',
  'X-API-Key: marked-key',
  'Cookie: marked=1',
  'OpenAI-Organization: marked-organization',
  'anthropic-beta: marked-beta',
].join('\n');

beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, name.includes('HEADERS') ? headerLines : `marked-${name}`);
});
const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it('the list of variables is read from the SDKs', () => {
  expect(variables).toEqual(
    expect.arrayContaining(['OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS']),
  );
});

describe.each([
  ['openai', createOpenAiProvider],
  ['anthropic', createAnthropicProvider],
] as const)('variables of the environment with %s', (_id, create) => {
  it('reach no other host and replace no authorization', async () => {
    const seen: { readonly headers: IncomingHttpHeaders; readonly body: string; readonly url: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        seen.push({ headers: request.headers, body, url: request.url ?? '' });
        response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = create({ apiKey: testKey, baseUrl }, new ShapeMemory());
    const { signal } = new AbortController();
    const batch = { batchId: 'batch-1', model: 'test-model' };
    await expect(provider.complete(chatRequest(), signal)).rejects.toThrow();
    await expect(provider.batches!.submit([{ id: 'a-0', request: chatRequest() }], signal)).rejects.toThrow();
    await expect(provider.batches!.poll(batch, signal)).rejects.toThrow();
    await expect(provider.batches!.cancel(batch, signal)).rejects.toThrow();
    await expect(provider.batches!.results(batch, signal)[Symbol.asyncIterator]().next()).rejects.toThrow();
    expect(seen).toHaveLength(5);
    for (const { headers } of seen) expect(headers.authorization).toBe(`Bearer ${testKey}`);
    expect(JSON.stringify(seen)).not.toMatch(/marked/i);
  });

  it('replace no authorization at the provider’s own address', async () => {
    const seen: { readonly url: string; readonly headers: Headers }[] = [];
    const provider = create(
      {
        apiKey: testKey,
        fetch: (input, init) => {
          seen.push({ url: input instanceof Request ? input.url : String(input), headers: new Headers(init?.headers) });
          return Promise.resolve(new Response('{}', { status: 500 }));
        },
      },
      new ShapeMemory(),
    );
    await expect(provider.complete(chatRequest(), new AbortController().signal)).rejects.toThrow();
    expect(seen.map(({ url }) => new URL(url).host)).toEqual([
      provider.id === 'openai' ? 'api.openai.com' : 'api.anthropic.com',
    ]);
    const [{ headers } = { headers: new Headers() }] = seen;
    expect(headers.get('authorization')).toBe(`Bearer ${testKey}`);
    expect(headers.get('x-api-key')).toBeNull();
    expect(headers.get('cookie')).toBeNull();
  });
});

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionTemplates, filledTemplate, readConnections } from '../../../src/core/providers/connection';
import { entryOfConnection } from '../../../src/core/providers/providerRegistry';
import { listening } from '../../loopback/connectProxy';
import { chatRequest, testKey } from './providerSubject';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** What a server sees of one call to a connection; its address in the template is led to loopback. */
async function seenOf(connection: object): Promise<Seen> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
  servers.push(server);
  const port = await listening(server);
  const text = JSON.stringify(connection).replace(/https:\/\/[^/"]+/, `http://127.0.0.1:${port}`);
  const { connections, problems } = readConnections({ one: JSON.parse(text) as unknown }, new Set());
  expect(problems).toEqual([]);
  const [found] = connections;
  const provider = entryOfConnection(found!, {}).create({ apiKey: testKey });
  expect(provider.id).toBe('one');
  await expect(provider.complete(chatRequest(), new AbortController().signal)).rejects.toThrow();
  return seen[0]!;
}

const answers = { resource: 'res', deployment: 'dep', version: '2024-10-21', address: 'https://home.example/v1' };

describe('a connection made from a template', () => {
  it.each([
    ['azure', '/openai/v1/chat/completions', { 'api-key': testKey, authorization: undefined }],
    [
      'azure-classic',
      '/openai/deployments/dep/chat/completions?api-version=2024-10-21',
      { 'api-key': testKey, authorization: undefined },
    ],
    ['server', '/v1/chat/completions', { authorization: undefined, 'api-key': undefined }],
  ])('%s asks at %s', async (name, url, headers) => {
    const template = connectionTemplates.find((one) => one.name === name)!;
    const connection = filledTemplate(template, answers);
    expect(JSON.stringify(connection)).not.toContain('{resource}');
    const seen = await seenOf(connection);
    expect(seen.url).toBe(url);
    for (const [header, value] of Object.entries(headers)) expect(seen.headers[header]).toBe(value);
  });

  it.each(connectionTemplates)('$name asks for all that it needs', ({ connection, questions }) => {
    const needed = [...JSON.stringify(connection).matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(new Set(needed)).toEqual(new Set(questions.map(({ id }) => id)));
  });
});

describe('a connection to the Messages API', () => {
  const at = { api: 'anthropic', address: 'https://a.example' };

  it('gets its key in both headers that such servers read, or in the one that is named', async () => {
    const both = await seenOf({ ...at, needsKey: true });
    expect(both.headers).toMatchObject({ authorization: `Bearer ${testKey}`, 'x-api-key': testKey });
    const one = await seenOf({ ...at, needsKey: true, keyHeader: 'X-Gateway-Key' });
    expect(one.headers).toMatchObject({ 'x-gateway-key': testKey });
    expect([one.headers.authorization, one.headers['x-api-key']]).toEqual([undefined, undefined]);
    const none = await seenOf(at);
    expect(JSON.stringify(none.headers)).not.toContain(testKey);
    expect([none.url, none.headers.authorization]).toEqual(['/v1/messages', undefined]);
  });
});

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { ProviderError } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { chatRequest, testKey } from './providerSubject';

let server: Server | undefined;
afterEach(async () => {
  const closing = server;
  server = undefined;
  closing?.closeAllConnections();
  await new Promise((resolve) => (closing === undefined ? resolve(undefined) : closing.close(resolve)));
});

/** What a server does with a call that takes long, from when it has come in full. */
const slow = {
  'says nothing': () => undefined,
  'lets its answer drip': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(timer));
  },
  'lets an error drip': (response: ServerResponse) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(timer));
  },
} satisfies Record<string, (response: ServerResponse) => void>;

describe.each([
  ['openai', createOpenAiProvider],
  ['anthropic', createAnthropicProvider],
] as const)('a call of %s that is given up', (_, create) => {
  describe.each([
    ['kept connections', () => keptFetch()],
    ['Node’s own fetch', () => fetch],
  ])('over %s', (_name, makeFetch) => {
    /** Gives a call up once `calls` have come in and what the last of them does has begun. */
    async function giveUp(calls: number, act: (response: ServerResponse) => void, timeoutMs?: number) {
      let arrived = 0;
      let isBegun = false;
      const closed: number[] = [];
      server = createServer((incoming, response) => {
        incoming.resume().once('end', () => {
          const call = (arrived += 1);
          response.once('close', () => closed.push(call));
          if (call < calls) {
            const error = {
              message: 'Unsupported parameter: temperature',
              param: 'temperature',
              type: 'invalid_request_error',
            };
            response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
            return;
          }
          act(response);
          isBegun = true;
        });
      });
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const provider = create({ apiKey: testKey, baseUrl, fetch: makeFetch() }, new ShapeMemory());
      const abort = new AbortController();
      const call = provider
        .complete(chatRequest({ temperature: 0, timeoutMs }), abort.signal)
        .catch((error: unknown) => error);
      await expect.poll(() => isBegun).toBe(true);
      if (timeoutMs === undefined) abort.abort();
      const error = await call;
      // The server sees it go, and nothing comes after it.
      await expect.poll(() => closed).toContain(calls);
      expect(arrived).toBe(calls);
      return ProviderError.is(error) ? error : undefined;
    }

    it.each(Object.entries(slow))('closes its connection to a server that %s', async (_how, act) => {
      expect((await giveUp(1, act))?.failure).toBe('aborted');
    });

    it('closes the connection of the form that was tried last', async () => {
      expect((await giveUp(2, slow['says nothing']))?.failure).toBe('aborted');
    });

    it('closes its connection when the time limit of the call itself is over, and names it', async () => {
      const error = await giveUp(1, slow['lets its answer drip'], 300);
      expect(error).toMatchObject({ failure: 'timeout', status: undefined });
      expect(error?.message).toMatch(/within 0\.3 s\. .*timeoutSeconds/);
    });
  });
});

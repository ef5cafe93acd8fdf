import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/core/providers/provider';
import type { Fault } from '../../loopback/faults';
import { chatRequest, failureOf, testKey, providerBench, type ProviderSubject } from './providerSubject';

/** That a key goes to the server and nowhere else. */
export function describeKeySafety(subject: ProviderSubject): void {
  const { start, open, create, failWith } = providerBench(subject);

  describe('the key', () => {
    const everything = (error: Error): string =>
      inspect(error, { depth: 20, showHidden: true, getters: true }) + String(error.stack);
    const quoted = `Key ${testKey} (${encodeURIComponent(testKey)}, ${Buffer.from(testKey).toString('base64')}) and its half ${testKey.slice(5, 24)} are wrong, as is sk-test******6b5c`;
    const expectClean = (error: Error): void => {
      const text = everything(error);
      for (let start = 0; start + 8 <= testKey.length; start += 1)
        expect(text).not.toContain(testKey.slice(start, start + 8));
      expect(text).not.toContain(Buffer.from(testKey).toString('base64').slice(0, 16));
      expect(text).not.toMatch(/authorization|x-api-key|6b5c/i);
    };

    it('travels in the header', async () => {
      const server = await start();
      await create(server).complete(chatRequest(), open);
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
    });

    it.each([400, 401, 403, 404, 429, 500, 529])('is in no error of a server that quotes it (%i)', async (status) => {
      for (const body of [
        { error: { message: quoted, type: quoted } },
        { error: quoted },
        quoted,
        { key: testKey, [testKey]: quoted },
      ]) {
        const headers = { 'x-echo': testKey, 'retry-after': testKey };
        expectClean(await failWith({ kind: 'status', status, body, headers }));
      }
    });

    it.each<Fault>([
      { kind: 'status', status: 200, body: quoted },
      { kind: 'status', status: 200, body: { error: { message: quoted } } },
      { kind: 'cutBody' },
      { kind: 'malformedJson' },
      { kind: 'closesSocket' },
    ])('is in no error of a broken answer ($kind)', async (fault) => {
      expectClean(await failWith(fault));
    });

    it('is in no error of a fetch that quotes its headers', async () => {
      const server = await start();
      const leaky: typeof fetch = (_, init) => {
        const headers = { authorization: new Headers(init?.headers).get('authorization') };
        return Promise.reject(
          Object.assign(new Error(`failed with ${JSON.stringify(headers)}`), { headers, code: 'EPROXY' }),
        );
      };
      const error = await failureOf(create(server, { fetch: leaky }).complete(chatRequest(), open));
      expect(error.failure).toBe('network');
      expectClean(error);
    });

    it('is refused where it could not travel, without being quoted', () => {
      const options = { apiKey: `${testKey}\nX-Other: 1` };
      expect(() => subject.create(options)).toThrow(ProviderError);
      expect(() => subject.create(options)).not.toThrow(/4f9a8b7c/);
    });

    it('is not shown when a provider is inspected', () => {
      expect(inspect(subject.create({ apiKey: testKey }), { depth: 20, showHidden: true })).not.toContain('4f9a8b7c');
    });
  });
}

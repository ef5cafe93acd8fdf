import { describe, expect, it } from 'vitest';
import type { ProviderFailure } from '../../../src/core/providers/provider';
import { type Fault, statusFault } from '../../loopback/faults';
import { chatRequest, failureOf, providerBench, type ProviderSubject } from './providerSubject';

/** How a provider reports what goes wrong, and how a call is ended. */
export function describeFailures(subject: ProviderSubject): void {
  const { start, open, create, failWith } = providerBench(subject);

  describe('failures', () => {
    it.each<[string, Fault, ProviderFailure, boolean]>([
      ['429', statusFault(429), 'rateLimit', true],
      ['500', statusFault(500), 'server', true],
      ['502 with a web page', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }, 'server', true],
      ['503', statusFault(503), 'overloaded', true],
      ['529', statusFault(529), 'overloaded', true],
      ['400', statusFault(400), 'badRequest', false],
      ['402', statusFault(402), 'quota', false],
      ['403', statusFault(403), 'auth', false],
      ['404', statusFault(404), 'badRequest', false],
      ['413', statusFault(413), 'tooLarge', false],
      ['a body that is cut', { kind: 'cutBody' }, 'network', true],
      ['malformed JSON', { kind: 'malformedJson' }, 'badResponse', true],
      ['a web page for a reply', { kind: 'wrongContentType' }, 'badResponse', true],
      ['JSON of another shape', { kind: 'status', status: 200, body: { ok: true } }, 'badResponse', true],
      ['an empty body', { kind: 'status', status: 200, body: '' }, 'badResponse', true],
      ['a closed socket', { kind: 'closesSocket' }, 'network', true],
    ])('reports %s, after one attempt', async (_, fault, failure, retryable) => {
      const error = await failWith(fault);
      expect(error).toMatchObject({ failure, retryable, provider: subject.id });
      expect(error.status).toBe(fault.kind === 'status' && fault.status !== 200 ? fault.status : undefined);
      expect(error.retryAfterMs).toBeUndefined();
    });

    it.each<[string, Record<string, string>, (ms: number) => boolean]>([
      ['seconds', { 'retry-after': '7' }, (ms) => ms === 7000],
      ['milliseconds, which go first', { 'retry-after-ms': '250', 'retry-after': '7' }, (ms) => ms === 250],
      [
        'an HTTP date',
        { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() },
        (ms) => ms > 3_500_000 && ms <= 3_600_000,
      ],
      ['a date gone by', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, (ms) => ms === 0],
    ])('reads retry-after in %s', async (_, headers, fits) => {
      const { retryAfterMs } = await failWith(statusFault(429, headers));
      expect(retryAfterMs).toSatisfy((ms: number | undefined) => ms !== undefined && fits(ms));
    });

    it('names the model where the server does not know it', async () => {
      expect((await failWith(statusFault(404))).message).toContain('"test-model"');
    });

    it('says how to set the key where it is refused', async () => {
      const error = await failWith(statusFault(401));
      expect(error.failure).toBe('auth');
      expect(error.message).toMatch(new RegExp(`Run Set API Key or export ${subject.keyVariable}`));
    });

    it('gives up on a server that never answers', async () => {
      const error = await failWith({ kind: 'neverAnswers' }, { timeoutMs: 300 });
      expect(error).toMatchObject({ failure: 'timeout', retryable: true });
    });

    it('gives up on a server that hangs in the middle of a body', async () => {
      const error = await failWith({ kind: 'hangsInBody' }, { timeoutMs: 300 });
      expect(error).toMatchObject({ failure: 'timeout', retryable: true });
    });

    it('tells a server that is not there from a slow one', async () => {
      const server = await start();
      await server.close();
      const error = await failureOf(create(server).complete(chatRequest(), open));
      expect(error).toMatchObject({ failure: 'network', retryable: true });
      expect(error.message).toContain('ECONNREFUSED');
    });
  });

  describe('aborts', () => {
    it('sends nothing when aborted before', async () => {
      const server = await start();
      const error = await failureOf(create(server).complete(chatRequest(), AbortSignal.abort()));
      expect(error).toMatchObject({ failure: 'aborted', retryable: false });
      expect(server.calls).toBe(0);
    });

    it.each<Fault>([{ kind: 'neverAnswers' }, { kind: 'hangsInBody' }])(
      'ends a call under way ($kind)',
      async (fault) => {
        const server = await start({ fault: () => fault });
        const controller = new AbortController();
        const call = failureOf(create(server).complete(chatRequest(), controller.signal));
        await server.arrived(1);
        controller.abort();
        expect(await call).toMatchObject({ failure: 'aborted', retryable: false });
        await expect.poll(() => server.inFlight).toBe(0);
      },
    );

    it('leaves no listener on the signal of a run', async () => {
      const server = await start();
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => {
        listeners += 1;
        add(...args);
      };
      signal.removeEventListener = (...args: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...args);
      };
      await create(server).complete(chatRequest(), signal);
      expect(listeners).toBe(0);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import type { Fault } from '../../loopback/faults';
import { answerSchema, chatRequest, failureOf, testKey, providerBench, type ProviderSubject } from './providerSubject';

/** Which addresses a provider takes, and how it finds the form of request that a server accepts. */
export function describeRequests(subject: ProviderSubject): void {
  const { start, open, create } = providerBench(subject);

  describe('addresses', () => {
    it.each(['', '/', ...subject.baseUrlForms])('takes a base URL that ends in "%s"', async (ending) => {
      const server = await start();
      const provider = create(server, { baseUrl: server.url + ending });
      await expect(provider.complete(chatRequest(), open)).resolves.toMatchObject({ finish: 'stop' });
    });

    it.each([
      'not an address',
      'ftp://example.org',
      'http://user:geheim12@example.org',
      'http://example.org/?key=geheim12',
    ])('refuses the base URL %s at once, without repeating it', (baseUrl) => {
      expect(() => subject.create({ apiKey: testKey, baseUrl })).toThrow(ProviderError);
      expect(() => subject.create({ apiKey: testKey, baseUrl })).not.toThrow(/geheim/);
    });

    it('needs a key for its own address and none for another', async () => {
      expect(() => subject.create({ apiKey: ' ' })).toThrow(new RegExp(subject.keyVariable));
      const server = await start();
      await expect(create(server, { apiKey: '' }).complete(chatRequest(), open)).resolves.toMatchObject({
        finish: 'stop',
      });
    });
  });

  describe('structured output', () => {
    it('asks by schema, closed and with every property required', async () => {
      const server = await start({ reply: () => '{"label":"yes","note":""}' });
      const reply = await create(server).complete(chatRequest({ schema: answerSchema }), open);
      expect(reply.text).toBe('{"label":"yes","note":""}');
      const text = JSON.stringify(server.requests[0]?.body);
      expect(text).toContain('"json_schema"');
      expect(text).toContain('"required":["label","note"]');
      expect(text).toContain('"additionalProperties":false');
    });

    it('does without where the server refuses it, and remembers that per server and model', async () => {
      const refuses: Fault = {
        kind: 'status',
        status: 400,
        body: { error: 'json_schema and response_format are not supported here' },
      };
      const asksForFormat = (body: object): boolean => 'response_format' in body || 'output_config' in body;
      const server = await start({ fault: ({ body }) => (asksForFormat(body) ? refuses : undefined) });
      const shapes = new ShapeMemory();
      const options = { apiKey: testKey, baseUrl: server.url };
      await subject.create(options, shapes).complete(chatRequest({ schema: answerSchema }), open);
      const needed = server.calls;
      expect(needed).toBeGreaterThan(1);
      await subject.create(options, shapes).complete(chatRequest({ schema: answerSchema }), open);
      expect(server.calls).toBe(needed + 1);
      await subject.create(options, shapes).complete(chatRequest({ schema: answerSchema, model: 'another' }), open);
      expect(server.calls).toBe(needed + 1 + needed);
    });

    it('drops a temperature that is refused, and nothing else', async () => {
      const refuses: Fault = {
        kind: 'status',
        status: 400,
        body: { error: { message: 'temperature: Extra inputs are not permitted' } },
      };
      const server = await start({ fault: ({ body }) => ('temperature' in body ? refuses : undefined) });
      await create(server).complete(chatRequest({ temperature: 0, schema: answerSchema }), open);
      expect(server.calls).toBe(2);
      expect(JSON.stringify(server.requests[1]?.body)).toContain('"json_schema"');
    });

    it('lowers the token limit to what the model writes, remembers that, and says what was sent', async () => {
      const tooMany: Fault = {
        kind: 'status',
        status: 400,
        body: { error: { message: 'max_tokens: 4000 > 1000, which is the maximum allowed number of output tokens' } },
      };
      const server = await start({ fault: ({ body }) => (body.max_tokens === 4000 ? tooMany : undefined) });
      const provider = create(server);
      const request = chatRequest({ maxOutputTokens: 4000, schema: answerSchema });
      const sent = { maxOutputTokens: 1000, structured: 'schema' };
      for (const calls of [2, 3]) {
        expect((await provider.complete(request, open)).sent).toEqual(sent);
        expect(server.calls).toBe(calls);
      }
      expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([4000, 1000, 1000]);
    });

    it('fits one answer into what its context leaves, and the next one into its own', async () => {
      const server = await start({
        fault: ({ body, messages }) => {
          const input = messages[0]?.text.length ?? 0;
          const words = `maximum context length is 4096 tokens and your request has ${input} input tokens`;
          return Number(body.max_tokens) > 4096 - input
            ? { kind: 'status', status: 400, body: { error: words } }
            : undefined;
        },
      });
      const provider = create(server);
      for (const length of [3000, 1000]) {
        const messages = [{ role: 'user', content: 'x'.repeat(length) }] as const;
        const reply = await provider.complete(chatRequest({ maxOutputTokens: 4000, messages }), open);
        expect(reply.sent).toEqual({ maxOutputTokens: 4096 - length });
      }
    });

    it('does not forget in one call what another has found out', async () => {
      const noSchema: Fault = {
        kind: 'status',
        status: 400,
        body: { error: 'response_format: output_config is unknown' },
      };
      const asksForFormat = (body: object): boolean => 'response_format' in body || 'output_config' in body;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const server = await start({ fault: ({ body }) => (asksForFormat(body) ? noSchema : undefined) });
      const shapes = new ShapeMemory();
      const slow = subject.create(
        {
          apiKey: testKey,
          baseUrl: server.url,
          fetch: async (...call) => fetch(...call).then((answer) => held.then(() => answer)),
        },
        shapes,
      );
      const plain = slow.complete(chatRequest(), open);
      await server.arrived(1);
      const quick = subject.create({ apiKey: testKey, baseUrl: server.url }, shapes);
      await quick.complete(chatRequest({ schema: answerSchema }), open);
      release();
      await plain;
      const before = server.calls;
      await quick.complete(chatRequest({ schema: answerSchema }), open);
      expect(server.calls).toBe(before + 1);
    });

    it('does not take a refusal of something else for one of the form', async () => {
      const fault: Fault = {
        kind: 'status',
        status: 400,
        body: {
          error: { message: 'The schema is fine, the prompt is too long.', code: 'context_length_exceeded', type: 'x' },
        },
      };
      const server = await start({ fault: () => fault });
      const call = create(server).complete(chatRequest(), open);
      expect(await failureOf(call)).toMatchObject({ failure: 'tooLarge', status: 400 });
      expect(server.calls).toBe(1);
    });

    it('keeps to one time limit over all its tries, and remembers nothing that did not work', async () => {
      const refuses: Fault = { kind: 'status', status: 400, body: { error: 'bad response_format' } };
      const asksForSchema = (body: object): boolean => JSON.stringify(body).includes('"json_schema"');
      const server = await start({ fault: ({ body }) => (asksForSchema(body) ? refuses : { kind: 'neverAnswers' }) });
      const provider = subject.create({ apiKey: testKey, baseUrl: server.url, timeoutMs: 300 }, new ShapeMemory());
      for (const runs of [1, 2]) {
        const error = await failureOf(provider.complete(chatRequest({ schema: answerSchema }), open));
        expect(error).toMatchObject({ failure: 'timeout' });
        expect(server.requests.filter(({ body }) => asksForSchema(body))).toHaveLength(runs);
      }
    });
  });
}

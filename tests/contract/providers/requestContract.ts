import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/core/providers/providerError';
import { ShapeMemory } from '../../../src/core/providers/shapeMemory';
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

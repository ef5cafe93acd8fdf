import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import type { ChatProvider } from '../../../src/core/providers/provider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { keyForms, tracesIn } from '../../unit/providers/keyForms';
import { chatRequest, failureOf } from './providerSubject';
import { spread } from '../../thorough';

const key = 'sk-proj-Zk3r8Qw71Lx0vTn5Ys2Bf9Hd6Pc4';
const open = new AbortController().signal;
const batch = { batchId: 'batch-1', model: 'test-model' };

/** What the server answers to the next requests, in this order; the last one stands. */
let answers: { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }[] = [];
let server: Server;
let baseUrl = '';
beforeEach(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: '' };
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const whole = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, maxStringLength: null });

/** A reply of either API with a text in every place that has one. */
function replyWith(text: string): object {
  const echo = { echo: text, [text]: text };
  return {
    id: text,
    object: text,
    type: 'message',
    role: text,
    model: `model ${text}`,
    system_fingerprint: text,
    ...echo,
    content: [
      { type: 'thinking', thinking: text, signature: text },
      { type: 'text', text: `Well: ${text}`, ...echo },
      { type: 'tool_use', name: text, input: echo },
    ],
    choices: [
      {
        finish_reason: text,
        message: { content: `Well: ${text}`, refusal: text, reasoning_content: text, tool_calls: [echo] },
      },
    ],
    stop_reason: text,
    stop_sequence: text,
    usage: { input_tokens: 3, output_tokens: 4, prompt_tokens: 3, completion_tokens: 4, ...echo },
  };
}

function headersWith(text: string): Record<string, string> {
  const value = text.replace(/[^\x21-\x7e]/g, ' ').trim();
  return Object.fromEntries(
    ['retry-after', 'x-request-id', 'request-id', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'].map(
      (name) => [name, value],
    ),
  );
}

describe.each([
  ['openai', createOpenAiProvider],
  ['anthropic', createAnthropicProvider],
] as const)('a key that a server of %s quotes', (id, create) => {
  const connect = (): ChatProvider => create({ apiKey: key, baseUrl }, new ShapeMemory());
  const results = (line: object): string => `${JSON.stringify(line)}\n`;

  describe.each(spread(Object.entries(keyForms), 12))('%s', (_name, form) => {
    const echo = form(key);

    it('is in no reply', async () => {
      answers = [{ headers: headersWith(echo), body: JSON.stringify(replyWith(echo)) }];
      const reply = await connect().complete(chatRequest(), open);
      expect(reply.text).toContain('Well: ');
      expect(reply.usage).toMatchObject({ input: 3, output: 4 });
      expect(tracesIn(whole(reply), key)).toEqual([]);
    });

    it('is in no error', async () => {
      const bodies = [
        JSON.stringify({ error: { message: echo, type: echo, code: echo, param: echo }, echo }),
        JSON.stringify({ error: echo }),
        JSON.stringify({ type: 'error', error: { type: echo, message: `No: ${echo}`, details: { error_code: echo } } }),
        JSON.stringify(echo),
        echo,
      ];
      for (const status of [200, 400, 401, 404, 429, 500]) {
        for (const body of bodies) {
          answers = [{ status, headers: headersWith(echo), body }];
          const error = await failureOf(connect().complete(chatRequest(), open));
          expect(tracesIn(whole(error), key)).toEqual([]);
          expect(error.message).toContain(baseUrl);
        }
      }
    });

    it('is in no results of a batch, in no state of one and in no name', async () => {
      const line =
        id === 'openai'
          ? { custom_id: 'a-0', response: { status_code: 200, body: replyWith(echo) } }
          : { custom_id: 'a-0', result: { type: 'succeeded', message: replyWith(echo) } };
      const failed =
        id === 'openai'
          ? { custom_id: 'b-0', response: { status_code: 400, body: { error: { message: echo, code: echo } } } }
          : { custom_id: 'b-0', result: { type: 'errored', error: { error: { type: echo, message: echo } } } };
      const ended = { body: JSON.stringify({ status: 'completed', output_file_id: 'file-1', error_file_id: null }) };
      answers = [...(id === 'openai' ? [ended] : []), { body: results(line) + results(failed) }];
      const outcomes: unknown[] = [];
      for await (const result of connect().batches!.results(batch, open)) outcomes.push(result);
      expect(outcomes).toMatchObject([{ outcome: { kind: 'reply' } }, { outcome: { kind: 'failed' } }]);
      expect(tracesIn(whole(outcomes), key)).toEqual([]);

      answers = [
        {
          body: JSON.stringify({
            status: 'failed',
            processing_status: echo,
            errors: { data: [{ code: echo, message: echo }] },
          }),
        },
      ];
      expect(tracesIn(whole(await connect().batches!.poll(batch, open)), key)).toEqual([]);

      answers = [{ body: JSON.stringify({ id: echo }) }];
      const submit = connect().batches!.submit([{ id: 'a-0', request: chatRequest() }], open);
      const error = await failureOf(submit);
      expect(error).toMatchObject({ failure: 'badResponse' });
      expect(tracesIn(whole(error), key)).toEqual([]);
    });
  });
});

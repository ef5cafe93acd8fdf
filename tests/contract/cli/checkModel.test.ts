import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { checkCommand } from '../../../src/cli/estimateCommand';
import { useCommandLine } from './commandLine';
import { inProcess, type InProcessResult } from './inProcess';

const cli = useCommandLine();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Body = Readonly<Record<string, unknown>>;

/** What a home server answers; `busyMs` is how long its one model is busy with a call. */
interface Home {
  readonly answer: (body: Body) => { readonly status?: number; readonly json: unknown } | string;
  readonly lines?: readonly unknown[];
  readonly busyMs?: number;
}

/** Like Ollama: it takes every call and answers one after the other. */
async function home({ answer, lines = [], busyMs = 5 }: Home): Promise<string> {
  let turn = Promise.resolve();
  const server = createServer((request, response) => {
    const send = (status: number, json: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    };
    if (request.url === '/v1/models') {
      send(200, { object: 'list', data: lines });
      return;
    }
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, busyMs)));
      void turn.then(() => {
        const said = answer(JSON.parse(text) as Body);
        if (typeof said !== 'string') send(said.status ?? 200, said.json);
        else send(200, completion(said));
      });
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function completion(content: string): unknown {
  const message = { role: 'assistant', content };
  const usage = { prompt_tokens: 30, completion_tokens: 40, completion_tokens_details: { reasoning_tokens: 12 } };
  return { model: 'qwen3:8b', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

const refusal = (param: string): { readonly status: number; readonly json: unknown } => ({
  status: 400,
  json: { error: { message: `Unsupported parameter: '${param}'`, type: 'invalid_request_error', param, code: null } },
});

const checked = z.object({
  answer: z.string(),
  parts: z.array(z.object({ id: z.string(), state: z.string(), says: z.string() })),
  calls: z.number(),
  slots: z.number().nullable(),
  runs: z.array(z.object({ role: z.string(), calls: z.number(), ms: z.object({ low: z.number(), high: z.number() }) })),
});

async function check(baseUrl: string, options: CliOptions = {}): Promise<InProcessResult> {
  const cwd = await cli().workspace();
  return inProcess((context) => checkCommand('openai:qwen3:8b', { baseUrl, json: true, ...options }, context), {
    cwd,
    env: {},
  });
}

const states = (out: string): Readonly<Record<string, string>> =>
  Object.fromEntries(checked.parse(JSON.parse(out)).parts.map(({ id, state }) => [id, state]));

const verdict = '{"reasoning": "It asks.", "label": "No"}';
const isVerdict = (body: Body): boolean => JSON.stringify(body.messages).includes('give away');
const hasImage = (body: Body): boolean => JSON.stringify(body.messages).includes('image_url');

it('says that all works where it does, with what the server tells of the model', async () => {
  const url = await home({
    answer: (body) => (hasImage(body) ? 'Red.' : isVerdict(body) ? verdict : 'Look again.'),
    lines: [{ id: 'other' }, { id: 'qwen3:8b', max_model_len: 40_960 }, 'nonsense'],
    busyMs: 200,
  });
  const { code, out } = await check(url);
  expect(code).toBe(0);
  const result = checked.parse(JSON.parse(out));
  expect(states(out)).toMatchObject({
    answer: 'works',
    structured: 'works',
    temperature: 'works',
    effort: 'works',
    images: 'works',
    speed: 'works',
    slots: 'works',
    context: 'works',
    // What is behind a server at home, nobody knows.
    price: 'unknown',
  });
  expect(result.parts.find(({ id }) => id === 'context')?.says).toContain('40,960');
  // It takes one call after the other, so two at once do not help, and no more are tried.
  expect(result.slots).toBe(1);
  expect(result.calls).toBe(6);
  expect(result.runs.map(({ role }) => role)).toEqual(['tutor', 'judge']);
  const [asTutor] = result.runs;
  expect(asTutor?.ms.low).toBe(asTutor?.ms.high);
});

it('says what a server does not take, and that a run goes all the same', async () => {
  const url = await home({
    answer: (body) => {
      if (body.response_format !== undefined) return refusal('response_format');
      if (body.temperature !== undefined) return refusal('temperature');
      if (hasImage(body)) return { status: 400, json: { error: { message: 'image input is not supported' } } };
      return isVerdict(body) ? `Here it is: ${verdict}` : 'Look again.';
    },
  });
  const { code, out } = await check(url);
  expect(code).toBe(0);
  expect(states(out)).toMatchObject({
    answer: 'works',
    structured: 'limited',
    temperature: 'limited',
    images: 'limited',
    context: 'unknown',
  });
});

it('fails for a judge that gives no verdict, and says so in the table', async () => {
  const url = await home({ answer: () => 'Look again.' });
  const { code, out } = await check(url, { json: false });
  expect(code).toBe(1);
  expect(out).toMatch(/openai:qwen3:8b works as a tutor, not as a judge\./);
  expect(out).toMatch(/Verdicts +fails +The answer was not JSON/);
  expect(out).toMatch(/GuideEval with it as tutor: 480 calls/);
});

it('stops at a model that does not answer, with what to do', async () => {
  const url = await home({
    answer: () => ({ status: 404, json: { error: { message: 'model "qwen3:8b" not found, try pulling it first' } } }),
  });
  const { code, out } = await check(url);
  expect(code).toBe(1);
  const { parts, calls, runs } = checked.parse(JSON.parse(out));
  expect(parts[0]).toMatchObject({ id: 'answer', state: 'fails' });
  expect(parts[0]?.says).toContain('try pulling it first');
  expect([calls, runs]).toEqual([1, []]);
});

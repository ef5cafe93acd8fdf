import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/commands';
import { useCommandLine } from './commandLine';
import { inProcess, type InProcessResult } from './inProcess';
import { evaluated } from './printedJson';

// Answers of real servers, as vendors and home servers document them.

const cli = useCommandLine();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Body = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status?: number;
  readonly json: unknown;
}

async function serve(answer: (body: Body, call: number) => Answer): Promise<string> {
  let calls = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const { status = 200, json } =
        text === '' ? { status: 404, json: {} } : answer(JSON.parse(text) as Body, (calls += 1));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function said(message: object, finish: string, output: number): Answer {
  // More than any text has words, as a count below that shows a context that is too small.
  const usage = { prompt_tokens: 9_000, completion_tokens: output, total_tokens: 9_000 + output };
  return {
    json: { choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', ...message } }], usage },
  };
}

const ceilingOf = (body: Body): number => Number(body.max_completion_tokens ?? body.max_tokens);
const whole = said({ content: 'What would you try next?' }, 'stop', 20);

async function evaluate(address: string, options: object): Promise<InProcessResult & { readonly cwd: string }> {
  const cwd = await cli().workspace();
  await writeFile(path.join(cwd, 'home.json'), JSON.stringify({ home: { address, price: { input: 1, output: 10 } } }));
  const all = {
    benchmark: ['mrbench'],
    connection: [path.join(cwd, 'home.json')],
    judge: ['offline'],
    oneSentence: true,
    solutionToJudge: true,
    cache: false,
    json: true,
    ...options,
  };
  const run = await inProcess((context) => runCommand('evaluate', [path.join(cwd, 'tutor.md'), all], context), {
    cwd,
    env: {},
  });
  return { ...run, cwd };
}

it('judge no reply that hidden reasoning cut off where the server counts no reasoning apart', async () => {
  // vLLM and Ollama: a field of its own for the reasoning, and no count of it.
  const address = await serve((body) =>
    ceilingOf(body) < 60_000
      ? said({ content: 'Let us look at the', reasoning: 'Hm. '.repeat(5_000) }, 'length', ceilingOf(body))
      : whole,
  );
  const { out, cwd } = await evaluate(address, { tutor: 'home:qwen3:8b', limit: 1 });
  const journal = await readFile(path.resolve(cwd, evaluated(out).runDir, 'journal.jsonl'), 'utf8');
  expect(journal).toContain('What would you try next?');
});

it('hold a cap on cost where a server breaks off and says what it counts', async () => {
  let billed = 0;
  const address = await serve((body, call) => {
    if (call % 2 === 1) return whole;
    billed += (9_000 + 10 * ceilingOf(body)) / 1_000_000;
    return said({ content: 'What' }, 'error', ceilingOf(body));
  });
  await evaluate(address, { tutor: 'home:m', maxCost: 1, limit: 12 });
  expect(billed).toBeLessThanOrEqual(1);
});

it('send the temperature to a role that takes it, whatever another role of the same model was refused', async () => {
  // GPT-5.1 and later: a temperature is taken with effort none alone.
  const sent: (boolean | undefined)[] = [];
  const address = await serve((body) => {
    const takesIt = body.reasoning_effort === 'none';
    if ('temperature' in body && !takesIt) {
      const message = "Unsupported value: 'temperature' does not support 0 with this model.";
      return { status: 400, json: { error: { message, param: 'temperature', code: 'unsupported_value' } } };
    }
    if (takesIt) sent.push('temperature' in body);
    return takesIt ? whole : said({ content: '{"feedback": "Read.", "label": "Yes"}' }, 'stop', 20);
  });
  const models = { tutor: 'home:gpt-6-luna', judge: ['home:gpt-6-luna'], tutorEffort: 'none' };
  await evaluate(address, { ...models, limit: 6, concurrency: 1 });
  expect(sent.length).toBeGreaterThan(1);
  expect(sent).not.toContain(false);
});

it('never take a refusal for the words of the student', async () => {
  const address = await serve((body) =>
    body.model === 'pupil' ? said({ content: null, refusal: 'I cannot pretend to be a student.' }, 'stop', 9) : whole,
  );
  const { out, cwd } = await evaluate(address, {
    benchmark: ['socratesbench'],
    tutor: 'home:m',
    student: 'home:pupil',
    limit: 1,
    repeats: 1,
  });
  const { runDir } = evaluated(out);
  const journal = await readFile(path.resolve(cwd, runDir, 'journal.jsonl'), 'utf8');
  expect(journal).not.toContain('"kind":"student"');
});

it('check the effort that is said to have been taken', async () => {
  const efforts = new Set<unknown>();
  const address = await serve((body) => {
    efforts.add(body.reasoning_effort);
    return whole;
  });
  const cwd = await cli().workspace();
  const options = { connection: [`home=${address}`], tutorEffort: 'high', json: true } as const;
  const { out } = await inProcess((context) => runCommand('check', ['home:gpt-6-luna', options], context), {
    cwd,
    env: {},
  });
  const { parts } = JSON.parse(out) as { parts: readonly { id: string; says: string }[] };
  const [, named] = /“(\w+)”/.exec(parts.find(({ id }) => id === 'effort')?.says ?? '') ?? [];
  expect(efforts).toContain(named);
});

it('check verdicts with the room that a run would give them', async () => {
  const address = await serve((body) => {
    if (body.response_format === undefined) return whole;
    const text = JSON.stringify({ reasoning: 'It asks.', label: 'No' });
    return ceilingOf(body) < 60_000
      ? said({ content: '' }, 'length', ceilingOf(body))
      : said({ content: text }, 'stop', 9);
  });
  const cwd = await cli().workspace();
  const options = { connection: [`home=${address}`], json: true } as const;
  const { out } = await inProcess((context) => runCommand('check', ['home:qwen3:8b', options], context), {
    cwd,
    env: {},
  });
  const { parts } = JSON.parse(out) as { parts: readonly { id: string; state: string }[] };
  expect(parts.find(({ id }) => id === 'structured')?.state).not.toBe('fails');
});

it('ask a judge no second time whose provider refuses the material, and count it', async () => {
  let calls = 0;
  const address = await serve((body) => {
    if (body.model !== 'strict') return whole;
    calls += 1;
    const message = 'The response was filtered due to the prompt triggering the content management policy.';
    return { status: 400, json: { error: { message, code: 'content_filter', param: 'prompt' } } };
  });
  const { out, cwd } = await evaluate(address, { tutor: 'home:m', judge: ['home:strict'], limit: 1, judgeAll: true });
  const made = evaluated(out);
  expect(made.status).toBe('completed');
  expect(made.benchmarks[0]).toMatchObject({ completed: 1, judgeFailed: 8 });
  expect(JSON.stringify(made.warnings)).toContain('The judge refused to answer 8 times.');
  expect(calls).toBe(8);
  const again = { json: true, cache: false, connection: [path.join(cwd, 'home.json')] };
  await inProcess((context) => runCommand('resume', [made.runId, again], context), { cwd, env: {} });
  expect(calls).toBe(8);
});

it('check a model within the time limit that is set for it', async () => {
  const server = createServer(() => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const cwd = await cli().workspace();
  const options = { connection: [`home=${address}`], tutorTimeout: 0.2, json: true } as const;
  const { code, out } = await inProcess((context) => runCommand('check', ['home:m', options], context), {
    cwd,
    env: {},
  });
  expect(code).toBe(1);
  expect(out).toContain('within 0.2 s');
});

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readRequest } from '../../loopback/wireFormats';
import { keyForms, tracesIn } from '../../unit/providers/keyForms';
import { useCommandLine } from './commandLine';
import { keyedConnection } from './keyedConnection';
import { evaluated } from './printedJson';

const cli = useCommandLine();
const key = 'sk-proj-Zk3r8Qw71Lx0vTn5Ys2Bf9Hd6Pc4';
const env = { KEYED_KEY: key };
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** `call` is counted from 1. */
async function serve(answer: (text: string, call: number, response: ServerResponse) => void) {
  const counts = { calls: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      counts.calls += 1;
      const { system, messages } = readRequest('openai', counts.calls, request.url ?? '', {}, JSON.parse(body));
      answer([system, ...messages.map(({ text }) => text), body].join('\n'), counts.calls, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, counts };
}

/** `without`: names of files that are not the run's own words. */
async function allText(folder: string, without: readonly string[] = []): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !without.includes(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(3);
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

const json = { 'content-type': 'application/json' };

/** A good answer of tutor or judge with `echo` in all its texts. */
function goodBody(asked: string, echo: string, usage: unknown): string {
  const member = ['perception', 'orchestration', 'question_level'].find((name) => asked.includes(`"${name}"`));
  const isJudge = asked.includes('response_format');
  const content = isJudge ? JSON.stringify({ reasoning: `It is so. ${echo}`, [member ?? '']: 1 }) : `Why? ${echo}`;
  const message = { role: 'assistant', content };
  return JSON.stringify({ id: echo, model: echo, usage, choices: [{ finish_reason: 'stop', message }] });
}

describe('a server that quotes the key', () => {
  it('brings it into no file, no report and no line of the command, whatever form it gives it', async () => {
    const forms = Object.values(keyForms);
    const { url, counts } = await serve((asked, call, response) => {
      const echo = forms[call % forms.length]?.(key) ?? key;
      // Every third call is refused first, with a text that is told.
      if (call % 3 === 0) response.writeHead(503, json).end(JSON.stringify({ error: { message: echo } }));
      else response.writeHead(200, json).end(goodBody(asked, echo, { prompt_tokens: 5, completion_tokens: 5 }));
    });
    const cwd = await cli().workspace();
    const args = [
      'evaluate',
      'tutor.md',
      '--judge-all',
      '--limit',
      '6',
      '--html',
      'report.html',
      ...(await keyedConnection(cwd, url)),
    ];
    const { out, err, code } = await cli().run(args, { cwd, env });
    expect(err).toContain('[key]');
    expect(code).toBe(0);
    expect(counts.calls).toBeGreaterThan(forms.length);
    const written = await allText(cwd);
    expect(written).toContain('Why? [key]');
    expect(tracesIn([out, err, written].join('\n'), key)).toEqual([]);
    for (const format of ['json', 'markdown', 'csv', 'junit']) {
      const report = await cli().run(['report', 'latest', '--format', format], { cwd });
      expect(report.out.length).toBeGreaterThan(100);
      expect(tracesIn(report.out + report.err, key)).toEqual([]);
    }
  }, 60_000);
});

describe('a server that answers without sense', () => {
  it('spoils no sum and no cap: every call that it got is counted, and the run ends', async () => {
    const deep = '{"error":'.repeat(400_000) + '1' + '}'.repeat(400_000);
    const usages = [
      { prompt_tokens: 1e308, completion_tokens: 1e308, prompt_tokens_details: { cached_tokens: 1e308 } },
      { prompt_tokens: -1, completion_tokens: 1 },
      { prompt_tokens: 'NaN', completion_tokens: null },
      { prompt_tokens: 7, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 1e308 } },
    ];
    const { url, counts } = await serve((asked, call, response) => {
      if (call % 5 === 1) response.writeHead(500, json).end(deep);
      else if (call % 5 === 3) response.writeHead(200, json).end(deep);
      else response.writeHead(200, json).end(goodBody(asked, `Reply ${call}.`, usages[call % usages.length]));
    });
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--json', '--limit', '2', '--no-cache', '--max-calls', '500'];
    const { out, err } = await cli().run([...args, ...(await keyedConnection(cwd, url))], { cwd, env });
    const report = evaluated(out);
    expect(report.status).toBe('completed');
    expect(err).not.toMatch(/before it was sent|Maximum call stack/);
    expect(report.calls.tutor + report.calls.judge + report.calls.retries).toBe(counts.calls);
    const ledger = (await readdir(path.join(cwd, '.tutor-prompt-lab', 'spending'))).map((name) =>
      path.join(cwd, '.tutor-prompt-lab', 'spending', name),
    );
    const lines = (await Promise.all(ledger.map((file) => readFile(file, 'utf8'))))
      .join('\n')
      .split('\n')
      .filter((line) => line !== '');
    const spent = lines.map((line) => JSON.parse(line) as { kind: string; calls: number });
    expect(spent.filter(({ kind }) => kind === 'spent').reduce((sum, { calls }) => sum + calls, 0)).toBe(counts.calls);
    // A sample of the starter set writes of infinity.
    const kept = await allText(path.join(cwd, '.tutor-prompt-lab'), ['samples.jsonl']);
    expect(kept).not.toMatch(/e\+?308|Infinity/);
  }, 60_000);

  it('is named while it lets its answers drip, and the run can be ended', async () => {
    const { url } = await serve((_asked, _call, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    });
    const cwd = await cli().workspace();
    const { child, ended } = cli().start(
      ['evaluate', 'tutor.md', '--limit', '1', ...(await keyedConnection(cwd, url))],
      { cwd, env },
    );
    let said = '';
    child.stderr?.on('data', (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Waiting for keyed at ' + url);
    expect(said).toMatch(/no answer for (?:9|10) s to one call\./);
    child.kill('SIGINT');
    expect((await ended).code).not.toBe(0);
  }, 60_000);
});

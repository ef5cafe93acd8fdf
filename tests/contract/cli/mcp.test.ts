import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { agentTools } from '../../../src/core/agent/toolInputs';
import { editKey } from '../../../src/core/prompt/promptEdit';
import { FileEditLog } from '../../../src/core/store/editLog';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { useCommandLine } from './commandLine';
import { passages, passagesKept, storeOf } from './ownStore';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const open = closedAfterEach();

interface Session {
  readonly cwd: string;
  readonly client: Client;
  /** The text of an answer; of a refusal with `refused: ` in front. */
  readonly call: (name: string, input: object, signal?: AbortSignal) => Promise<string>;
}

async function session(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Session> {
  const cwd = await cli().workspace();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env };
  const command = { command: process.execPath, args: [cli().file, 'mcp', ...args] };
  await client.connect(new StdioClientTransport({ ...command, cwd, env: own, stderr: 'pipe' }));
  open.push(client);
  return {
    cwd,
    client,
    async call(name, input, signal) {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } }, { signal });
      const [part] = content;
      if (part?.type !== 'text') throw new Error('The answer has no text.');
      return `${isError === true ? 'refused: ' : ''}${part.text}`;
    },
  };
}

const edit = { op: 'add', rule: 1, text: 'Praise what is right before asking.' };
const paid = [
  ['evaluate_prompt', {}],
  ['test_edits', { edits: [edit] }],
  ['confirm_edit', { edit }],
] as const;
const idIn = (answer: string): string => /\d{8}-\d{6}-\w+/.exec(answer)?.[0] ?? '';
const endOf = (answer: string): readonly string[] => answer.split('\n').slice(-2);

async function againstServer(options: Parameters<typeof tutoringServer>[0], args: readonly string[] = []) {
  const server = await tutoringServer(options);
  open.push(server);
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
  const bases = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  return { server, ...(await session([...models, ...bases, ...args])) };
}

describe('mcp', () => {
  it('lists the tools with their schemas, and describes a prompt', async () => {
    const { client, call } = await session();
    expect(client.getInstructions()).toContain('only at “evidence: proved”');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(agentTools));
    expect(tools[2]?.inputSchema).toMatchObject({ required: ['path', 'maxCalls'], additionalProperties: false });
    const answer = await call('describe_prompt', { path: 'tutor.md' });
    expect(answer).toMatch(
      /----- begin rules of the prompt \w+ -----\n1\. lines 1 to 1, to be kept \(opening\): You are/,
    );
    expect(endOf(answer)).toEqual(['evidence: none', expect.stringMatching(/^next: estimate_run/)]);
  });

  it('estimates, evaluates, shows failing cases as data, and compares two texts', async () => {
    const { cwd, call } = await session();
    expect(await call('estimate_run', { path: 'tutor.md', limit: 10 })).toMatch(
      /^Left to these tools: 2000 calls\.[^]*GuideEval[^]*nothing is sent[^]*\nevidence: none\nnext: .*\n?$/,
    );
    const first = await call('evaluate_prompt', { path: 'tutor.md', limit: 10, maxCalls: 5 });
    expect(first).toMatch(/^Run \S+: completed\.[^]*P-Redirect.*\d/);
    expect(endOf(first)).toEqual(['evidence: none', expect.stringMatching(/real models.*proves nothing/)]);
    const cases = await call('get_failing_cases', { run: idIn(first), metric: 'guideeval/P-Redirect' });
    const [fence = '', code = ''] = /^----- begin failing case 1 (\w{16}) -----$/m.exec(cases) ?? [];
    expect(cases.slice(cases.indexOf(fence))).toMatch(
      new RegExp(`^student: .*\\ntutor: .*\\n[^]*end failing case 1 ${code}`, 'm'),
    );
    expect(cases.slice(0, cases.indexOf(fence))).toContain('never an instruction');
    await writeFile(path.join(cwd, 'tutor.md'), 'Ask one question. Praise the learner.');
    const second = await call('evaluate_prompt', { path: 'tutor.md', limit: 10, maxCalls: 5 });
    expect(idIn(second)).not.toBe(idIn(first));
    const compared = await call('compare_runs', { before: idIn(first), after: idIn(second) });
    expect(compared).toMatch(/Compared: the prompt\.[^]*simulated/);
    expect(endOf(compared)).toEqual(['evidence: none', expect.stringMatching(/both texts with real models/)]);
    expect(await call('describe_prompt', { path: 'tutor.md' })).toMatch(
      new RegExp(`Last of 2 runs:\\n- ${idIn(second)} completed[^]*\\n- ${idIn(first)} completed`),
    );
  });

  it('shows every failing case once, on pages that stay small', async () => {
    const { call } = await session();
    const run = idIn(
      await call('evaluate_prompt', { path: 'tutor.md', benchmarks: ['mrbench'], limit: 40, maxCalls: 1 }),
    );
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await call('get_failing_cases', { run, page });
      expect(Buffer.byteLength(answer)).toBeLessThan(8_000);
      const cases = [...answer.matchAll(/^case: (.*)$/gm)].map(([, id = '']) => id);
      expect(cases.length).toBeLessThanOrEqual(10);
      seen.push(...cases);
      if (answer.includes('last page')) break;
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('races edits on one half, confirms one on the other, and shows no text of that half', async () => {
    const { cwd, call } = await session();
    const rules = 'You are a maths tutor.\n\n1. Keep replies under sixty words.\n2. Be kind.\n';
    await writeFile(path.join(cwd, 'tutor.md'), `---\ntargets: mrbench/all/actionability\n---\n${rules}`);
    const answers: string[] = [];
    const said = async (...args: Parameters<typeof call>): Promise<string> => {
      answers.push(await call(...args));
      return answers.at(-1) ?? '';
    };
    const request = { path: 'tutor.md', benchmarks: ['mrbench'], maxCalls: 10, waitSeconds: 60 };
    await said('describe_prompt', { path: 'tutor.md' });
    const first = idIn(await said('evaluate_prompt', request));
    for (let page = 1; !answers.at(-1)?.includes('last page'); page += 1)
      await said('get_failing_cases', { run: first, page });
    const edit = { op: 'add', rule: 2, text: 'Ask one guiding question at a time.' };
    const race = await said('test_edits', { ...request, edits: [{ op: 'remove', rule: 2 }, edit] });
    expect(race).toMatch(/add below rule 2: Ask one guiding question at a time\.\s+best, to be confirmed/);
    expect(race).not.toMatch(/remove rule 2.*[+−]\d/);
    await said('get_failing_cases', { run: idIn(race) });
    const confirmed = await said('confirm_edit', { ...request, edit });
    expect(confirmed).toMatch(/add below rule 2.*\s+supported\n\s+Actionability \+\d+\.\d \([^)]+\), n 32/);
    // Simulated models prove nothing about a prompt.
    expect(endOf(confirmed)).toEqual(['evidence: none', expect.stringMatching(/real models/)]);
    expect(await said('get_failing_cases', { run: idIn(confirmed) })).toContain('Failing cases: 0');
    const judge = ['--judge', 'offline', '--target', 'mrbench/all/actionability'];
    const cited = await cli().run(['rules', 'tutor.md', '--cite', first, ...judge], { cwd });
    expect(cited.out, cited.err).toContain('Opinion of a judge on the rules');
    for (const run of [first, idIn(race), idIn(confirmed)]) await said('get_run', { run });
    await writeFile(path.join(cwd, 'tutor.md'), `---\ntargets: mrbench/all/actionability\n---\n${rules}3. Praise.\n`);
    await said('estimate_run', request);
    const second = idIn(await said('evaluate_prompt', request));
    const compared = await said('compare_runs', { before: first, after: second });
    expect(compared).toContain('Compared: ');
    expect(await said('compare_runs', { before: idIn(race), after: idIn(confirmed) })).toContain('tries other texts');
    const store = storeOf(cwd);
    const [confirming, racing] = [await store.open(idIn(confirmed)), await store.open(idIn(race))];
    const { samples } = confirming;
    expect(samples).toHaveLength(32);
    const half = new Set(samples.map(({ sample }) => (sample as { readonly id: string }).id));
    const evaluated = (await store.open(first)).records;
    const isKept = (record: object): boolean =>
      'item' in record && half.has(String(record.item).replace(/^[^/]*\/|#\d+$/g, ''));
    // Its samples, and what the tutor and the judges said of them.
    const mine = [...samples, ...confirming.records, ...evaluated.filter(isKept)];
    expect(evaluated.filter(isKept).length).toBeGreaterThan(50);
    const kept = passagesKept(mine, [
      ...racing.samples,
      ...racing.records,
      ...evaluated.filter((record) => !isKept(record)),
    ]);
    expect(kept.size).toBeGreaterThan(1_000);
    expect(passages(answers).filter((one) => kept.has(one))).toEqual([]);
  });

  it('has one store and one ledger, wherever prompts and other stores lie', async () => {
    const { cwd, call } = await session();
    const rules = 'You are a maths tutor.\n\n1. Keep replies under sixty words.\n2. Be kind.\n';
    for (const folder of ['prompts', 'copies', 'copies/.tutor-prompt-lab']) await mkdir(path.join(cwd, folder));
    const levels: (number | undefined)[] = [];
    for (const file of ['prompts/tutor.md', 'copies/tutor.md']) {
      await writeFile(path.join(cwd, file), `---\ntargets: mrbench/all/actionability\n---\n${rules}`);
      const edit = { op: 'remove', rule: 3 };
      const request = { path: file, benchmarks: ['mrbench'], maxCalls: 10, waitSeconds: 60 };
      const run = idIn(await call('confirm_edit', { ...request, edit }));
      expect(await call('get_run', { run })).toMatch(/^Run \S+: completed\.\n[^]*----- begin results/);
      expect(await call('describe_prompt', { path: file })).toContain(`Last of 1 runs:\n- ${run} completed`);
      levels.push((await storeOf(cwd).open(run)).manifest.edits?.level);
    }
    expect(levels).toEqual([0.05 / 2, 0.05 / 6]);
    expect(await readdir(path.join(cwd, 'copies/.tutor-prompt-lab'))).toEqual([]);
  });

  it('refuses edits that copy a sample or were dismissed, and rules that do not exist or are kept', async () => {
    const { cwd, call } = await session();
    const rules = 'You are a maths tutor.\n\n- Keep all replies short.\n- Be kind.\n- Ask first.\n';
    await writeFile(path.join(cwd, 'tutor.md'), rules);
    const request = { path: 'tutor.md', benchmarks: ['mrbench'], maxCalls: 1 };
    const cases = await call('get_failing_cases', { run: idIn(await call('evaluate_prompt', request)) });
    const [, copied = ''] = /^student: (.*)$/m.exec(cases) ?? [];
    const text = copied.split(' ').slice(0, 12).join(' ');
    const edits = [{ op: 'add', rule: 1, text: `If a student says ${text}, ask why.` }];
    expect(await call('test_edits', { ...request, edits })).toMatch(/^refused: Edit 1: It copies “/);
    const dismissed = {
      kind: 'dismissal',
      at: new Date().toISOString(),
      prompt: 'tutor.md',
      reason: 'It\nstays.',
    } as const;
    const log = new FileEditLog(path.join(cwd, '.tutor-prompt-lab'));
    await log.append({
      ...dismissed,
      title: 'add below rule 1: Wait.',
      key: editKey({ op: 'add', rule: 1, text: 'Wait.' }, ''),
    });
    const key = editKey({ op: 'remove', rule: 9 }, 'Keep all replies short.');
    await log.append({ ...dismissed, title: 'remove rule 9', key });
    const ours = [
      { op: 'add', rule: 1, text: 'Wait.' },
      { op: 'remove', rule: 2 },
      { op: 'remove', rule: 3 },
    ];
    expect(await call('test_edits', { ...request, edits: ours })).toBe(
      'refused: Edit 1: The author dismissed it: “It stays.” Edit 2: The author dismissed it: “It stays.”',
    );
    const missing = { op: 'remove', rule: 99 };
    expect(await call('confirm_edit', { ...request, edit: missing })).toMatch(
      /^refused: Edit 1: The prompt has no rule 99/,
    );
    expect(await call('confirm_edit', { ...request, edit: { op: 'remove', rule: 1 } })).toMatch(
      /^refused: Edit 1: Rule 1 is never/,
    );
  });

  it('stops at maxCalls and at the cap of the session, and raises no cap', async () => {
    const { server, call, cwd } = await againstServer({}, ['--max-calls', '9', '--session-calls', '12']);
    const request = { path: 'tutor.md', limit: 10 };
    const first = await call('evaluate_prompt', { ...request, maxCalls: 500 });
    expect(first).toMatch(/^Run \S+: stopped at a cap\./);
    expect(endOf(first)).toEqual(['evidence: none', expect.stringMatching(/who alone may raise caps/)]);
    expect(server.calls).toBe(9);
    expect(await call('estimate_run', request)).toContain(
      'Left to these tools: 3 calls. The run stops before passing 9 calls.',
    );
    const second = await call('evaluate_prompt', { ...request, limit: 9, maxCalls: 500 });
    expect(second).toContain('stopped at a cap');
    const compared = await call('compare_runs', { before: idIn(first), after: idIn(second) });
    expect(compared).toMatch(/judge openai:judge-model[^]*\nevidence: none\nnext: Compare two texts/);
    expect(server.calls).toBe(12);
    expect(await call('evaluate_prompt', { ...request, maxCalls: 1 })).toBe('refused: Of 12 calls in all 0 are left.');
    expect(server.calls).toBe(12);
    const manifests = (await storeOf(cwd).list()).map((one) => one.kind === 'run' && one.manifest.maxCalls);
    expect(manifests.toSorted()).toEqual([3, 9]);
  });

  it('stops a race at its cap, and begins no confirmation that a cap would end', async () => {
    const { server, call } = await againstServer({});
    const estimated = async (edits: object): Promise<string> => call('estimate_run', { path: 'tutor.md', ...edits });
    // The one half or the other, with two texts.
    expect(await estimated({ edits: [edit] })).toMatch(/GuideEval +242 +484 /);
    expect(await estimated({ edit })).toMatch(/GuideEval +238 +476 /);
    expect(server.calls).toBe(0);
    const request = { path: 'tutor.md', maxCalls: 6 };
    const raced = await call('test_edits', { ...request, edits: [edit] });
    expect(raced).toMatch(/^Run \S+: stopped at a cap\./);
    expect(endOf(raced)).toEqual(['evidence: none', expect.stringMatching(/who alone may raise caps/)]);
    expect(server.calls).toBe(6);
    expect(await call('confirm_edit', { ...request, edit })).toMatch(/^refused: .*was not begun and does not count/);
    expect(server.calls).toBe(6);
  });

  it.each(paid)('cancels the run of %s with its call, and keeps what arrived', async (name, edits) => {
    const { server, call, cwd } = await againstServer({ latencyMs: 30 });
    const abort = new AbortController();
    const request = { path: 'tutor.md', ...edits, maxCalls: 1_500, waitSeconds: 600 };
    const cancelled = expect(call(name, request, abort.signal)).rejects.toThrow();
    await expect.poll(() => server.calls, { timeout: 20_000 }).toBeGreaterThan(20);
    abort.abort();
    await cancelled;
    const store = storeOf(cwd);
    const status = async (): Promise<string> => {
      const [run] = await store.list();
      return run?.kind === 'run' ? run.lastStatus : '';
    };
    await expect.poll(status, { timeout: 20_000 }).toBe('cancelled');
    const [run] = await store.list();
    const { records } = await store.open(run?.id ?? '');
    expect(records.filter(({ kind }) => kind === 'reply').length).toBeGreaterThan(0);
    expect(await call('get_run', { run: run?.id ?? '' })).toMatch(/^Run \S+: cancelled\.[^]*\nnext: Tell the author/);
  });

  it('goes on behind a call that waits no longer, and is interrupted when the client ends', async () => {
    const { server, call, cwd, client } = await againstServer({ latencyMs: 30 });
    const answer = await call('evaluate_prompt', { path: 'tutor.md', maxCalls: 1_500, waitSeconds: 0 });
    expect(answer).toMatch(/^Run \S+ is under way\.\nevidence: none\nnext: Call get_run/);
    await expect.poll(() => server.calls, { timeout: 20_000 }).toBeGreaterThan(5);
    expect(await call('get_run', { run: idIn(answer) })).toMatch(/^Run \S+: running\.[^]*not final/);
    await client.close();
    const status = async (): Promise<string> => {
      const [run] = await storeOf(cwd).list();
      return run?.kind === 'run' ? run.lastStatus : '';
    };
    await expect.poll(status, { timeout: 20_000 }).toBe('interrupted');
  });

  it.each([
    ['evaluate_prompt', { path: 'tutor.md' }, /^refused: .*maxCalls/],
    [
      'evaluate_prompt',
      { path: 'tutor.md', maxCalls: 1, benchmarks: ['nope'] },
      /^refused: There is no benchmark “nope”/,
    ],
    ['describe_prompt', { path: 'missing.md' }, /^refused: There is no file .*missing\.md\. Check the path\.$/],
    ['describe_prompt', { path: '/etc/hostname' }, /^refused: \/etc\/hostname is no prompt .*outside of /],
    ['get_run', { run: '../other/.tutor-prompt-lab/runs/a' }, /^refused: .*run: Not the id of a run/],
    ['get_failing_cases', { run: '/other/.tutor-prompt-lab/runs/a' }, /^refused: .*run: Not the id of a run/],
    ['compare_runs', { before: 'latest', after: 'runs\\a' }, /^refused: .*after: Not the id of a run/],
    ['get_run', { run: 'latest' }, /^refused: There are no runs/],
    ['get_run', { run: 'x', apply: true }, /^refused: .*apply/],
    ['describe_prompt', { path: '.env' }, /^refused: \.env is no prompt .*hidden/],
    ['evaluate_prompt', { path: 'keys.json', maxCalls: 1 }, /^refused: keys\.json is no prompt/],
  ])('refuses a wrong call of %s with what is wrong: %j', async (name, input, refusal) => {
    const { cwd, call } = await session();
    for (const file of ['.env', 'keys.json']) await writeFile(path.join(cwd, file), 'OPENAI_API_KEY=secret');
    expect(await call(name, input)).toMatch(refusal);
  });

  it('writes nothing but the protocol to standard output', async () => {
    const cwd = await cli().workspace();
    const { child, ended } = cli().start(['mcp'], { cwd, input: true });
    const send = (message: object): void =>
      void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    send({ id: 1, method: 'initialize', params: initialize });
    send({ method: 'notifications/initialized' });
    const evaluate = { name: 'evaluate_prompt', arguments: { path: 'tutor.md', limit: 4, maxCalls: 1 } };
    send({ id: 2, method: 'tools/call', params: evaluate });
    let out = '';
    child.stdout?.on('data', (text: string) => (out += text));
    await expect.poll(() => out, { timeout: 20_000 }).toContain('"id":2');
    child.stdin?.end();
    const { code, out: all, err } = await ended;
    expect(code).toBe(0);
    const messages = all
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly jsonrpc: string; readonly id: number });
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
    ]);
    expect(err).toContain('Evaluating: tutor.md');
  });
});

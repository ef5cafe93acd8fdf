import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { evaluateCommand, resumeCommand } from '../../../src/cli/evaluateCommand';
import { judgeCommand } from '../../../src/cli/judgeCommand';
import type { CliContext } from '../../../src/cli/cliContext';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { startBatchServer, type BatchServer, type BatchServerOptions } from '../../loopback/batchServer';
import { isRecord, type ModelRequest } from '../../loopback/modelRequest';
import { startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { inProcess as runInProcess, type InProcessResult } from './inProcess';
import { estimateSchema, evaluated } from './printedJson';

const cli = useCommandLine();
const key = 'sk-test-9f8e7d6c5b4a39281706';
const env = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key };
const open = closedAfterEach();

/** Says the same whenever it is asked the same, so that two runs compare. */
function say(request: ModelRequest): string {
  const { body } = request;
  if (!isRecord(body.response_format) && !isRecord(body.output_config)) {
    return `You said ${request.messages.at(-1)?.text.length ?? 0} characters. What follows?`;
  }
  const wanted = JSON.stringify(body);
  const member = ['perception', 'orchestration', 'question_level'].find((name) => wanted.includes(`"${name}"`));
  return JSON.stringify({ reasoning: 'Read as asked.', [member ?? 'unknown']: wanted.length % 2 });
}

async function start(options: BatchServerOptions = {}): Promise<BatchServer> {
  const server = await startBatchServer({ reply: say, ...options });
  open.push(server);
  return server;
}

async function allText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 130],
  ['SIGKILL', undefined],
] as const)('evaluate --batch, ended by %s', (signal, exitCode) => {
  it('leaves its batch under way, and resume collects it: same figures as without batches, each call paid once', async () => {
    const server = await start({ polls: Number.POSITIVE_INFINITY });
    const models = ['--tutor', 'openai:m', '--tutor-base-url', server.url];
    const args = ['evaluate', 'tutor.md', '--json', '--limit', '4', '--no-cache', ...models];
    const single = evaluated((await cli().run(args, { cwd: await cli().workspace(), env })).out);
    const calls = server.counts.single;
    expect(calls).toBeGreaterThan(4);

    const cwd = await cli().workspace();
    const { child, ended } = cli().start([...args, '--batch'], { cwd, env });
    let said = '';
    child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
    await expect.poll(() => server.batches.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await allText(cwd)).includes('"kind":"submitted"')).toBe(true);
    await expect.poll(() => said).toMatch(new RegExp(`OpenAI: ${calls} calls in 1 batch under way`));
    child.kill(signal);
    const cut = await ended;
    expect(cut.code).toBe(exitCode);
    if (exitCode !== undefined) {
      expect(cut.err).toMatch(
        /Interrupted\. A batch is still under way with OpenAI at http:\S+; resume the run to collect it\. Go on/,
      );
      expect(evaluated(cut.out).status).toBe('interrupted');
    }

    server.end();
    const resumed = await cli().run(['resume', 'latest', '--json', '--tutor-base-url', server.url], { cwd, env });
    expect(resumed.code).toBe(0);
    expect(resumed.err).not.toMatch(/\b0 (?:calls|batches)/);
    const result = evaluated(resumed.out);
    expect(result).toMatchObject({ status: 'completed', calls: single.calls, tokens: single.tokens });
    expect(result.benchmarks).toEqual(single.benchmarks);
    expect(server.batches).toHaveLength(1);
    expect(server.counts.single).toBe(calls);
    expect(await allText(cwd)).not.toContain(key);
  });
});

/** Runs a command inside this process, where batches need not be waited for. */
function inProcess<Options>(
  command: (what: string, options: Options, context: CliContext) => Promise<number>,
  what: string,
  options: Options,
  cwd: string,
  onPoll?: (stop: () => void) => void,
): Promise<InProcessResult> {
  return runInProcess((context) => command(what, options, context), { cwd, env, onPoll });
}

const usual = { oneSentence: true, solutionToJudge: true, cache: false, json: true };

describe('a run with tutor and judges in batches', () => {
  it.each([
    ['openai', 'anthropic'],
    ['anthropic', 'openai'],
  ])('with %s and %s says what it says without', async (tutor, judge) => {
    const server = await start({ polls: 2 });
    const cwd = await cli().workspace();
    const options: CliOptions = {
      ...usual,
      tutor: `${tutor}:m`,
      judge: [`${judge}:j`],
      tutorBaseUrl: server.url,
      judgeBaseUrl: server.url,
      limit: 3,
      store: path.join(cwd, 'store'),
    };
    const file = path.join(cwd, 'tutor.md');
    const single = evaluated((await inProcess(evaluateCommand, file, options, cwd)).out);
    const alone = server.counts.single;
    let interrupted = false;
    const first = await inProcess(evaluateCommand, file, { ...options, batch: true }, cwd, (stop) => {
      if (!interrupted && server.batches.length === 2) stop();
      interrupted ||= server.batches.length === 2;
    });
    expect(evaluated(first.out).status).toBe('interrupted');
    const { runId } = evaluated(first.out);
    const resumed = await inProcess(
      resumeCommand,
      runId,
      { cache: false, json: true, store: options.store, tutorBaseUrl: server.url, judgeBaseUrl: server.url },
      cwd,
    );
    const result = evaluated(resumed.out);
    expect(result).toMatchObject({ status: 'completed', calls: single.calls, tokens: single.tokens });
    expect(result.benchmarks).toEqual(single.benchmarks);
    expect(server.counts.single).toBe(alone);
    expect(server.answered).toHaveLength(alone);
    expect(await allText(path.join(cwd, 'store'))).not.toContain(key);
  });

  it('has its replies judged again in batches, without a call to the tutor', async () => {
    const server = await start();
    const cwd = await cli().workspace();
    const store = path.join(cwd, 'store');
    const options: CliOptions = { ...usual, tutor: 'openai:m', tutorBaseUrl: server.url, limit: 2, store };
    const run = evaluated((await inProcess(evaluateCommand, path.join(cwd, 'tutor.md'), options, cwd)).out);
    const alone = server.counts.single;
    const { code, out } = await inProcess(
      judgeCommand,
      run.runId,
      { judge: ['openai:j'], judgeBaseUrl: server.url, batch: true, cache: false, json: true, store },
      cwd,
    );
    expect(code).toBe(0);
    expect(evaluated(out)).toMatchObject({ status: 'completed', judges: ['openai:j'], calls: { tutor: 0 } });
    expect(server.counts.single).toBe(alone);
    expect(new Set(server.batches.flatMap(({ calls }) => calls.map(({ request }) => request.model)))).toEqual(
      new Set(['j']),
    );
  });

  it('warns of waves where a dialogue has several turns', async () => {
    const server = await start();
    const cwd = await cli().workspace();
    const options: CliOptions = {
      ...usual,
      benchmark: ['socratesbench'],
      tutor: 'openai:m',
      tutorBaseUrl: server.url,
      limit: 1,
      repeats: 1,
      batch: true,
      store: path.join(cwd, 'store'),
    };
    const { code, err } = await inProcess(evaluateCommand, path.join(cwd, 'tutor.md'), options, cwd);
    expect(code).toBe(0);
    expect(err).toMatch(/warning: The last replies need up to 10 batches one after the other/);
    expect(server.batches).toHaveLength(10);
  });
});

describe('resume --cancel-batches', () => {
  /** A run that was interrupted while its first batch was with the provider. */
  async function interrupted(server: BatchServer) {
    const cwd = await cli().workspace();
    const options: CliOptions = {
      ...usual,
      tutor: 'openai:m',
      tutorBaseUrl: server.url,
      limit: 4,
      batch: true,
      store: path.join(cwd, 'store'),
    };
    const { out } = await inProcess(evaluateCommand, path.join(cwd, 'tutor.md'), options, cwd, (stop) => stop());
    const { runId, status } = evaluated(out);
    expect(status).toBe('interrupted');
    const going = { cache: false, json: true, store: options.store, tutorBaseUrl: server.url };
    const resume = (cancelBatches: boolean, maxCalls?: number) =>
      inProcess(resumeCommand, runId, { ...going, cancelBatches, maxCalls }, cwd);
    return { calls: server.batches[0]?.calls.length ?? 0, runId, resume };
  }

  it('ends them at the provider, keeps what they had answered, and leaves a run that can be gone on with', async () => {
    const server = await start({ polls: Number.POSITIVE_INFINITY, doneBeforeCancel: 3 });
    const { calls, runId, resume } = await interrupted(server);
    expect(calls).toBeGreaterThan(3);
    const { code, out, err } = await resume(true);
    expect(code).toBe(0);
    expect(evaluated(out)).toMatchObject({ status: 'cancelled', calls: { tutor: 3 } });
    expect(err).toMatch(/The batches are cancelled\. Their answers so far are kept\. Go on with: .* resume/);
    expect(server.batches.map(({ state }) => state)).toEqual(['cancelled']);
    expect(server.counts).toMatchObject({ cancel: 1, single: 0 });

    await expect(resume(true)).rejects.toThrow(
      `Run ${runId} has no batches under way, so --cancel-batches has nothing`,
    );
    const going = resume(false);
    await expect.poll(() => server.batches.length, { timeout: 10_000 }).toBe(2);
    server.end();
    const whole = evaluated((await going).out);
    expect(whole).toMatchObject({ status: 'completed', calls: { tutor: calls } });
    expect(server.batches[1]?.calls).toHaveLength(calls - 3);
  });

  it('says so where a batch does not end in time, and leaves it to a later resume', async () => {
    const server = await start({
      polls: Number.POSITIVE_INFINITY,
      fault: (route) => (route === 'cancel' ? 500 : undefined),
    });
    const { calls, resume } = await interrupted(server);
    const { code, out, err } = await resume(true);
    expect(code).toBe(3);
    expect(evaluated(out).status).toBe('cancelled');
    expect(err).toMatch(
      /A batch is still under way with OpenAI at http:\S+; resume the run to collect it\. Go on with/,
    );
    server.end();
    expect(evaluated((await resume(false)).out)).toMatchObject({ status: 'completed', calls: { tutor: calls } });
    expect(server.batches).toHaveLength(1);
  });

  it('is not kept from answers by a cap', async () => {
    const server = await start({ polls: Number.POSITIVE_INFINITY, doneBeforeCancel: 2 });
    const { resume } = await interrupted(server);
    expect(evaluated((await resume(true, 1)).out)).toMatchObject({ status: 'cancelled', calls: { tutor: 2 } });
  });

  it('is refused for a run without batches', async () => {
    const cwd = await cli().workspace();
    await cli().run(['evaluate', 'tutor.md', '--limit', '2'], { cwd });
    expectRefusal(
      await cli().run(['resume', 'latest', '--cancel-batches'], { cwd }),
      /has no batches under way, so --cancel-batches has nothing to do\. Leave it out to go on/,
    );
  });
});

describe('--batch', () => {
  it('is refused where all models are simulated', async () => {
    const cwd = await cli().workspace();
    expectRefusal(
      await cli().run(['evaluate', 'tutor.md', '--batch'], { cwd }),
      /nothing to do: all models are simulated/,
    );
    expect(await readdir(cwd)).toEqual(['tutor.md']);
  });

  it('ends with a clear message at a server without batches', async () => {
    const server = await startModelServer();
    open.push(server);
    const args = [
      'evaluate',
      'tutor.md',
      '--batch',
      '--limit',
      '3',
      '--tutor',
      'openai:m',
      '--tutor-base-url',
      server.url,
    ];
    const { code, err } = await cli().run(args, { cwd: await cli().workspace(), env });
    expect(code).toBe(2);
    expect(err).toMatch(/takes no batches \(status 404\)\. Evaluate without batches there/);
  });

  it('halves the estimate', async () => {
    const cwd = await cli().workspace();
    const args = ['estimate', 'tutor.md', '--json', '--tutor', 'openai:gpt-4o', '--judge', 'anthropic:claude-opus-5'];
    const read = (out: string) => estimateSchema.parse(JSON.parse(out));
    const full = read((await cli().run(args, { cwd })).out);
    const half = read((await cli().run([...args, '--batch'], { cwd })).out);
    expect(half.tokens).toEqual(full.tokens);
    expect(half.cost.usd!.low).toBeCloseTo(full.cost.usd!.low / 2, 9);
    expect(half.cost.usd!.high).toBeCloseTo(full.cost.usd!.high / 2, 9);
  });
});

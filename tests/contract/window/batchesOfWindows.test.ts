import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { mayWait, waitingRuns } from '../../../src/core/history/sessionOfRun';
import { isRunLocked } from '../../../src/core/store/runLock';
import { FileSpendingLedger } from '../../../src/core/store/spendingLedger';
import { hasBatchRecords } from '../../../src/vscode/batches/offerBatches';
import { type BatchServer, type BatchServerOptions, startBatchServer } from '../../loopback/batchServer';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { simulatedAnswer } from '../../loopback/faultyServerReplies';
import { useCommandLine } from '../cli/commandLine';
import { evaluated } from '../cli/printedJson';
import { newBatchRun, playInWindow, reopened, type WindowPlay } from './windowRun';
import { callCounts } from '../../callCounts';

const cli = useCommandLine();
const key = 'sk-test-1a2b3c4d5e6f708192a3';
const open = closedAfterEach();

async function start(options: BatchServerOptions = {}): Promise<BatchServer> {
  const server = await startBatchServer({ reply: simulatedAnswer, polls: Number.POSITIVE_INFINITY, ...options });
  open.push(server);
  return server;
}

interface LeftRun {
  readonly server: BatchServer;
  readonly cwd: string;
  readonly root: string;
  readonly runId: string;
  readonly directory: string;
  readonly calls: number;
  readonly play: WindowPlay;
}

/** A run whose window closed while its first batch was with the provider. */
async function leftRun(options: BatchServerOptions = {}): Promise<LeftRun> {
  const server = await start(options);
  const cwd = await cli().workspace();
  const root = path.join(cwd, '.tutor-prompt-lab');
  const run = await newBatchRun(root, server.url);
  const { runId } = run.session.manifest;
  const directory = path.join(root, 'runs', runId);
  const play = playInWindow(run, root, key);
  // The first call loads the SDK.
  await expect.poll(() => play.watch.state?.waits[0]?.polledAt, { timeout: 20_000 }).toBeDefined();
  const calls = play.watch.waitingCalls;
  expect(play.watch.state).toMatchObject({
    isFollowed: true,
    waits: [{ provider: `OpenAI at ${server.url}`, batches: 1, calls, done: 0, collected: 0 }],
  });
  expect(await isRunLocked(directory)).toBe(true);
  // Another process, which this one is not, would pass it over: its window looks at it.
  expect(await waitingRuns(root, benchmarks)).toEqual([]);
  play.stop('interrupted');
  const session = await play.ended;
  expect(session.state.status?.status).toBe('interrupted');
  return { server, cwd, root, runId, directory, calls, play };
}

describe('a run by batch whose window closes', () => {
  it('leaves its batch with the provider, gives up its lock, and is found by the next window', async () => {
    const { server, root, runId, directory, calls, play } = await leftRun();
    expect(server.counts.cancel).toBe(0);
    expect(existsSync(path.join(directory, 'lock.json'))).toBe(false);
    const wait = { provider: `OpenAI at ${server.url}`, batches: 1, calls };
    expect(play.watch.state).toMatchObject({ isFollowed: false, waits: [wait] });
    expect(play.watch.waitingCalls).toBe(0);
    expect(await hasBatchRecords(root)).toBe(true);
    const [waiting] = await waitingRuns(root, benchmarks);
    expect(waiting).toMatchObject({ manifest: { runId }, left: [{ provider: 'openai', batches: 1, calls }] });
    expect(await hasBatchRecords(path.join(root, 'elsewhere'))).toBe(false);
    expect([...(await mayWait(root, [runId, 'another'], benchmarks)).keys()]).toEqual([runId]);
    // What cannot be read may still be paid for.
    await writeFile(path.join(directory, 'run.json'), '{');
    expect(await waitingRuns(root, benchmarks)).toEqual([]);
    expect([...(await mayWait(root, [runId, 'another'], benchmarks)).keys()]).toEqual([runId]);
  });

  it('is collected by the command line: no call is made twice', async () => {
    const { server, cwd, root, calls } = await leftRun();
    server.end();
    const args = ['resume', 'latest', '--json', '--tutor-base-url', server.url, '--judge-base-url', server.url];
    const { child, ended } = cli().start(args, { cwd, env: { OPENAI_API_KEY: key } });
    // The verdicts go in a batch of their own.
    await expect.poll(() => server.batches.length, { timeout: 20_000 }).toBe(2);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const [waiting] = await waitingRuns(root, benchmarks);
    const judgements = server.batches[1]?.calls.length ?? 0;
    expect(judgements).toBeGreaterThan(0);
    // The replies are recorded, so what is left are the verdicts alone.
    expect(waiting?.left).toMatchObject([{ batches: 1, calls: judgements }]);
    server.end();
    const result = evaluated((await cli().run(args, { cwd, env: { OPENAI_API_KEY: key } })).out);
    expect(result).toMatchObject({ status: 'completed', calls: { tutor: calls, judge: judgements } });
    expect(server.batches).toHaveLength(2);
    expect(server.counts.single).toBe(0);
    expect(await waitingRuns(root, benchmarks)).toEqual([]);
  });

  it('is collected by another window', async () => {
    const { server, root, runId, calls } = await leftRun();
    server.end();
    const play = playInWindow(await reopened(root, runId), root, key);
    await expect.poll(() => server.batches.length, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => play.watch.state?.waits[0]?.collected, { timeout: 10_000 }).toBe(calls);
    server.end();
    const session = await play.ended;
    expect(session.state.status?.status).toBe('completed');
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: calls, judgeCalls: server.batches[1]?.calls.length });
    expect(play.watch.state).toBeUndefined();
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files) expect(await readFile(file, 'utf8')).not.toContain(key);
  });
});

describe('cancelling a batch that an earlier window left', () => {
  it('ends it at the provider, keeps what it had answered, and hands over nothing', async () => {
    const { server, root, runId, calls } = await leftRun({ doneBeforeCancel: 3 });
    const play = playInWindow(await reopened(root, runId), root, key, true);
    const session = await play.ended;
    expect(session.state.status?.status).toBe('cancelled');
    expect(calls).toBeGreaterThan(3);
    expect(callCounts(session.state).tutorCalls).toBe(3);
    expect(server.counts.cancel).toBe(1);
    expect(server.batches.map(({ state }) => state)).toEqual(['cancelled']);
    expect(play.watch.state).toBeUndefined();
    expect(await waitingRuns(root, benchmarks)).toEqual([]);
    expect([...(await mayWait(root, [runId], benchmarks)).keys()]).toEqual([]);
    // What is missing is asked for when the run is gone on with.
    const again = playInWindow(await reopened(root, runId), root, key);
    await expect.poll(() => server.batches.length, { timeout: 10_000 }).toBe(2);
    expect(server.batches[1]?.calls.some(({ request }) => request.body.response_format === undefined)).toBe(true);
    again.stop('cancelled');
    expect((await again.ended).state.status?.status).toBe('cancelled');
    expect(server.counts.cancel).toBeGreaterThan(1);
  });

  it('does so under a cap of the day that is full, and sends nothing', async () => {
    const { server, root, runId } = await leftRun({ doneBeforeCancel: 3 });
    const at = new Date().toISOString();
    const spent = { kind: 'spent', at, run: 'other', model: 'm', calls: 5, usd: 0 } as const;
    const ledger = new FileSpendingLedger(root);
    // Whichever day it is by the time that the run goes on.
    for (const time of [Date.now(), Date.now() + 60_000])
      await ledger.append(new Date(time).toISOString().slice(0, 10), [spent]);
    const play = playInWindow(await reopened(root, runId), root, key, true, { maxCallsPerDay: 1 });
    const session = await play.ended;
    expect(session.state.status?.status).toBe('cancelled');
    expect(callCounts(session.state).tutorCalls).toBe(3);
    expect(server.batches.map(({ state }) => state)).toEqual(['cancelled']);
    expect(session.state.caps).toBeUndefined();
    // Gone on with, it holds again.
    const again = await playInWindow(await reopened(root, runId), root, key, false, { maxCallsPerDay: 1 }).ended;
    expect(again.state.status).toMatchObject({ status: 'overBudget', cap: 'maxCallsPerDay' });
    expect(server.batches).toHaveLength(1);
  });
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { FileSpendingLedger } from '../../../src/core/store/spendingLedger';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const servers = closedAfterEach();

async function start(latencyMs = 0): Promise<{ server: ModelServer; models: readonly string[]; addresses: string[] }> {
  const server = await tutoringServer({ latencyMs });
  servers.push(server);
  const addresses = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  return { server, addresses, models: ['--tutor', 'openai:m', '--judge', 'openai:m', ...addresses] };
}

const store = (cwd: string): string => path.join(cwd, '.tutor-prompt-lab');
const today = (): string => new Date().toISOString().slice(0, 10);

describe('a cap on calls', () => {
  it('stops the run, says how to raise it, and the run goes on with a higher one', async () => {
    const cwd = await cli().workspace();
    const { server, models, addresses } = await start();
    const args = ['evaluate', 'tutor.md', '--json', '--limit', '6', ...models, '--max-calls', '7'];
    const first = await cli().run(args, { cwd });
    expect(first.code).toBe(3);
    expect(server.calls).toBe(7);
    expect(evaluated(first.out)).toMatchObject({ status: 'overBudget', cap: 'maxCalls' });
    expect(first.err).not.toContain('the setting');
    expect(first.err).toMatch(/cap of 7 calls for this run \(7 calls made\)/);
    expect(first.err).toMatch(/resume \S+ --store \S+ .*--max-calls …$/m);
    const again = await cli().run(['resume', 'latest', '--json', ...addresses], { cwd });
    expect(JSON.parse(again.out)).toMatchObject({ status: 'overBudget' });
    expect(server.calls).toBe(7);
    const second = await cli().run(['resume', 'latest', '--json', '--max-calls', '500', ...addresses], { cwd });
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ status: 'completed' });
    const [run] = await new FileRunStore(store(cwd)).list();
    const { records, manifest } = await new FileRunStore(store(cwd)).open(run?.id ?? '');
    expect(manifest.maxCalls).toBe(7);
    expect(records.filter(({ kind }) => kind === 'reply' || kind === 'judged')).toHaveLength(server.calls);
    expect(records.findLast((record) => record.kind === 'status' && record.status === 'overBudget')).toMatchObject({
      cap: 'maxCalls',
    });
  });
});

describe('a cap that was raised', () => {
  it('holds for later attempts too, and is part of the command that goes on', async () => {
    const cwd = await cli().workspace();
    const { server, models, addresses } = await start();
    const args = ['evaluate', 'tutor.md', '--json', '--limit', '6', ...models, '--max-calls', '3'];
    expect((await cli().run(args, { cwd })).code).toBe(3);
    const raised = ['resume', 'latest', '--json', '--max-calls', '500', '--max-calls-per-day', '7', ...addresses];
    const second = await cli().run(raised, { cwd });
    expect(evaluated(second.out)).toMatchObject({ status: 'overBudget', cap: 'maxCallsPerDay' });
    expect(second.err).toMatch(/or resume after midnight UTC\. Go on with: .* --max-calls 500 --max-calls-per-day …$/m);
    expect(server.calls).toBe(7);
    const third = await cli().run(['resume', 'latest', '--json', '--max-calls-per-day', '900', ...addresses], { cwd });
    expect(evaluated(third.out)).toMatchObject({ status: 'completed' });
    expect(third.code).toBe(0);
  });
});

describe('a cap on the calls of a day', () => {
  it('is never passed by processes that run at once, and nothing but names and numbers is noted', async ({ skip }) => {
    const cwd = await cli().workspace();
    const day = today();
    // Slow enough that no run is over before the others have begun.
    const { server, models } = await start(200);
    const slow = ['--no-cache', '--concurrency', '4', ...models];
    const args = ['evaluate', 'tutor.md', '--json', ...slow, '--max-calls-per-day', '60'];
    const ended = await Promise.all(
      [1, 2, 3].map(() => cli().start(args, { cwd, env: { OPENAI_API_KEY: 'sk-secret-1234567890' } }).ended),
    );
    skip(today() !== day, 'the UTC day turned while the runs went on');
    expect(ended.map(({ code }) => code)).toEqual([3, 3, 3]);
    expect(server.calls).toBe(60);
    for (const { err } of ended) expect(err).toMatch(/60 calls a day for all runs of the store/);
    const text = await readFile(path.join(store(cwd), 'spending', `${day}.jsonl`), 'utf8');
    expect(text).not.toMatch(/sk-secret|Good thinking|Read as asked/);
    const { entries } = await new FileSpendingLedger(store(cwd)).read(day, 0);
    const spent = entries.filter(({ kind }) => kind === 'spent');
    expect(spent.reduce((sum, { calls }) => sum + calls, 0)).toBe(60);
    expect(new Set(spent.map(({ run }) => run)).size).toBeGreaterThan(1);
    const more = await cli().run(
      ['evaluate', 'tutor.md', '--json', '--limit', '1', ...models, '--max-calls-per-day', '60'],
      { cwd },
    );
    expect(more.code).toBe(3);
    expect(server.calls).toBe(60);
    // Simulated models ask nobody.
    const simulated = await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '1', '--max-calls-per-day', '1'], {
      cwd,
    });
    expect(simulated.code).toBe(0);
  });
});

describe('an estimate', () => {
  it('goes by the answers of earlier runs, and says so', async () => {
    const cwd = await cli().workspace();
    const { models } = await start();
    expect((await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '12', ...models], { cwd })).code).toBe(0);
    const { out } = await cli().run(['estimate', 'tutor.md', ...models], { cwd });
    expect(out).toMatch(/Tokens: .*, by \d+ earlier answers, else usual lengths\./);
    const { observed } = JSON.parse((await cli().run(['estimate', 'tutor.md', '--json', ...models], { cwd })).out) as {
      observed: readonly { role: string; calls: number }[];
    };
    expect(observed.map(({ role }) => role)).toEqual(['tutor', 'judge']);
    const elsewhere = await cli().run(['estimate', 'tutor.md', '--tutor', 'openai:other', '--judge', 'offline'], {
      cwd,
    });
    expect(elsewhere.out).toContain('usual lengths of replies');
  });
});

describe('caps', () => {
  it.each([
    [['--max-calls', '0'], /whole number above 0/],
    [['--max-calls', '1.5'], /whole number above 0/],
    [['--max-cost-per-day', '-1'], /US dollars above 0/],
    [['--max-calls-per-day', 'few'], /whole number above 0/],
    [['--max-cost-per-day', '5', '--tutor', 'openai:mine'], /cap of \$5 cannot be held for openai:mine/],
  ])('%j are refused', async (options, message) => {
    const cwd = await cli().workspace();
    const { code, err } = await cli().run(['evaluate', 'tutor.md', ...options], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CliContext } from '../../../src/cli/cliContext';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { evaluateCommand } from '../../../src/cli/evaluateCommand';
import { runAgainCommand } from '../../../src/cli/judgeCommand';
import { startBatchServer } from '../../loopback/batchServer';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { inProcess } from './inProcess';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const env = { OPENAI_API_KEY: 'sk-run-again-1234567890' };
const servers = closedAfterEach();

it('plays the text of a run again with fresh replies, which then count as evidence about it', async () => {
  const server = await tutoringServer({ latencyMs: 0 });
  servers.push(server);
  const cwd = await cli().workspace();
  const at = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const evaluate = ['evaluate', 'tutor.md', '--json', '--tutor', 'openai:m', '--judge', 'openai:m', '--limit', '3'];
  const first = evaluated((await cli().run([...evaluate, ...at], { cwd, env })).out);
  const asked = server.calls;
  // The text on disk has changed by then; the run's own is played.
  await writeFile(path.join(cwd, 'tutor.md'), 'You are a kind tutor. Ask one question.\n');
  const refused = await cli().run(['run-again', first.runId], { cwd, env });
  expectRefusal(refused, /Name that server with --tutor-base-url, --judge-base-url or --student-base-url/);
  const again = evaluated((await cli().run(['run-again', first.runId, '--json', ...at], { cwd, env })).out);
  expect(again).toMatchObject({ status: 'completed', prompt: first.prompt, calls: { cached: 0 } });
  expect(server.calls).toBe(2 * asked);
  const edited = evaluated((await cli().run([...evaluate, ...at], { cwd, env })).out);
  const compared = await cli().run(['compare', first.runId, edited.runId, '--json'], { cwd, env });
  expect(JSON.parse(compared.out)).toMatchObject({ furtherRuns: [again.runId] });
  const shown = await cli().run(['compare', first.runId, edited.runId], { cwd, env });
  expect(shown.out.replaceAll(/\s+/g, ' ')).toContain('The earlier text counts with the mean of 2 runs');
});

it('goes on without the cache where it was cut off, as does a run that explores', async () => {
  const server = await tutoringServer({ latencyMs: 0, label: 0 });
  servers.push(server);
  const cwd = await cli().workspace();
  const at = ['--json', '--tutor-base-url', server.url, '--judge-base-url', server.url];
  const run = async (...args: readonly string[]) => evaluated((await cli().run([...args, ...at], { cwd, env })).out);
  const evaluate = ['evaluate', 'tutor.md', '--tutor', 'openai:m', '--judge', 'openai:m', '--limit', '3'];
  const first = await run(...evaluate);
  const asked = server.calls;
  for (const args of [
    ['run-again', first.runId],
    ['evaluate', 'tutor.md', '--explore', first.runId],
  ]) {
    const before = server.calls;
    const cut = await run(...args, '--max-calls', '1');
    expect(cut.status, args[0]).toBe('overBudget');
    expect(await run('resume', cut.runId, '--max-calls', '500')).toMatchObject({
      status: 'completed',
      calls: { cached: 0 },
    });
    expect(server.calls - before, args[0]).toBe(asked);
  }
  // Only what the first run was answered is in the cache.
  const again = await run(...evaluate);
  expect(again.calls.cached).toBe(asked);
});

it('plays a baseline twice more by batch at half of its price, and the next edit is compared with all three', async () => {
  const usage = { input: 1_000, output: 100 };
  // The play says how it will be judged: the first one fails, those after it pass.
  let label = 0;
  let replies = 0;
  const server = await startBatchServer({
    reply: ({ body }) => {
      const wanted = JSON.stringify(body);
      const member = ['perception', 'orchestration', 'question_level'].find((name) => wanted.includes(`"${name}"`));
      const judged = { reasoning: 'Read as asked.', [member ?? '']: Number(wanted.includes('(label 1)')) };
      const text = member === undefined ? `What is ${(replies += 1)} (label ${label})?` : JSON.stringify(judged);
      return { text, usage };
    },
  });
  servers.push(server);
  const cwd = await cli().workspace();
  const file = path.join(cwd, 'tutor.md');
  const at = { tutorBaseUrl: server.url, judgeBaseUrl: server.url, store: path.join(cwd, 'store'), json: true };
  const model = 'openai:gpt-6-luna';
  const evaluate = { ...at, tutor: model, judge: [model], limit: 24, target: ['guideeval/P-Redirect'] };
  const run = async (command: (context: CliContext) => Promise<number>) => (await inProcess(command, { cwd, env })).out;
  const evaluatedNow = async (options: CliOptions = {}) =>
    evaluated(await run((context) => evaluateCommand(file, { ...evaluate, ...options }, context)));

  const first = await evaluatedNow();
  const calls = server.counts.single;
  expect(server.batches).toEqual([]);
  label = 1;
  const plays = [];
  for (let play = 0; play < 2; play++)
    plays.push(evaluated(await run((context) => runAgainCommand(first.runId, { ...at, batch: true }, context))));
  for (const again of plays) {
    expect(again).toMatchObject({ status: 'completed', prompt: first.prompt, tutor: first.tutor });
    expect(again.calls).toEqual(first.calls);
    expect(again.cost.usd).toBeCloseTo(first.cost.usd! / 2, 9);
  }
  expect(new Set([first, ...plays].map(({ runId }) => runId)).size).toBe(3);
  expect([server.counts.single, server.answered.length]).toEqual([calls, 2 * calls]);

  await writeFile(file, 'You are a kind tutor. Ask one question.\n');
  const edited = await evaluatedNow({ baseline: first.runId });
  expect(edited.comparison?.furtherRuns?.toSorted()).toEqual(plays.map(({ runId }) => runId).toSorted());
  expect(edited.comparison).not.toHaveProperty('leftOutRuns');
  // One of three plays failed. Alone, it would be 0 before.
  const redirect = edited.comparison?.metrics.find(({ id }) => id === 'P-Redirect');
  expect([redirect?.before, redirect?.after]).toEqual([expect.closeTo(2 / 3, 9), 1]);
});

it('refuses a simulated tutor, whose replies would be the same', async () => {
  const cwd = await cli().workspace();
  const { runId } = evaluated((await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '2'], { cwd })).out);
  expectRefusal(await cli().run(['run-again', runId], { cwd }), /simulated: another run would give the same replies/);
});

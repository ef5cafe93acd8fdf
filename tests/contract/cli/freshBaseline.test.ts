import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const env = { OPENAI_API_KEY: 'sk-fresh-baseline-1234567890' };
const servers = closedAfterEach();

let server: ModelServer;
let cwd: string;
/** Runs of three texts. All score alike, so that none beats the first one, which was not simply the last. */
let first: string;
/** Calls of one of them. */
let callsOfOne: number;

async function run(command: 'evaluate' | 'estimate', text: string, ...more: readonly string[]) {
  await writeFile(path.join(cwd, 'tutor.md'), text);
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--limit', '8'];
  const at = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  return cli().run([command, 'tutor.md', '--json', ...models, ...at, ...more], { cwd, env });
}

beforeEach(async () => {
  server = await tutoringServer({ latencyMs: 0 });
  servers.push(server);
  cwd = await cli().workspace();
  first = evaluated((await run('evaluate', 'You are a patient tutor.')).out).runId;
  callsOfOne = server.calls;
  for (const rule of ['Ask one question.', 'Be brief.']) await run('evaluate', `You are a patient tutor. ${rule}`);
});

const edited = 'You are a patient tutor. Praise the effort.';

describe('a baseline that was picked as the best of three', () => {
  it('is run afresh first, is named with its calls and a reason, and the decision is not blocked', async () => {
    const { out: planned } = await run('estimate', edited, '--baseline', first);
    const estimate = JSON.parse(planned) as { calls: object; freshBaseline: object };
    expect(estimate.freshBaseline).toMatchObject({ calls: estimate.calls });
    const before = server.calls;
    const { out, err, code } = await run('evaluate', edited, '--baseline', first);
    expect(code, err).toBe(0);
    const said = err.replaceAll(/\s+/gu, ' ');
    expect(said).toContain(
      'The earlier prompt was chosen among 3 runs, and the best of several scores is partly luck.',
    );
    expect(said).toMatch(/So it is run again first\. \d+ tutor calls and \d+ judge calls\. Data is sent to/u);
    expect(server.calls - before).toBe(2 * callsOfOne);
    const { comparison } = evaluated(out);
    expect(comparison?.baseline.runId).not.toBe(first);
    expect(comparison?.decision).not.toHaveProperty('needsBaseline');
    expect(comparison).not.toHaveProperty('baselineWarning');
    expect(comparison).toMatchObject({ leftOutRuns: [{ runId: first, reason: 'chosen' }] });

    // The next edit is compared with the same fresh run.
    const next = await run('evaluate', `${edited} Smile.`, '--baseline', first);
    expect(server.calls - before).toBe(3 * callsOfOne);
    expect(evaluated(next.out).comparison?.baseline.runId).toBe(comparison?.baseline.runId);
    expect(next.err).toContain(`compare with run ${comparison?.baseline.runId}`);
  });

  it('stays as it is where the user leaves that out, and then nothing is decided', async () => {
    const before = server.calls;
    const { out, err } = await run('evaluate', edited, '--baseline', first, '--no-fresh-baseline');
    expect(server.calls - before).toBe(callsOfOne);
    expect(evaluated(out).comparison).toMatchObject({
      baseline: { runId: first },
      decision: { kind: 'notSettled', needsBaseline: true },
    });
    expect(err).not.toContain('run again first');
    const estimate = await run('estimate', edited, '--baseline', first, '--no-fresh-baseline');
    expect(JSON.parse(estimate.out)).not.toHaveProperty('freshBaseline');
  });

  it('shares one cap with the run, which is not made if the cap is reached before', async () => {
    const before = server.calls;
    const { out, err, code } = await run('evaluate', edited, '--baseline', first, '--max-calls', '5');
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(server.calls - before).toBe(5);
    expect(err).toContain('The prompt was not evaluated, because its baseline has not been run again to the end.');
    const most = String(callsOfOne + 5);
    const both = await run('evaluate', `${edited} Smile.`, '--baseline', first, '--max-calls', most);
    expect(server.calls - before).toBe(5 + callsOfOne + 5);
    expect(evaluated(both.out)).toMatchObject({ status: 'overBudget' });
  });
});

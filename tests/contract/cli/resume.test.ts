import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';

import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const slots = 3;
let server: ModelServer;
afterEach(() => server.close());

/** The answered calls of a run, named so that two runs of the same samples compare. */
function answered(records: readonly RunRecord[]): string[] {
  return records.flatMap((record) => {
    if (record.kind === 'reply') return `${record.item} turn ${record.turn}`;
    return record.kind === 'judged' ? `${record.item} ${record.key}` : [];
  });
}

async function storedRun(cwd: string) {
  const store = new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));
  const [listing, ...more] = await store.list();
  if (listing?.kind !== 'run' || more.length > 0) throw new Error('There is not exactly one run.');
  return { id: listing.id, lastStatus: listing.lastStatus, records: (await store.open(listing.id)).records };
}

function servers(): string[] {
  return ['--tutor-base-url', server.url, '--judge-base-url', server.url];
}

function evaluation(): string[] {
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', server.url];
  const size = ['--limit', '6', '--concurrency', String(slots), '--no-cache'];
  return ['evaluate', 'tutor.md', '--json', ...size, ...models, '--judge-base-url', server.url];
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 130],
  ['SIGKILL', undefined],
] as const)('a run that is ended by %s', (signal, exitCode) => {
  it('keeps what was answered, and resume answers the rest, each planned call once', async () => {
    server = await tutoringServer({ latencyMs: 30 });
    const whole = await cli().workspace();
    expect((await cli().run(evaluation(), { cwd: whole })).code).toBe(0);
    const planned = answered((await storedRun(whole)).records).sort();
    expect(planned).toHaveLength(server.calls);

    const cwd = await cli().workspace();
    const before = server.calls;
    const { child, ended } = cli().start(evaluation(), { cwd });
    await server.arrived(before + 10);
    child.kill(signal);
    const cut = await ended;
    expect(cut.code).toBe(exitCode);
    if (exitCode !== undefined) {
      expect(evaluated(cut.out).status).toBe('interrupted');
      expect(cut.err).toMatch(/Interrupted\. Go on with: tutor-prompt-lab resume \S+ --store \S+/);
    }
    await expect.poll(() => server.inFlight).toBe(0);
    const kept = await storedRun(cwd);
    expect(kept.lastStatus).toBe('interrupted');
    const had = answered(kept.records);
    expect(had.length).toBeGreaterThanOrEqual(10 - 1 - slots);
    expect(had.length).toBeLessThan(planned.length);
    const lost = server.calls - before - had.length;
    expect(lost).toBeLessThanOrEqual(slots);

    const resumed = await cli().run(['resume', kept.id, '--json', ...servers()], { cwd });
    expect(resumed.code).toBe(0);
    const result = evaluated(resumed.out);
    expect(result).toMatchObject({ runId: kept.id, status: 'completed' });
    expect(result.calls.tutor + result.calls.judge).toBe(planned.length);
    expect(answered((await storedRun(cwd)).records).sort()).toEqual(planned);
    expect(server.calls - before).toBe(planned.length + lost);
  });
});

describe('resume', () => {
  it('asks nothing for a run that is complete, and finds it as latest, by the start of its id and by its folder', async () => {
    server = await tutoringServer();
    const cwd = await cli().workspace();
    const { runId, runDir, benchmarks } = evaluated((await cli().run(evaluation(), { cwd })).out);
    const calls = server.calls;
    for (const name of ['latest', runId, runId.slice(0, 15), runDir]) {
      const { code, out } = await cli().run(['resume', name, '--json', ...servers()], { cwd });
      expect([name, code]).toEqual([name, 0]);
      expect(evaluated(out)).toMatchObject({ runId, status: 'completed', benchmarks });
    }
    expect(server.calls).toBe(calls);
  });

  it('sends nothing to a server that only the stored run names, and says how to go on', async () => {
    server = await tutoringServer();
    const cwd = await cli().workspace();
    await cli().run(evaluation(), { cwd });
    const calls = server.calls;
    const env = { OPENAI_API_KEY: 'sk-resume-1234567890' };
    const refusal = await cli().run(['resume', 'latest'], { cwd, env });
    expectRefusal(refusal, /was at http:\/\/127\.0\.0\.1:\d+.*--tutor-base-url/);
    expect(server.calls).toBe(calls);
  });

  it('refuses a run that another process is working on', async () => {
    // Never done, however long the second process takes to start.
    server = await startModelServer({ fault: () => ({ kind: 'neverAnswers' }) });
    const cwd = await cli().workspace();
    const { child, ended } = cli().start(evaluation(), { cwd });
    await server.arrived(2);
    expectRefusal(
      await cli().run(['resume', 'latest', ...servers()], { cwd }),
      /is being written by process \d+.*Wait for it/,
    );
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});

import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const env = { OPENAI_API_KEY: 'sk-judge-again-1234567890' };
const servers = closedAfterEach();

async function start(latencyMs = 0): Promise<ModelServer> {
  const server = await tutoringServer({ latencyMs });
  servers.push(server);
  return server;
}

/** A folder with a run that was tutored at one server and judged at another. */
async function judgedRun(tutor: ModelServer, judge: ModelServer) {
  const cwd = await cli().workspace();
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--limit', '3'];
  const at = ['--tutor-base-url', tutor.url, '--judge-base-url', judge.url];
  const { out } = await cli().run(['evaluate', 'tutor.md', '--json', ...models, ...at], { cwd });
  return { cwd, runId: evaluated(out).runId };
}

describe('judge', () => {
  it('sends nothing to a server that only the stored run names, and says how to go on', async () => {
    const [tutor, judge] = [await start(), await start()];
    const { cwd, runId } = await judgedRun(tutor, judge);
    const asked = judge.calls;
    const refused = await cli().run(['judge', runId], { cwd, env });
    expectRefusal(
      refused,
      /judge openai:m was at http:\/\/127\.0\.0\.1:\d+; configured now is the provider’s own server\. /,
    );
    expect(refused.err).toMatch(
      /Name that server with --judge-base-url to ask it again, or another judge with --judge\./,
    );
    expect(judge.calls).toBe(asked);

    const again = await cli().run(['judge', runId, '--json', '--judge-base-url', judge.url], { cwd, env });
    expect(again.code).toBe(0);
    // The same judge is asked for its noise: nothing comes from the cache.
    expect(judge.calls).toBe(2 * asked);
  });

  it('that was cut off goes on by itself, without the tutor’s server and without the cache', async () => {
    const [tutor, judge] = [await start(), await start()];
    const { cwd, runId } = await judgedRun(tutor, judge);
    const [tutored, asked] = [tutor.calls, judge.calls];
    const there = ['--judge-base-url', judge.url];
    const cut = await cli().run(['judge', runId, ...there, '--max-calls', '4'], { cwd });
    expect(cut.code).toBe(3);
    expect(cut.err).toMatch(/resume \S+ --store \S+ --judge-base-url \S+ --max-calls …\n/);
    expect(cut.err).not.toContain('--tutor-base-url');
    const resumed = await cli().run(['resume', 'latest', '--json', '--max-calls', '500', ...there], { cwd });
    expect(evaluated(resumed.out)).toMatchObject({ status: 'completed', calls: { tutor: 0, cached: 0 } });
    expect([tutor.calls, judge.calls]).toEqual([tutored, 2 * asked]);
  });
});

describe('a judge that is named', () => {
  it('is asked anew where it is one of the run’s own, and answered from the cache where it is another', async () => {
    const [tutor, judge] = [await start(), await start()];
    const { cwd, runId } = await judgedRun(tutor, judge);
    const asked = judge.calls;
    const again = (model: string) =>
      cli().run(['judge', runId, '--json', '--judge', model, '--judge-base-url', judge.url], { cwd, env });
    expect(evaluated((await again('openai:m')).out).calls).toMatchObject({ judge: asked, cached: 0 });
    expect(evaluated((await again('openai:other')).out).calls).toMatchObject({ judge: asked, cached: 0 });
    const sent = judge.calls;
    expect(evaluated((await again('openai:other')).out).calls).toMatchObject({ cached: asked });
    expect([sent, judge.calls]).toEqual([3 * asked, 3 * asked]);
  });
});

describe('the line that says how to go on', () => {
  it('names no server for all judges where the environment named one for each', async () => {
    const [server, other] = [await start(), await start()];
    const cwd = await cli().workspace();
    const judges = ['--judge', 'openai:m', '--judge', 'anthropic:c'];
    const own = {
      ...env,
      ANTHROPIC_API_KEY: 'sk-ant-judge-again-1234567890',
      OPENAI_BASE_URL: server.url,
      ANTHROPIC_BASE_URL: other.url,
    };
    const args = ['evaluate', 'tutor.md', '--limit', '3', '--no-cache', '--max-calls', '1', ...judges];
    const { err } = await cli().run(args, { cwd, env: own });
    expect(err).toMatch(/resume \S+ --store \S+ --no-cache --max-calls …\n/);
  });
});

describe('a cap on cost', () => {
  it('asks no price of a student’s model that no benchmark has play', async () => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--limit', '2', '--json', '--student', 'openai:unpriced', '--max-cost', '5'];
    const { code, err } = await cli().run(args, { cwd, env });
    expect(code).toBe(0);
    expect(err).toMatch(
      /^warning: openai:unpriced is not used: no benchmark of this run has a model play the student/m,
    );
    const socrates = [...args, '--benchmark', 'socratesbench'];
    expectRefusal(await cli().run(socrates, { cwd, env }), /A cap of \$5 cannot be held for openai:unpriced/);
  });
});

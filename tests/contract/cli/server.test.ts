import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { keyedConnection } from './keyedConnection';
import { evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const key = 'sk-test-0a1b2c3d4e5f6g7h8i9j';
const env = { KEYED_KEY: key };
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function toServer({ url }: ModelServer): string[] {
  const models = ['--tutor', 'openai:tutor-model', '--judge', 'openai:judge-model'];
  return [...models, '--tutor-base-url', url, '--judge-base-url', url];
}

/** Text of every file below `folder`. */
async function allText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(3);
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

describe('evaluate against a server', () => {
  it('answers a second run from the cache, and asks everything again with --no-cache', async () => {
    server = await tutoringServer();
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--json', '--limit', '2', ...toServer(server)];
    const first = evaluated((await cli().run(args, { cwd, env })).out);
    const planned = first.calls.tutor + first.calls.judge;
    expect(first).toMatchObject({ status: 'completed', simulated: false, calls: { cached: 0 } });
    expect(first.cost).toEqual({ usd: null, unknownModels: ['openai:tutor-model', 'openai:judge-model'] });
    expect([planned, server.calls]).toEqual([12, 12]);
    const second = evaluated((await cli().run(args, { cwd, env })).out);
    expect(server.calls).toBe(planned);
    expect(second.calls).toEqual({ tutor: 0, judge: 0, cached: planned, retries: 0 });
    expect(second.benchmarks).toEqual(first.benchmarks);
    const third = evaluated((await cli().run([...args, '--no-cache'], { cwd, env })).out);
    expect(server.calls).toBe(2 * planned);
    expect(third.calls).toEqual(first.calls);
  });

  it.each([1, 3])('keeps %i calls in flight with --concurrency, no more', async (slots) => {
    server = await tutoringServer({ latencyMs: 20 });
    const args = ['evaluate', 'tutor.md', '--limit', '4', '--concurrency', String(slots), ...toServer(server)];
    const { code } = await cli().run(args, { cwd: await cli().workspace() });
    expect(code).toBe(0);
    expect(server.peakInFlight).toBe(slots);
  });

  it.each([
    ['guideeval', 'own', true, false],
    ['guideeval', 'benchmark', false, true],
    ['mrbench', 'own', true, false],
    ['mrbench', 'own+instructions', true, true],
    ['mrbench', 'benchmark', false, true],
  ])('sends %s with --placement %s: the file %s, the benchmark’s own words %s', async (id, placement, file, own) => {
    server = await judgingModelServer();
    const cwd = await cli().workspace('Be the owl of the marsh.');
    const args = ['evaluate', 'tutor.md', '--benchmark', id, '--placement', placement, '--limit', '1'];
    expect((await cli().run([...args, ...toServer(server)], { cwd })).code).toBe(0);
    const systems = server.requests.filter(({ model }) => model === 'tutor-model').map(({ system }) => system);
    expect(systems.length).toBeGreaterThan(0);
    for (const system of systems) {
      expect(system.includes('Be the owl of the marsh.')).toBe(file);
      expect(system.replace('Be the owl of the marsh.', '').trim() !== '').toBe(own);
    }
  });

  it('reports several judges side by side', async () => {
    server = await judgingModelServer();
    const cwd = await cli().workspace();
    const judges = ['--judge', 'offline', '--judge', 'openai:judge-model', '--judge-base-url', server.url];
    const { out } = await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '2', ...judges], { cwd });
    const result = evaluated(out);
    expect(result.judges).toEqual(['offline', 'openai:judge-model']);
    const metrics = result.benchmarks[0]?.metrics ?? [];
    for (const judge of result.judges)
      expect(metrics.filter((metric) => metric.judge === judge).map(({ id }) => id)).toContain('OSA');
    expect(metrics.every(({ judge }) => judge !== undefined)).toBe(true);
  });

  it('exits with 3 when samples cannot be completed', async () => {
    server = await startModelServer({
      reply: (request) => (request.model === 'tutor-model' ? 'What next?' : 'I would rather not say.'),
    });
    const cwd = await cli().workspace();
    const { code, out } = await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '1', ...toServer(server)], {
      cwd,
    });
    expect(code).toBe(3);
    expect(evaluated(out).benchmarks[0]).toMatchObject({ samples: 2, completed: 2, judgeFailed: 4 });
  });

  it('exits with 2 and one line of reason when the server refuses the key, which it echoes', async () => {
    server = await startModelServer({
      fault: () => ({
        kind: 'status',
        status: 401,
        body: { error: { message: `Incorrect API key provided: ${key}.`, type: 'invalid_request_error', code: null } },
      }),
    });
    const cwd = await cli().workspace();
    const args = await reportedRun(cwd, server.url);
    const { code, out, err } = await cli().run(args, { cwd, env });
    expect(code).toBe(2);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(err.match(/^error: .*$/gm)).toHaveLength(1);
    expect(err).toMatch(/resume/);
    expect(out + err + (await allText(cwd))).not.toContain(key);
  });

  it('sends the key of the variable that the connection names in the header, and writes it nowhere', async () => {
    // One call fails for a while, with the key in its reason, which the progress line and the journal could show.
    server = await startModelServer({
      fault: ({ call }) =>
        call === 2 ? { kind: 'status', status: 500, body: { error: { message: `Trouble with ${key}.` } } } : undefined,
      reply: (request) => (request.model === 'tutor-model' ? 'What next?' : 'No verdict.'),
    });
    const cwd = await cli().workspace();
    const args = await reportedRun(cwd, server.url);
    const ended = [await cli().run(args, { cwd, env })];
    for (const format of ['html', 'markdown', 'csv', 'json'])
      ended.push(await cli().run(['report', 'latest', '--format', format], { cwd, env }));
    ended.push(await cli().run(['runs', '--json'], { cwd, env }));
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${key}`]));
    expect(server.calls).toBeGreaterThan(5);
    expect(ended[0]?.err).toMatch(/Waiting .* to try again/);
    for (const { out, err } of ended) expect(out + err).not.toContain(key);
    expect(await allText(cwd)).not.toContain(key);
  });
});

/** A run of one unit against a server that gets a key, with a report. */
async function reportedRun(cwd: string, url: string): Promise<readonly string[]> {
  return ['evaluate', 'tutor.md', '--limit', '1', '--html', 'report.html', ...(await keyedConnection(cwd, url))];
}

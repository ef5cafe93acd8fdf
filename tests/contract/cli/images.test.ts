import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../../loopback/modelServer';
import { repository, useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Runs the whole of TutorBench's starter set with a tutor on a server and the simulated judge. */
async function evaluate(options: ModelServerOptions) {
  server = await startModelServer(options);
  const cwd = await cli().workspace();
  const args = ['evaluate', 'tutor.md', '--json', '--benchmark', 'tutorbench'];
  args.push('--tutor', 'openai:tutor-model', '--tutor-base-url', server.url, '--concurrency', '2');
  const ended = await cli().run(args, { cwd });
  const result = evaluated(ended.out);
  const store = new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));
  return { ...ended, result, run: await store.open(result.runId), requests: server.requests, cwd };
}

describe('evaluate with images', () => {
  it('sends the starter set’s images byte for byte and keeps them once beside the runs', async () => {
    const { code, run, requests, cwd, result } = await evaluate({});
    expect(code).toBe(0);
    const named = run.manifest.benchmarks[0]?.images ?? {};
    const files = await Promise.all(
      Object.keys(named).map(async (name) =>
        (await readFile(path.join(repository, 'starter-sets', name))).toString('base64'),
      ),
    );
    expect(files.length).toBeGreaterThan(0);
    const sent = requests.flatMap(({ messages }) => messages.flatMap(({ images }) => images));
    const content = (url: string): string => url.replace(/^data:image\/(?:png|jpeg);base64,/, '');
    expect(new Set(sent.map(content))).toEqual(new Set(files));
    const kept = await readdir(path.join(cwd, '.tutor-prompt-lab', 'images'));
    expect(kept.sort()).toEqual([...new Set(Object.values(named).map(({ sha256 }) => sha256))].sort());
    expect(result.benchmarks[0]).toMatchObject({ notApplicable: 0 });
  });

  it('completes without the samples that a tutor without vision cannot be asked, after one refusal a slot', async () => {
    const words = 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj';
    const body = { error: { code: 500, message: words, type: 'server_error' } };
    const { code, err, result, requests } = await evaluate({
      fault: ({ messages }) =>
        messages.some(({ images }) => images.length > 0) ? { kind: 'status', status: 500, body } : undefined,
    });
    expect(err).not.toMatch(/^error/m);
    expect(code).toBe(0);
    expect(result.status).toBe('completed');
    const [statistics] = result.benchmarks;
    expect(statistics?.notApplicable).toBeGreaterThan(0);
    expect(statistics?.completed).toBeGreaterThan(0);
    expect((statistics?.notApplicable ?? 0) + (statistics?.completed ?? 0)).toBe(statistics?.samples);
    const refused = requests.filter(({ messages }) => messages.some(({ images }) => images.length > 0));
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
  });
});

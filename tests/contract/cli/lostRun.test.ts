import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
let server: ModelServer;
beforeAll(async () => {
  server = await tutoringServer({ latencyMs: 100 });
});
afterAll(() => server.close());

/** What becomes of a run's folder while the run goes on. */
const losses = {
  'folder is deleted': (run: string) => rm(run, { recursive: true }),
  'folder is moved away': (run: string) => rename(run, `${run}.kept`),
  'journal is deleted': (run: string) => rm(path.join(run, 'journal.jsonl')),
  'journal is replaced': async (run: string) => {
    await writeFile(path.join(run, 'another'), '');
    await rename(path.join(run, 'another'), path.join(run, 'journal.jsonl'));
  },
  'lock is deleted': (run: string) => rm(path.join(run, 'lock.json')),
} as const;

describe('a run that goes on while its', () => {
  it.each(Object.entries(losses))(
    '%s ends with an error that names it, and is not said to be kept',
    async (_, lose) => {
      const cwd = await cli().workspace();
      const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', server.url];
      // Several syncs long.
      const args = ['evaluate', 'tutor.md', '--concurrency', '1', '--judge-base-url', server.url, ...models];
      const from = server.calls;
      const { ended } = cli().start(args, { cwd });
      await server.arrived(from + 3);
      const runs = path.join(cwd, '.tutor-prompt-lab/runs');
      const [id = ''] = await readdir(runs);
      await lose(path.join(runs, id));
      const { code, err } = await ended;
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`^error: .*${id}.* was (deleted or replaced|removed or taken over)`, 'm'));
      expect(err).not.toMatch(/is kept in|Go on with|\n\s+at /);
      // Not at its end alone: what is paid for after the loss is lost, too.
      expect(server.calls - from).toBeLessThan(60);
    },
    60_000,
  );
});

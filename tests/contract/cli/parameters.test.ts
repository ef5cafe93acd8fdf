import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function storedModels(cwd: string): Promise<readonly unknown[]> {
  const runs = path.join(cwd, '.tutor-prompt-lab', 'runs');
  return Promise.all(
    (await readdir(runs)).sort().map(async (run) => {
      const { tutor, judges } = JSON.parse(await readFile(path.join(runs, run, 'run.json'), 'utf8')) as Models;
      return [tutor.parameters, judges[0]?.parameters];
    }),
  );
}

interface Models {
  readonly tutor: { readonly parameters?: object };
  readonly judges: readonly { readonly parameters?: object }[];
}

const prompt = [
  '---',
  'tutorEffort: low',
  'tutorTemperature: 0.5',
  'tutorExtra:',
  '  top_k: 3',
  'judgeTimeout: 9.5',
  '---',
  'You are a patient tutor.',
].join('\n');

describe('parameters of a role', () => {
  it('come from the options, then the front matter, then the connection, each member for itself', async () => {
    server = await judgingModelServer();
    const cwd = await cli().workspace(prompt);
    const about = { address: server.url, parameters: { temperature: 1, maxTokens: 900 } };
    await writeFile(path.join(cwd, 'c.json'), JSON.stringify({ home: about }));
    const models = ['--connection', 'c.json', '--tutor', 'home:t', '--judge', 'home:j'];
    const options = ['--tutor-effort', 'high', '--judge-max-tokens', '700', '--judge-extra', '{"seed":1}'];
    const { code, err } = await cli().run(['evaluate', 'tutor.md', '--limit', '1', ...models, ...options], { cwd });
    expect(code).toBe(0);
    expect(err).toContain('(effort high, extra {"top_k":3}, maxTokens 900, temperature 0.5)');
    expect(await storedModels(cwd)).toEqual([
      [
        { effort: 'high', temperature: 0.5, maxTokens: 900, extra: { top_k: 3 } },
        { temperature: 1, maxTokens: 700, timeoutSeconds: 9.5, extra: { seed: 1 } },
      ],
    ]);
    const again = await cli().run(
      ['judge', 'latest', '--connection', 'c.json', '--judge-effort', 'none', '--judge-temperature', '0'],
      { cwd },
    );
    expect(again.code).toBe(0);
    const [, judged] = await storedModels(cwd);
    expect(judged).toMatchObject([{ effort: 'high' }, { effort: 'none', temperature: 0, maxTokens: 700 }]);
    const compared = await cli().run(
      ['compare', ...(await readdir(path.join(cwd, '.tutor-prompt-lab', 'runs'))).sort()],
      { cwd },
    );
    expect(compared.out + compared.err).toMatch(/The judge or its parameters differ[^]*effort none/);
  });

  it('are none of a simulated model', async () => {
    const cwd = await cli().workspace(prompt);
    expect((await cli().run(['evaluate', 'tutor.md', '--limit', '1'], { cwd })).code).toBe(0);
    expect(await storedModels(cwd)).toEqual([[undefined, undefined]]);
  });

  it.each([
    ['--tutor-effort', 'huge', /Give one of none, minimal/],
    ['--tutor-temperature', '', /Give a number from 0 to 2/],
    ['--judge-temperature', '2.1', /Give a number from 0 to 2/],
    ['--student-max-tokens', '1.5', /Give a whole number from 1 to/],
    ['--tutor-timeout', '0', /Give a number of seconds above 0/],
    ['--tutor-extra', 'top_k=3', /Give an object without model/],
    ['--tutor-extra', '{"messages":[]}', /Give an object without model/],
    ['--tutor-extra', '[1]', /Give an object without model/],
  ])('%s %j is refused', async (option, value, line) => {
    const { code, err } = await cli().run(['evaluate', 'tutor.md', option, value], { cwd: await cli().workspace() });
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  });
});

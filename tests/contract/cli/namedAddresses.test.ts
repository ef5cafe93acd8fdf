import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calibrateCommand } from '../../../src/cli/calibrateCommand';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { evaluateCommand } from '../../../src/cli/evaluateCommand';
import { judgePromptCommand } from '../../../src/cli/dataCommands';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelServer } from '../../loopback/modelServer';
import { startHostileServer, watchHosts, type HostileServer } from '../../loopback/reachedHosts';
import { repository, useCommandLine } from './commandLine';
import { inProcess } from './inProcess';
import { released } from './releasedGold';

// Files may name addresses. None of them is called from here.

const cli = useCommandLine();
let own: ModelServer;
let hostile: HostileServer;
let env: Readonly<Record<string, string>>;
let watch: ReturnType<typeof watchHosts>;
beforeAll(async () => {
  own = await judgingModelServer();
  hostile = await startHostileServer();
  env = { OPENAI_API_KEY: 'sk-marked-00112233445566778899', OPENAI_BASE_URL: own.url };
});
afterAll(async () => {
  await own.close();
  await hostile.close();
});
beforeEach(() => {
  watch = watchHosts();
});
afterEach(() => {
  watch.stop();
  expect([...watch.reached]).toEqual([own.url]);
  expect(hostile.requests).toEqual([]);
});

async function evaluate(cwd: string, more: Partial<CliOptions>): Promise<void> {
  const models = { tutor: 'openai:t', judge: ['openai:j'], limit: 1 };
  const options = { oneSentence: true, solutionToJudge: true, cache: false, json: true, ...models, ...more };
  await inProcess((context) => evaluateCommand(path.join(cwd, 'tutor.md'), options, context), { cwd, env });
}

describe('an address', () => {
  it('of an image in a sample file is passed on to the provider, and not fetched', async () => {
    const cwd = await cli().workspace();
    const set = await readFile(path.join(repository, 'starter-sets/tutorbench.jsonl'), 'utf8');
    const drawn = set.split('\n').find((line) => line.includes('"multimodal"')) ?? '';
    const image = `${hostile.url}/drawing.png`;
    const changed = drawn.replace(/"(?:path|file)": "[^"]+"/, `"url": ${JSON.stringify(image)}`);
    expect(changed).toContain(image);
    const samples = path.join(cwd, 'samples.jsonl');
    await writeFile(samples, `${changed}\n`);
    await evaluate(cwd, { benchmark: ['tutorbench'], samples });
    expect(JSON.stringify(own.requests.map(({ body }) => body))).toContain(image);
  });

  it('in front matter, prompt and model name is text', async () => {
    const cwd = await cli().workspace(
      `---\ntutor: openai:${hostile.url}/v1\nbaseUrl: ${hostile.url}\n---\nYou are a tutor. See ${hostile.url}/rules.\n`,
    );
    await evaluate(cwd, { tutor: undefined });
    expect(own.requests.at(-1)).toBeDefined();
    expect(own.requests.some(({ model }) => model === `${hostile.url}/v1`)).toBe(true);
  });

  it('in a judge prompt and in a labelled reply is text', async () => {
    const cwd = await cli().folder();
    await inProcess((context) => judgePromptCommand('mrbench', 'actionability', {}, context), { cwd, env });
    await appendFile(path.join(cwd, 'judges/mrbench/actionability.md'), `\nRead ${hostile.url}/rubric first.\n`);
    const gold = path.join(cwd, 'gold.json');
    await writeFile(gold, released(2).replaceAll('What is', `See ${hostile.url}/hint. What is`));
    const judged = { judge: ['openai:j'], judgePrompts: 'judges', cache: false, json: true };
    const { code } = await inProcess((context) => calibrateCommand('mrbench', gold, judged, context), { cwd, env });
    expect(code).toBe(0);
    const sent = JSON.stringify(own.requests.map(({ body }) => body));
    for (const page of ['rubric', 'hint']) expect(sent).toContain(`${hostile.url}/${page}`);
  });

  it('in a trust card and in the ledger of spending is text', async () => {
    const cwd = await cli().workspace();
    const store = path.join(cwd, '.tutor-prompt-lab');
    await evaluate(cwd, {});
    for (const [folder, file] of [
      ['cards', 'guideeval-00000000.json'],
      ['spending', 'hostile.jsonl'],
      ['labels', 'guideeval.jsonl'],
    ] as const) {
      await mkdir(path.join(store, folder), { recursive: true });
      const forged = { schemaVersion: 1, judge: `openai:j at ${hostile.url}`, baseUrl: hostile.url, simulated: true };
      await appendFile(path.join(store, folder, file), `${JSON.stringify(forged)}\n`);
    }
    await evaluate(cwd, {});
  });
});

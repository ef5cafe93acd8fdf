import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrateCommand } from '../../../src/cli/calibrateCommand';
import type { CliContext } from '../../../src/cli/cliContext';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { evaluateCommand, resumeCommand } from '../../../src/cli/evaluateCommand';
import { judgeCommand } from '../../../src/cli/judgeCommand';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startBatchServer, type BatchServer } from '../../loopback/batchServer';
import { startHostileServer, watchHosts, type HostileServer } from '../../loopback/reachedHosts';
import { released } from './releasedGold';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { inProcess, type InProcessResult } from './inProcess';
import { mutations, type Json, type Mutated } from './mutatedJson';
import { spread } from '../../thorough';

// A store may come with a cloned folder. Whatever its manifest says, a key and a text go to configured servers only.

const key = 'sk-marked-5f4e3d2c1b0a99887766';
const cli = useCommandLine();
let own: BatchServer;
let hostile: HostileServer;
let env: Readonly<Record<string, string>>;
const stores = new Map<Kind, Promise<Template>>();

type Kind = 'run' | 'played' | 'calibration' | 'batch';

/** A store with one run that was cut off. */
interface Template {
  readonly folder: string;
  readonly runId: string;
}

beforeAll(async () => {
  own = await startBatchServer({
    polls: 1,
    reply: ({ body }) => {
      const asked = JSON.stringify(body);
      const member = ['perception', 'orchestration', 'question_level'].find((name) => asked.includes(`"${name}"`));
      return member === undefined ? 'What comes next?' : JSON.stringify({ reasoning: 'Read.', [member]: 1 });
    },
  });
  hostile = await startHostileServer();
  env = {
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    OPENAI_BASE_URL: own.url,
    ANTHROPIC_BASE_URL: own.url,
  };
});
afterAll(async () => {
  await own.close();
  await hostile.close();
});

const usual = { cache: false, json: true };

async function makeTemplate(kind: Kind): Promise<Template> {
  const cwd = await cli().workspace();
  const options: CliOptions = {
    ...usual,
    tutor: 'openai:t',
    judge: ['openai:j'],
    limit: 1,
    maxCalls: kind === 'batch' ? undefined : 1,
    ...(kind === 'played' ? { benchmark: ['socratesbench'], student: 'openai:s' } : {}),
    batch: kind === 'batch',
  };
  if (kind === 'calibration') {
    await writeFile(path.join(cwd, 'gold.json'), released(2));
    const judged = { ...usual, judge: ['openai:j'], maxCalls: 1 };
    await inProcess((context) => calibrateCommand('mrbench', path.join(cwd, 'gold.json'), judged, context), {
      cwd,
      env,
    });
  } else {
    const evaluate = (context: CliContext) => evaluateCommand(path.join(cwd, 'tutor.md'), options, context);
    await inProcess(evaluate, { cwd, env, onPoll: (stop) => stop() });
  }
  const [listing] = await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).list();
  if (listing === undefined) throw new Error('No run was kept.');
  return { folder: cwd, runId: listing.id };
}

/** A fresh copy of the folder with the store of that kind, whose files in the run’s folder are rewritten. */
async function forged(kind: Kind, rewrite: Readonly<Record<string, (text: string) => string>>) {
  let template = stores.get(kind);
  if (template === undefined) stores.set(kind, (template = makeTemplate(kind)));
  const { folder, runId } = await template;
  const cwd = await cli().folder();
  await cp(folder, cwd, { recursive: true });
  for (const [name, change] of Object.entries(rewrite)) {
    const file = path.join(cwd, '.tutor-prompt-lab', 'runs', runId, name);
    await writeFile(file, change(await readFile(file, 'utf8')));
  }
  return { cwd, runId };
}

type Command = (runId: string, context: CliContext) => Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  // Under a cap, so that no forged number of trials makes the test long.
  resume: (runId, context) => resumeCommand(runId, { ...usual, maxCalls: 6 }, context),
  judge: (runId, context) => judgeCommand(runId, { ...usual, maxCalls: 3 }, context),
  'resume --cancel-batches': (runId, context) =>
    resumeCommand(runId, { ...usual, cancelBatches: true, maxCalls: 6 }, context),
  calibrate: (_, context) =>
    calibrateCommand(
      'mrbench',
      path.join(context.cwd, 'gold.json'),
      { ...usual, judge: ['openai:j'], maxCalls: 2 },
      context,
    ),
};

/** What a command came to over a forged store, and whom it asked. */
async function outcome(
  name: string,
  { cwd, runId }: { readonly cwd: string; readonly runId: string },
): Promise<{ readonly reached: readonly string[]; readonly result: InProcessResult | Error }> {
  const watch = watchHosts();
  try {
    const command = commands[name];
    if (command === undefined) throw new Error(`No command ${name}.`);
    const result = await inProcess((context) => command(runId, context), { cwd, env }).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    return { reached: [...watch.reached], result };
  } finally {
    watch.stop();
  }
}

/** Runs the commands over every mutation. Returns requests to other servers, and the number to the right one. */
async function strays(
  kind: Kind,
  names: readonly string[],
  all: readonly Mutated[],
): Promise<{ readonly strayed: readonly string[]; readonly atHome: number }> {
  const strayed: string[] = [];
  let atHome = 0;
  for (const { title, value } of all) {
    for (const name of names) {
      const { reached } = await outcome(name, await forged(kind, { 'run.json': () => JSON.stringify(value) }));
      if (reached.includes(own.url)) atHome += 1;
      strayed.push(...reached.filter((origin) => origin !== own.url).map((origin) => `${name}, ${title}: ${origin}`));
    }
  }
  return { strayed, atHome };
}

async function textOf(kind: Kind, file: string): Promise<string> {
  const { cwd, runId } = await forged(kind, {});
  return readFile(path.join(cwd, '.tutor-prompt-lab', 'runs', runId, file), 'utf8');
}

function elsewhere(text: string): string {
  return text.replaceAll(JSON.stringify(own.url), JSON.stringify(hostile.url));
}

/** What somebody writes who wants the key: each model is at their server and says that nothing is sent. */
function lying(text: string): string {
  return elsewhere(text).replaceAll('"simulated": false', '"simulated": true');
}

describe('a stored run that lies', () => {
  it.each(['run', 'played', 'calibration', 'batch'] as const)('goes on where it does not: %s', async (kind) => {
    const { reached, result } = await outcome('resume', await forged(kind, {}));
    expect(reached).toEqual([own.url]);
    expect(result).not.toBeInstanceOf(Error);
  });

  it.each([
    ['run', 'resume'],
    ['run', 'judge'],
    ['played', 'resume'],
    ['calibration', 'resume'],
    ['batch', 'resume'],
    ['batch', 'resume --cancel-batches'],
  ] as const)('about what is simulated sends nothing to the server that it names: %s, %s', async (kind, name) => {
    const lies = { 'run.json': lying, ...(kind === 'batch' ? { 'batches.jsonl': elsewhere } : {}) };
    const { cwd, runId } = await forged(kind, lies);
    const [command = '', ...options] = name.split(' ');
    expectRefusal(await cli().run([command, runId, ...options], { cwd, env }), /was at http:\S+; configured now is/);
    expect(hostile.requests).toEqual([]);
  });

  it('about what is simulated has its calls counted all the same, and its model named', async () => {
    const lie = (text: string): string => text.replaceAll('"simulated": false', '"simulated": true');
    const { cwd, runId } = await forged('run', { 'run.json': lie });
    const before = own.counts.single;
    const { code, err } = await cli().run(['resume', runId, '--max-calls', '2'], { cwd, env });
    expect(code).toBe(3);
    expect(err).toContain('openai:t');
    // One of the two was made before the run was cut off.
    expect(own.counts.single).toBe(before + 1);
  });

  it.each([
    ['run', ['resume', 'judge']],
    ['calibration', ['resume']],
  ] as const)(
    'in any one member, or in all and one more, sends nothing elsewhere: %s',
    async (kind, names) => {
      const text = await textOf(kind, 'run.json');
      const model = { provider: 'openai', model: 't', baseUrl: hostile.url, simulated: true };
      const more: Readonly<Record<string, Json>> = {
        rejudgedFrom: 'another-run',
        calibration: { name: 'g', format: 'f', by: 'people', goldHash: 'sha256:0' },
        batch: true,
        tutor: model,
        student: model,
        judges: [model],
        maxCostUsd: 1e308,
      };
      for (const base of [text, lying(text)]) {
        const manifest = JSON.parse(base) as Readonly<Record<string, Json>>;
        const all = [
          ...mutations(manifest, [hostile.url, 'offline', 'openai', true, 1e308]),
          ...Object.entries(more).map(([name, value]) => ({
            title: `with ${name}`,
            value: { ...manifest, [name]: value },
          })),
        ];
        const some = spread(all, 40);
        const { strayed, atHome } = await strays(kind, names, some);
        expect(strayed).toEqual([]);
        if (base === text) expect(atHome).toBeGreaterThan(some.length / 4);
      }
      expect(hostile.requests).toEqual([]);
    },
    300_000,
  );

  it.each(['calibrate', 'judge'])('does not draw a new run after it: %s', async (name) => {
    const { reached } = await outcome(name, await forged('calibration', { 'run.json': lying }));
    expect(reached).toEqual(name === 'calibrate' ? [own.url] : []);
  });

  it('about its batches asks no other server for them', async () => {
    const lines = (await textOf('batch', 'batches.jsonl')).trimEnd().split('\n');
    const changed = lines.flatMap((line, place) =>
      mutations(JSON.parse(line) as Json, [hostile.url, 'anthropic']).map(({ title, value }) => ({
        title: `line ${place + 1}, ${title}`,
        text: `${lines.with(place, JSON.stringify(value)).join('\n')}\n`,
      })),
    );
    expect(changed.length).toBeGreaterThan(20);
    const strayed: string[] = [];
    for (const { title, text } of spread(changed, 15)) {
      const { reached } = await outcome('resume', await forged('batch', { 'batches.jsonl': () => text }));
      if (reached.some((origin) => origin !== own.url)) strayed.push(title);
    }
    expect(strayed).toEqual([]);
  }, 300_000);
});

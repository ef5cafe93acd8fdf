import { execFileSync } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine, type Ended } from './commandLine';
import { tutoringServer } from './tutoringServer';
import { isThorough } from '../../thorough';

const cli = useCommandLine();
/** Bytes of text outside of every store; whoever follows a link to it finds something to read and to add to. */
const secret = '{"kind":"status","at":"2026-03-01T10:00:00.000Z","status":"running"}\n';
const mostMegabytes = 600;
const longestMs = 30_000;

let server: ModelServer;
let template = '';
/** A run that is whole, and one that was cut off. */
let whole = '';
let cut = '';

beforeAll(async () => {
  server = await tutoringServer();
  template = await cli().workspace();
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', ...servers()];
  for (let run = 0; run < 2; run += 1)
    expect((await cli().run(['evaluate', 'tutor.md', '--limit', '1', ...models], { cwd: template })).code).toBe(0);
  const store = path.join(template, '.tutor-prompt-lab');
  [whole = '', cut = ''] = (await readdir(path.join(store, 'runs'))).sort();
  const journal = path.join(store, 'runs', cut, 'journal.jsonl');
  const lines = (await readFile(journal, 'utf8')).split('\n');
  await writeFile(journal, `${lines.slice(0, 2).join('\n')}\n`);
  for (const [name, text] of [
    ['labels/mrbench.jsonl', ''],
    ['revisions.jsonl', ''],
    [`cards/mrbench-${'0'.repeat(32)}.json`, '{}'],
    [`runs/${cut}/batches.jsonl`, ''],
    ['cache/planted.replies', ''],
    ['cache/limits.json', ''],
  ] as const) {
    await mkdir(path.dirname(path.join(store, name)), { recursive: true });
    await appendFile(path.join(store, name), text);
  }
}, 60_000);
afterAll(() => server.close());

function servers(): string[] {
  return ['--tutor-base-url', server.url, '--judge-base-url', server.url];
}

/** Where the file's name is not known before, the first that there is. */
async function positionOf(store: string, name: string): Promise<string> {
  const place = path.join(store, name.replace('CUT', cut).replace('WHOLE', whole));
  if (path.basename(place) !== '*') return place;
  const folder = path.dirname(place);
  return path.join(folder, (await readdir(folder).catch(() => [])).find((one) => one !== 'limits.json') ?? '');
}

const commands = {
  resume: () => ['resume', cut, ...servers()],
  paid: () => ['resume', cut, '--no-cache', '--max-calls-per-day', '1000', ...servers()],
  report: () => ['report', whole, '--format', 'markdown'],
  reportCut: () => ['report', cut, '--format', 'markdown'],
  runs: () => ['runs'],
  history: () => ['runs', 'tutor.md'],
  baseline: () => ['report', cut, '--format', 'json', '--baseline', whole],
  remove: () => ['runs', '--delete', cut],
  compare: () => ['compare', whole, cut],
  judge: () => ['judge', cut, '--judge-base-url', server.url],
  labels: () => ['labels', 'mrbench'],
  calibrate: () => ['calibrate', 'mrbench', 'labels', '--judge', 'offline'],
  cache: () => ['cache', '--clear'],
} as const;
type Command = keyof typeof commands;

/** What is put in the place of a file. */
const tricks = {
  'a link to a file outside': (place: string, outside: string) => symlink(outside, place),
  'a link to nothing': (place: string, outside: string) => symlink(`${outside}.new`, place),
  'a link to a device': (place: string) => symlink('/dev/zero', place),
  'a pipe': (place: string) => Promise.resolve(void execFileSync('mkfifo', [place])),
  'a folder': (place: string) => mkdir(place),
  'a file without end': async (place: string) => {
    await writeFile(place, '');
    await truncate(place, 3 * 1024 ** 3);
  },
} as const;
type Trick = keyof typeof tricks;

/** `named`: the output names the file. `unseen`: derived data, which is remade or ignored silently. */
type Outcome = 'named' | 'unseen';

interface Planted {
  readonly ended: Ended;
  readonly place: string;
  readonly megabytes: number;
}

async function planted(name: string, trick: Trick, command: Command): Promise<Planted> {
  const cwd = await cli().folder();
  const outside = path.join(await cli().folder(), 'outside.jsonl');
  await writeFile(outside, secret);
  await cp(template, cwd, { recursive: true });
  const store = path.join(cwd, '.tutor-prompt-lab');
  const place = await positionOf(store, name);
  await rm(place, { recursive: true, force: true });
  await tricks[trick](place, outside);
  const result = await bounded(commands[command](), cwd);
  expect(await readFile(outside, 'utf8')).toBe(secret);
  expect(await readdir(path.dirname(outside))).toEqual(['outside.jsonl']);
  return { ...result, place };
}

/** Runs a command that is killed where it takes too long, and says how much memory it had at most. */
async function bounded(args: readonly string[], cwd: string): Promise<{ ended: Ended; megabytes: number }> {
  const peak = path.join(await cli().folder(), 'peak');
  const hook = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(process.env.PEAK,String(process.resourceUsage().maxRSS)))`;
  const env = { NODE_OPTIONS: `--import="${hook}"`, PEAK: peak, OPENAI_API_KEY: 'sk-loopback-1234567890' };
  const { child, ended } = cli().start(args, { cwd, env });
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const result = await ended;
  clearTimeout(timer);
  expect(result.code, `${args.join(' ')}: ${result.err}`).toBeTypeOf('number');
  expect(result.err).not.toMatch(/\n\s+at |Unhandled|please report/);
  return { ended: result, megabytes: Number(await readFile(peak, 'utf8')) / 1024 };
}

/** A file of the store, the command that comes to it, and what is to be said. */
const files: readonly (readonly [name: string, command: Command, outcome: Outcome])[] = [
  ['runs/CUT/journal.jsonl', 'resume', 'named'],
  ['runs/CUT/samples.jsonl', 'resume', 'named'],
  ['runs/CUT/run.json', 'runs', 'named'],
  ['runs/CUT/lock.json', 'resume', 'named'],
  ['runs/CUT/batches.jsonl', 'remove', 'named'],
  ['runs/WHOLE/summary.json', 'baseline', 'unseen'],
  ['revisions.jsonl', 'history', 'named'],
  ['labels/mrbench.jsonl', 'labels', 'named'],
  [`cards/mrbench-${'0'.repeat(32)}.json`, 'report', 'named'],
  ['spending/*', 'paid', 'named'],
  ['cache/planted.replies', 'resume', 'named'],
  ['cache/limits.json', 'resume', 'unseen'],
];

describe.each(files)('%s of a store', (name, command, outcome) => {
  const kinds = Object.keys(tricks) as Trick[];
  // Each file with two of the six tricks, another two at the next file.
  const first = files.findIndex(([file]) => file === name);
  const own = kinds.filter((_, index) => isThorough || (index + first) % 3 === 0);
  it.concurrent.each(own)(
    `that is %s is not opened by ${command}`,
    async (trick) => {
      const { ended, place, megabytes } = await planted(name, trick, command);
      const said = `${ended.out}${ended.err}`;
      // A run that cannot be read to be deleted is named by its folder.
      // What is beyond the cache's limit is deleted, as any other segment is.
      const isOverLimit = name.endsWith('.replies') && trick === 'a file without end';
      if (outcome === 'named' && !isOverLimit) expect(said).toMatch(command === 'remove' ? cut : path.basename(place));
      else expect(ended.code).toBe(0);
      expect(megabytes).toBeLessThan(mostMegabytes);
    },
    60_000,
  );
});

describe('a journal that is a link', () => {
  it.concurrent.each(['resume', 'reportCut', 'compare', 'judge', 'runs', 'remove'] as const)(
    'is left as it is by %s',
    async (command) => {
      const { ended } = await planted('runs/CUT/journal.jsonl', 'a link to a file outside', command);
      // A damaged run may be listed, and deleted: of a link, that is the link.
      if (command === 'remove') expect(ended.code).toBe(0);
      else expect(`${ended.out}${ended.err}`).toMatch(/journal\.jsonl is a link/);
    },
    60_000,
  );
});

describe('labels that are a link', () => {
  it.each(['labels', 'calibrate'] as const)('are refused by %s', async (command) => {
    const { ended } = await planted('labels/mrbench.jsonl', 'a link to a file outside', command);
    expect([ended.code, ended.err]).toEqual([2, expect.stringMatching(/^error: .*mrbench\.jsonl is a link/)]);
  });
});

describe('a journal of many lines', () => {
  async function report(run: string, textOf: (own: string) => string): Promise<Ended> {
    const cwd = await cli().folder();
    await cp(template, cwd, { recursive: true });
    const journal = path.join(cwd, '.tutor-prompt-lab', 'runs', run, 'journal.jsonl');
    await writeFile(journal, textOf(await readFile(journal, 'utf8')));
    const { ended, megabytes } = await bounded(['report', run, '--format', 'markdown'], cwd);
    expect(megabytes).toBeLessThan(mostMegabytes);
    return ended;
  }

  it('that are damaged, five million of them, is refused in one line', async () => {
    const { code, err } = await report(whole, () => '{}\n'.repeat(5_000_000));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^error: .*journal\.jsonl has more than 10,000 damaged lines/),
    ]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  }, 60_000);

  it('that are all as they should be, hundreds of thousands, is reported', async () => {
    const { code, out } = await report(whole, (own) =>
      own.repeat(Math.ceil((isThorough ? 300_000 : 150_000) / own.trimEnd().split('\n').length)),
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/[12]\d{5} records of its journal are left out/)]);
  }, 60_000);
});

/** A folder of the store that lies elsewhere and is linked to; what is in it is left as it was. */
async function withLinkedFolder(name: string, command: Command): Promise<Ended> {
  const cwd = await cli().folder();
  const elsewhere = path.join(await cli().folder(), 'elsewhere');
  await cp(template, cwd, { recursive: true });
  const place = await positionOf(path.join(cwd, '.tutor-prompt-lab'), name);
  await mkdir(place, { recursive: true });
  await rename(place, elsewhere);
  await symlink(elsewhere, place);
  const before = await contentOf(elsewhere);
  const { ended } = await bounded(commands[command](), cwd);
  expect(await contentOf(elsewhere)).toEqual(before);
  return ended;
}

async function contentOf(folder: string): Promise<readonly (readonly [string, number])[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(names.map(async (name) => [name, (await stat(path.join(folder, name))).mtimeMs] as const));
}

const folders = ['runs', 'images', 'labels', 'cards', 'spending', 'cache'];
describe.each(isThorough ? folders : folders.filter((_, index) => index % 2 === 0))(
  'the folder %s that is a link',
  (folder) => {
    it.concurrent.each(['resume', 'runs', 'remove'] as const)(
      'is refused by name by %s, and nothing in it changes',
      async (command) => {
        const ended = await withLinkedFolder(folder, command);
        expect([ended.code, ended.err]).toEqual([2, expect.stringMatching(`${folder} is a link`)]);
        expect(ended.err.trimEnd().split('\n')).toHaveLength(1);
      },
      60_000,
    );
  },
);

describe('a run’s folder that is a link', () => {
  it.concurrent.each(['resume', 'reportCut', 'runs', 'remove'] as const)(
    'is named by %s, and nothing in it changes',
    async (command) => {
      const ended = await withLinkedFolder('runs/CUT', command);
      // It is not known whether its batches hold answers: it is left, whatever it is.
      const what = command === 'remove' ? `Run ${cut} cannot be read` : `runs/${cut} is a link`;
      expect(`${ended.out}${ended.err}`).toMatch(what);
    },
    60_000,
  );
});

describe('the folder of a store', () => {
  it('of labels or answers that is a link is refused by the commands that look into it alone', async () => {
    for (const [folder, command] of [
      ['labels', 'labels'],
      ['cache', 'cache'],
    ] as const) {
      const ended = await withLinkedFolder(folder, command);
      expect([ended.code, ended.err]).toEqual([2, expect.stringMatching(`^error: .*${folder} is a link`)]);
    }
  }, 60_000);

  it('that the user named may be a link', async () => {
    const cwd = await cli().workspace();
    await symlink(path.join(template, '.tutor-prompt-lab'), path.join(cwd, 'linked'));
    const { code, out } = await cli().run(['runs', '--store', 'linked'], { cwd });
    expect([code, out]).toEqual([0, expect.stringContaining(whole)]);
  });

  it('and all that is written into it are their owner’s only', async () => {
    const store = path.join(template, '.tutor-prompt-lab');
    const made = (await readdir(store, { recursive: true })).filter(
      (name) => !/labels|cards|revisions|planted|batches|limits/.test(name),
    );
    expect(made.length).toBeGreaterThan(8);
    for (const name of ['', ...made]) {
      const found = await stat(path.join(store, name));
      expect([name, found.mode & 0o777]).toEqual([name, found.isDirectory() ? 0o700 : 0o600]);
    }
  });
});

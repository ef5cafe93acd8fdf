import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository, useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { released } from './releasedGold';
import { spread } from '../../thorough';

const cli = useCommandLine();

/** Titles, cursor moves, colours of both forms, links, overprinting, bidi, zero-width and false line ends. */
const hostile =
  '\u001b]0;owned\u0007\u001b[2J\u001b[36mMARK\u001b[0m\u009b31mMARK\u001b]8;;http://x\u001b\\MARK\u202EMARK\u2066\u200B\u0008\u007f\u0085\u2028MARK\rMARK';

let cwd = '';
let runs: readonly string[] = [];

beforeAll(async () => {
  cwd = await cli().workspace(`---\n"k\\e]0;x\\a": 1\n---\nAsk one question. ${hostile}`);
  await writeFile(path.join(cwd, `h\u001b[2J\u009b\u202E.md`), `Be kind. ${hostile}`);
  await writeFile(path.join(cwd, 'gold.json'), released(2));
  const samples = await readFile(path.join(repository, 'starter-sets/guideeval.jsonl'), 'utf8');
  const records = samples
    .trim()
    .split('\n')
    .slice(0, 2)
    .map((line) => everyText(JSON.parse(line) as unknown, /^(?:student|content|text|subject|title|id)/));
  await writeFile(
    path.join(cwd, 's.jsonl'),
    `${[...records, { system: hostile }].map((record) => JSON.stringify(record)).join('\n')}\n{${hostile}\n`,
  );
  const made = ['tutor.md', 'tutor.md'].map(async (file) =>
    evaluated((await cli().run(['evaluate', file, '--limit', '8', '--json', '--no-cache'], { cwd })).out),
  );
  runs = (await Promise.all(made)).map(({ runId }) => runId);
  for (const run of runs) await makeHostile(path.join(cwd, '.tutor-prompt-lab/runs', run));
});

/** The value with the hostile text after every string whose name fits. */
function everyText(value: unknown, names: RegExp, name = ''): unknown {
  if (typeof value === 'string') return names.test(name) ? `${value}${hostile}` : value;
  if (Array.isArray(value)) return value.map((one) => everyText(one, names, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, everyText(one, names, key)]));
}

async function makeHostile(folder: string): Promise<void> {
  const names = /^(?:name|path|branch|raw|reasoning|detail|message|text|content|title)$/;
  for (const file of (await readdir(folder)).filter((one) =>
    /^(?:run\.json|journal\.jsonl|samples\.jsonl)$/.test(one),
  )) {
    const place = path.join(folder, file);
    const text = await readFile(place, 'utf8');
    const changed = file.endsWith('.json')
      ? [everyText(JSON.parse(text) as unknown, names)]
      : text
          .trim()
          .split('\n')
          .map((line) => everyText(JSON.parse(line) as unknown, names));
    await writeFile(place, `${changed.map((one) => JSON.stringify(one)).join('\n')}\n`);
  }
}

const commands = (): readonly (readonly string[])[] => [
  ['evaluate', 'tutor.md', '--limit', '1'],
  ['evaluate', `h\u001b[2J\u009b\u202E.md`, '--limit', '1'],
  ['evaluate', 'tutor.md', '--samples', 's.jsonl'],
  ['estimate', 'tutor.md', '--samples', 's.jsonl'],
  ['evaluate', `${hostile}.md`],
  ['evaluate', 'tutor.md', `--${hostile}`],
  ['evaluate', 'tutor.md', '--tutor', `openai:${hostile}`],
  ['runs'],
  ['runs', '--json'],
  ['resume', runs[0] ?? ''],
  ['judge', runs[0] ?? ''],
  ['compare', runs[0] ?? '', runs[1] ?? ''],
  ['compare', runs[0] ?? '', runs[1] ?? '', '--json'],
  ...['html', 'markdown', 'csv', 'junit', 'json'].map((format) => [
    'report',
    runs[0] ?? '',
    '--format',
    format,
    '--allow-simulated',
  ]),
  ['metrics', 'mrbench', 's.jsonl'],
  ['calibrate', 'mrbench', 'gold.json', '--limit', '1'],
  ['labels', 'guideeval'],
  ['import', 'auto', 's.jsonl'],
  ['cache'],
  ['judge-prompt', 'guideeval', hostile],
];

/** What a terminal would obey or hide, the tables' own colours and the redrawn line aside. */
function obeyed(text: string): readonly string[] {
  const rest = text
    .replaceAll(/\u001B\[(?:(?:0|1|2|31|32|33)m|36m(?!MARK))/g, '')
    .replaceAll('\r\u001B[K', '')
    .replaceAll('\r\n', '\n');
  return [...rest.matchAll(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029][^\n]{0,20}/gu)].map(([found]) =>
    JSON.stringify(found),
  );
}

describe('output of hostile text', { timeout: 240_000 }, () => {
  it('controls no terminal, beside the documents that go to a file', async () => {
    for (const args of commands()) {
      const { out, err } = await cli().run(args, { cwd });
      const isDocument = ['report', 'import', 'labels'].includes(args[0] ?? '') || args.includes('--json');
      expect([args, obeyed(err), isDocument ? [] : obeyed(out)]).toEqual([args, [], []]);
    }
  });

  it.skipIf(!existsSync('/usr/bin/script'))(
    'controls none where standard output is a terminal, documents included',
    async () => {
      for (const args of spread(commands(), 8)) {
        const shown = await inTerminal(args);
        expect(shown).not.toBe('');
        expect([args, obeyed(shown)]).toEqual([args, []]);
        // Else nothing hostile would have been tried.
        if (['runs', 'report'].includes(args[0] ?? ''))
          expect([args, shown]).toEqual([args, expect.stringContaining('MARK')]);
      }
    },
  );

  it('is whole in a document that goes to a file', async () => {
    const { out } = await cli().run(['report', runs[0] ?? '', '--format', 'json'], { cwd });
    expect(JSON.stringify(JSON.parse(out))).toContain('\u009b31mMARK');
  });
});

/** What a terminal of 100 columns is sent. */
function inTerminal(args: readonly string[]): Promise<string> {
  const quoted = [process.execPath, cli().file, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qec', quoted, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return new Promise((resolve) => child.once('close', () => resolve(shown)));
}

import { execFileSync } from 'node:child_process';
import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, useCommandLine, type Ended } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { isThorough, spread } from '../../thorough';

const cli = useCommandLine();
const isWindows = process.platform === 'win32';

/** Runs a command with little memory, and gives it up after a minute: what is refused is refused before it is built. */
async function runBounded(args: readonly string[], cwd: string): Promise<Ended> {
  const { child, ended } = cli().start(args, { cwd, env: { NODE_OPTIONS: '--max-old-space-size=300' } });
  const hang = setTimeout(() => child.kill('SIGKILL'), 50_000);
  const result = await ended;
  clearTimeout(hang);
  return result;
}

async function folderWith(name: string, text: string | Uint8Array): Promise<string> {
  const cwd = await cli().workspace();
  await writeFile(path.join(cwd, name), text);
  return cwd;
}

const socratesSample = (more: object): string =>
  JSON.stringify({
    system: 'socratesbench',
    id: 'a',
    language: 'en',
    task: 'T',
    answer: { display: '1', roots: ['1'] },
    ...more,
  });

describe('a prompt file that asks for too much', () => {
  const tooMuch: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    ['repeats', '---\nrepeats: 999999999\nlimit: 2\n---\nTeach.', /“repeats” must be a whole number from 1 to 10,000/],
    ['repeats of all', '---\nrepeats: 10000\n---\nTeach.', /would have [\d,]+ trials.*; 100,000 are the most/],
    ['50,000 keys', `---\n${numbered(50_000, 'k', ': 1\n')}---\nTeach.`, /has 50,003 lines; 20,000 are the most/],
    [
      '3,000 keys',
      `---\n${numbered(3_000, 'k', ': 1\n')}---\nTeach.`,
      /not valid YAML: it has [\d,]+ characters; 16,384 are/,
    ],
    ['200 keys', `---\n${numbered(200, 'k', ': 1\n')}---\nTeach.`, /The front matter has 200 keys; 50 are the most/],
    ['judges', `---\njudges:\n${numbered(40, '- openai:m', '\n')}---\nTeach.`, /“judges” must be .* at most 20/],
    ['nesting', `---\ntutor: ${'['.repeat(5_000)}${']'.repeat(5_000)}\n---\nTeach.`, /front matter is not valid YAML/],
    ['aliases', '---\na: &a [1, 1]\nb: &b [*a, *a]\ntutor: [*b, *b]\n---\nTeach.', /front matter is not valid YAML/],
    ['5 MB of newlines', '\n'.repeat(5_000_000), /larger than 1 MB/],
    ['newlines', `Teach.\n${'\n'.repeat(900_000)}Teach.`, /has 900,002 lines; 20,000 are the most/],
    ['variables', '{{x}}'.repeat(200_000), /199,980 more variables are unknown/],
    ['a long variable', `{{${'x'.repeat(900_000)}}}`, /Unknown variable \{\{x{59}…\}\}/],
  ];
  it.each(spread(tooMuch, 5))('is refused: %s', async (_what, text, message) => {
    const result = await runBounded(['evaluate', 'tutor.md'], await folderWith('tutor.md', text));
    expectRefusal(result, message);
    expect(result.err.length).toBeLessThan(8_000);
  });

  it('may begin with a million blanks and tabs', async () => {
    const cwd = await folderWith('tutor.md', `${' \t'.repeat(400_000)}\nAsk one guiding question in each reply.`);
    expect((await runBounded(['evaluate', 'tutor.md', '--limit', '1'], cwd)).code).toBe(0);
  });

  it('is refused where an option or a sample asks for the repeats', async () => {
    const cwd = await folderWith('s.jsonl', socratesSample({ conversations: 999_999_999 }));
    const tooMany = /would have [\d,]+ trials \(samples times repeats\); 100,000 are the most/;
    expectRefusal(await runBounded(['evaluate', 'tutor.md', '--repeats', '999999999'], cwd), tooMany);
    const socrates = ['--benchmark', 'socratesbench', '--samples', 's.jsonl'];
    expectRefusal(await runBounded(['evaluate', 'tutor.md', ...socrates], cwd), tooMany);
    expectRefusal(await runBounded(['estimate', 'tutor.md', ...socrates], cwd), tooMany);
  });
});

describe('a sample file that is too much', () => {
  const tooMuch: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    ['nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested more than 64 levels deep/],
    ['open brackets', '['.repeat(30_000_000), /(?:nested more than 64 levels deep|has more than 4,000,000 values)/],
    ['many values', `[${'[],'.repeat(15_000_000)}[]]`, /has more than 4,000,000 values/],
    ['empty lines', `{}\n{}\n${'\n'.repeat(60_000_000)}`, /has 100,001 or more lines; the limit is 100,000/],
    ['commas', ','.repeat(50_000_000), /has more than 4,000,000 values/],
    [
      'wide rows',
      `a,b\n${`${','.repeat(2_000)}\n`.repeat(1_000)}`,
      /not valid CSV: A row has 2001 columns; the limit is 1000/,
    ],
    ['rows', `a,b\n${'1,2\n'.repeat(3_000_000)}`, /has 100,001 or more rows; the limit is 100,000/],
    ['an unfinished string', `["${'\\u0041'.repeat(8_000_000)}`, /not valid JSON/],
  ];
  it.each(spread(tooMuch.slice(0, isThorough ? undefined : -1), 3))('is refused: %s', async (_what, text, message) => {
    const cwd = await folderWith('s.json', text);
    expectRefusal(await runBounded(['evaluate', 'tutor.md', '--samples', 's.json'], cwd), message);
  });

  it('leaves out a SocratesBench task whose script never ends', async () => {
    const lines = [socratesSample({}), socratesSample({ id: 'b', script: Array(101).fill('Just tell me.') })];
    const cwd = await folderWith('s.jsonl', lines.join('\n'));
    const args = ['estimate', 'tutor.md', '--benchmark', 'socratesbench', '--samples', 's.jsonl'];
    const { code, err } = await runBounded(args, cwd);
    expect(err).toMatch(/record 2, script: /);
    expect(code).toBe(0);
  });

  it('leaves out a record that is nested too deeply and names it', async () => {
    const deep = `{"system":"guideeval","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const good = await readFile(path.join(repository, 'starter-sets/guideeval.jsonl'), 'utf8');
    const cwd = await folderWith('s.jsonl', `${good.split('\n').slice(0, 2).join('\n')}\n${deep}\n`);
    const { code, err } = await runBounded(['evaluate', 'tutor.md', '--samples', 's.jsonl'], cwd);
    expect(err).toMatch(/record 3: This line is not valid JSON: it is nested more than 64 levels deep/);
    expect(code).toBe(0);
  });

  it('is refused before it is read where it is larger than 64 MB, and a prompt where it is larger than 1 MB', async () => {
    const cwd = await folderWith('huge', '');
    // A file with a hole: reading it would take its whole size in memory.
    await truncate(path.join(cwd, 'huge'), 400 * 1024 * 1024);
    for (const args of spread(reading('huge'), 3))
      expectRefusal(await runBounded(args, cwd), /huge is larger than (?:64|1) MB/);
  });
});

describe('a sample with a long run of one character', () => {
  const runs = [' '.repeat(100_000), '\n'.repeat(100_000), '.'.repeat(100_000)].map((run) => `${run}x`);
  it.each([
    ...runs.map((run) => ['guideeval', 'content', run] as const),
    ['kmp-skills', 'answer', ` ${'a'.repeat(80)}1`],
  ] as const)('does not hold up %s', async (benchmark, member, run) => {
    const set = await readFile(path.join(repository, `starter-sets/${benchmark}.jsonl`), 'utf8');
    const name = new RegExp(`^(?:${member}|studentMessage|student_message)$`);
    const longer = (key: string, value: unknown): unknown =>
      typeof value === 'string' && name.test(key) ? `${value}${run}` : value;
    const lines = set
      .trim()
      .split('\n')
      .slice(0, run.length > 1_000 ? 4 : undefined)
      .map((line) => JSON.stringify(JSON.parse(line), longer));
    const cwd = await folderWith('s.jsonl', lines.join('\n'));
    const args = ['evaluate', 'tutor.md', '--benchmark', benchmark, '--samples', 's.jsonl', '--limit', '4'];
    expect((await runBounded(args, cwd)).code).toBe(0);
  });
});

/** Every command that reads a file that its user names. */
function reading(file: string): readonly (readonly string[])[] {
  return [
    ['evaluate', file],
    ['evaluate', 'tutor.md', '--samples', file],
    ['estimate', file],
    ['import', 'auto', file],
    ['metrics', 'mrbench', file],
    ['calibrate', 'mrbench', file],
  ];
}

describe.skipIf(isWindows)('what is no plain file', () => {
  it.each(spread(['/dev/zero', 'pipe', 'linkToZero', '/dev/stdin', '.'], 3))('is refused at once: %s', async (file) => {
    const cwd = await cli().workspace();
    execFileSync('mkfifo', [path.join(cwd, 'pipe')]);
    await symlink('/dev/zero', path.join(cwd, 'linkToZero'));
    const results = await Promise.all(reading(file).map((args) => runBounded(args, cwd)));
    for (const result of results) expectRefusal(result, /is a folder, a device or a pipe; give a file/);
  });

  it('is not read as a custom judge prompt, nor is a link', async () => {
    const cwd = await cli().workspace();
    const folder = path.join(cwd, 'judges/guideeval');
    execFileSync('mkdir', ['-p', folder]);
    const args = [
      'evaluate',
      'tutor.md',
      '--limit',
      '1',
      '--judge',
      'openai:m',
      '--judge-base-url',
      'http://127.0.0.1:9',
    ];
    execFileSync('mkfifo', [path.join(folder, 'p.md')]);
    expectRefusal(await runBounded(args, cwd), /p\.md.*is not a plain file/);
    execFileSync('rm', [path.join(folder, 'p.md')]);
    await symlink(path.join(cwd, 'tutor.md'), path.join(folder, 'l.md'));
    expectRefusal(await runBounded(args, cwd), /l\.md.*is a link/);
  });

  it('does not keep a link to a plain file from being read', async () => {
    const cwd = await cli().workspace();
    await symlink('tutor.md', path.join(cwd, 'link.md'));
    expect((await runBounded(['evaluate', 'link.md', '--limit', '1'], cwd)).code).toBe(0);
  });
});

function numbered(count: number, before: string, after: string): string {
  return Array.from({ length: count }, (_, index) => `${before}${index}${after}`).join('');
}

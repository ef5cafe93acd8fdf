import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';

const cli = useCommandLine();
const commands = ['evaluate', 'resume', 'metrics', 'import', 'report', 'runs'];

describe('help and version', () => {
  it('lists every command', async () => {
    const { code, out, err } = await cli().run(['--help']);
    expect([code, err]).toEqual([0, '']);
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it('prints the version of the package', async () => {
    expect(await cli().run(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  it.each(commands)('answers %s --help and %s --version', async (command) => {
    const [help, version] = await Promise.all([cli().run([command, '--help']), cli().run([command, '--version'])]);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toMatch(new RegExp(`^Usage: tutor-prompt-lab ${command} `));
    expect(version).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  it('shows the usage and exits with 2 when no command is given', async () => {
    const { code, out, err } = await cli().run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: tutor-prompt-lab/);
  });
});

describe('a wrong call', () => {
  it.each([
    [['fly'], /unknown command 'fly'/],
    [['evaluate'], /missing required argument 'prompt'/],
    [['evaluate', 'a.md', 'b.md'], /too many arguments/],
    ...['evaluate', 'resume', 'metrics', 'import', 'runs'].map(
      (command) => [[command, '--no-such-option'], /unknown option '--no-such-option'/] as const,
    ),
    [['report', 'latest', '--format', 'csv', '--no-such-option'], /unknown option '--no-such-option'/],
    [['evaluate', 'a.md', '--limit'], /argument missing/],
    [['resume', 'nope'], /no runs in/],
  ] as const)('%j is one line and exit code 2', async (args, message) => {
    expectRefusal(await cli().run(args, { cwd: await cli().folder() }), message);
  });

  it('offers the nearest name for a misspelt one, in the same line', async () => {
    expectRefusal(await cli().run(['evaluat', 'a.md']), /unknown command 'evaluat'.*evaluate/);
    expectRefusal(await cli().run(['evaluate', 'a.md', '--limt', '2']), /unknown option '--limt'.*--limit/);
  });
});

describe('a prompt file that cannot be used', () => {
  it.each([
    ['is missing', undefined, /The prompt file prompt\.md does not exist/],
    ['is empty', ' \n\n', /The prompt is empty/],
    ['is not UTF-8', Buffer.from([0x59, 0x6f, 0xff, 0xfe]), /prompt\.md is not UTF-8 text\. Save it as UTF-8/],
    ['has an unknown variable', 'Teach {{planet}}.', /Unknown variable \{\{planet\}\}/],
    ['has two of them', 'Teach {{planet}} and {{moon}}.', /\{\{planet\}\}.*\{\{moon\}\}/],
    ['has broken front matter', '---\ntutor: [\n---\nTeach.', /front matter is not valid YAML/],
    ['sets what cannot be', '---\nlimit: -3\n---\nTeach.', /“limit” must be a whole number above 0/],
  ])('%s: one line and exit code 2', async (_, content, message) => {
    const cwd = await cli().folder();
    if (content !== undefined) await writeFile(path.join(cwd, 'prompt.md'), content);
    expectRefusal(await cli().run(['evaluate', 'prompt.md'], { cwd }), message);
  });

  it('is a folder: one line and exit code 2', async () => {
    const cwd = await cli().folder();
    await mkdir(path.join(cwd, 'prompt.md'));
    expectRefusal(
      await cli().run(['evaluate', 'prompt.md'], { cwd }),
      /prompt\.md is a folder, a device or a pipe; give a file/,
    );
  });
});

describe('a reader that goes away', () => {
  it('does not stop a run when progress cannot be shown', async () => {
    const cwd = await cli().workspace();
    const { child, ended } = cli().start(['evaluate', 'tutor.md', '--limit', '2'], { cwd });
    child.stderr?.destroy();
    const { code, out } = await ended;
    expect(code).toBe(0);
    expect(out).toContain('GuideEval (simulated)');
  });

  it('does not stop a run when the table has no reader', async () => {
    const cwd = await cli().workspace();
    const { child, ended } = cli().start(['evaluate', 'tutor.md', '--limit', '2'], { cwd });
    child.stdout?.destroy();
    const { code, err } = await ended;
    expect(code).toBe(0);
    expect(err).toMatch(/is kept in/);
    expect(err).not.toContain('EPIPE');
  });
});

describe('foreign text on the terminal', () => {
  it.each([
    ['a front matter key', ['evaluate', 'tutor.md', '--limit', '1'], '---\n"\\e]0;owned\\a\\e[2J": 1\n---\nBe kind.'],
    ['a file name', ['evaluate', 'a\u001b[2Jb.md', '--limit', '1'], 'Be kind.'],
  ])('carries no escape sequence from %s', async (_what, args, text) => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, args[1] ?? ''), text);
    const { out, err } = await cli().run(args, { cwd });
    expect(out + err).not.toContain('\u001b');
    expect(out + err).not.toContain('\u0007');
    const { out: list } = await cli().run(['runs'], { cwd });
    expect(list).not.toContain('\u001b');
  });
});

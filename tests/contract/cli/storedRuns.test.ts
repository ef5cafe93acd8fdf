import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated, type Evaluated } from './printedJson';

const cli = useCommandLine();
let cwd = '';
let first: Evaluated;
let second: Evaluated;

beforeAll(async () => {
  cwd = await cli().workspace();
  await writeFile(path.join(cwd, 'other.md'), 'Ask one question.');
  first = evaluated((await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '2'], { cwd })).out);
  second = evaluated((await cli().run(['evaluate', 'other.md', '--json', '--limit', '1'], { cwd })).out);
});

const runsSchema = z.strictObject({
  schemaVersion: z.literal(1),
  store: z.string(),
  runs: z.array(
    z.union([
      z.strictObject({ runId: z.string(), status: z.literal('damaged'), problem: z.string() }),
      z.strictObject({
        runId: z.string(),
        status: z.string(),
        createdAt: z.iso.datetime(),
        prompt: z.strictObject({ path: z.string(), revision: z.string() }),
        benchmarks: z.array(z.strictObject({ id: z.string(), samples: z.int(), repeats: z.int() })),
        tutor: z.string(),
        judges: z.array(z.string()),
        simulated: z.boolean(),
      }),
    ]),
  ),
});

const readable = {
  html: (text: string) => expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i),
  markdown: (text: string) => expect(text).toMatch(/^# .*[\s\S]*\| OSA/),
  csv: (text: string) => expect(parse(text, { bom: true, columns: true }).length).toBeGreaterThan(3),
  json: (text: string) =>
    expect(JSON.parse(text)).toMatchObject({ run: { id: first.runId }, details: { length: first.calls.tutor } }),
} as const;

describe.each(Object.entries(readable))('report --format %s', (format, check) => {
  it('writes the same text to standard output and with --output', async () => {
    const shown = await cli().run(['report', first.runId, '--format', format], { cwd });
    expect([shown.code, shown.err]).toEqual([0, '']);
    check(shown.out);
    const args = ['report', first.runDir, '--format', format, '--output', `new/report.${format}`];
    const written = await cli().run(args, { cwd: await cli().folder() });
    expect([written.code, written.out]).toEqual([0, '']);
    expect(await readFile(written.err.trim(), 'utf8')).toBe(shown.out);
  });
});

describe('report', () => {
  it('finds the latest run, also in another store', async () => {
    const other = await cli().folder();
    const store = path.join(cwd, '.tutor-prompt-lab');
    const { out } = await cli().run(['report', 'latest', '--format', 'json', '--store', store], { cwd: other });
    expect(JSON.parse(out)).toMatchObject({ run: { id: second.runId } });
  });

  it.each([
    [['report', 'nope', '--format', 'csv'], /no run “nope” in .*List runs with/],
    [['report', '../../../etc', '--format', 'csv'], /no run “\.\.\/\.\.\/\.\.\/etc”/],
    [['report', 'latest', '--format', 'docx'], /Allowed choices are html, markdown, csv, junit, json/],
    [['report', 'latest'], /'--format <format>' not specified/],
    [['report', 'latest', '--format', 'csv', '--store', 'nowhere'], /no runs in .*nowhere/],
    [
      ['report', 'latest', '--format', 'csv', '--output', 'tutor.md/report.csv'],
      /Cannot write .*tutor\.md\/report\.csv/,
    ],
  ])('refuses %j in one line', async (args, message) => expectRefusal(await cli().run(args, { cwd }), message));

  it('ends quietly when its reader goes away, as with head', async () => {
    const { child, ended } = cli().start(['report', first.runId, '--format', 'html'], { cwd });
    // The report is larger than a pipe holds, so that the program does meet the closed end.
    child.stdout?.once('readable', () => child.stdout?.destroy());
    const { code, err } = await ended;
    expect([code, err]).toEqual([0, '']);
  });
});

describe('runs', () => {
  it('lists the runs, newest first, as text and as JSON', async () => {
    const text = await cli().run(['runs'], { cwd });
    expect(text.out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${second.runId} +completed +other\\.md @ [0-9a-f]{7} +guideeval \\(2\\)`)),
      expect.stringMatching(new RegExp(`^${first.runId} +completed +tutor\\.md @ [0-9a-f]{7} +guideeval \\(4\\)`)),
    ]);
    const { code, out, err } = await cli().run(['runs', '--json'], { cwd });
    expect([code, err]).toEqual([0, '']);
    const { runs } = runsSchema.parse(JSON.parse(out));
    expect(runs).toMatchObject([
      { runId: second.runId, status: 'completed', simulated: true },
      { runId: first.runId, prompt: first.prompt, benchmarks: [{ id: 'guideeval', samples: 4, repeats: 1 }] },
    ]);
  });

  it('lists the runs of one prompt only, from wherever it is named', async () => {
    const here = await cli().run(['runs', 'tutor.md', '--json'], { cwd });
    const there = await cli().run(['runs', path.join(cwd, 'tutor.md'), '--json'], { cwd: await cli().folder() });
    for (const { out } of [here, there])
      expect(runsSchema.parse(JSON.parse(out)).runs.map(({ runId }) => runId)).toEqual([first.runId]);
  });

  it('follows a prompt that git renamed', async () => {
    const folder = await cli().workspace();
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
    git('init', '--quiet');
    git('add', 'tutor.md');
    git('commit', '--quiet', '--message', 'Add the prompt');
    const before = evaluated(
      (await cli().run(['evaluate', 'tutor.md', '--json', '--limit', '1'], { cwd: folder })).out,
    );
    git('mv', 'tutor.md', 'guide.md');
    const after = evaluated((await cli().run(['evaluate', 'guide.md', '--json', '--limit', '1'], { cwd: folder })).out);
    const { out } = await cli().run(['runs', 'guide.md', '--json'], { cwd: folder });
    expect(runsSchema.parse(JSON.parse(out)).runs.map(({ runId }) => runId)).toEqual([after.runId, before.runId]);
  });

  it('lists a damaged run with its problem beside the good ones, and refuses to report it in one line', async () => {
    const store = await cli().folder();
    const runs = path.join(store, 'runs');
    await mkdir(path.join(runs, '20990101-000000-bad1'), { recursive: true });
    await writeFile(path.join(runs, '20990101-000000-bad1', 'run.json'), '{"schemaVersion": 1, "runId": 7');
    const made = await cli().run(['evaluate', 'tutor.md', '--limit', '1', '--store', store], { cwd });
    expect(made.code).toBe(0);
    const { code, out } = await cli().run(['runs', '--store', store], { cwd });
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^20990101-000000-bad1 +damaged: .*run\.json is not valid JSON/);
    const listed = await cli().run(['runs', '--store', store, '--json'], { cwd });
    expect(runsSchema.parse(JSON.parse(listed.out)).runs[0]).toMatchObject({ status: 'damaged' });
    const report = await cli().run(['report', '20990101', '--format', 'csv', '--store', store], { cwd });
    expectRefusal(report, /run\.json is not valid JSON/);
  });

  it('says that there are none', async () => {
    const { code, out, err } = await cli().run(['runs'], { cwd: await cli().folder() });
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^No runs in .*\.tutor-prompt-lab\.$/m);
  });

  it('says of which prompt there are none and where, and refuses a prompt and a store that are not there', async () => {
    const folder = await cli().workspace();
    const store = path.join(folder, '.tutor-prompt-lab');
    const none = await cli().run(['runs', 'tutor.md'], { cwd: folder });
    expect(none).toEqual({ code: 0, out: '', err: `No runs of tutor.md in ${store}.\n` });
    const builtIn = await cli().run(['runs', 'guideeval/rule'], { cwd: folder });
    expect([builtIn.code, builtIn.err]).toEqual([0, expect.stringMatching(/^No runs of guideeval\/rule in /)]);
    const missing = await cli().run(['runs', 'nofile.md'], { cwd: folder });
    expect(missing).toEqual({
      code: 2,
      out: '',
      err: `error: No runs of nofile.md in ${store}: there is no such file.\n`,
    });
    expectRefusal(
      await cli().run(['runs', '--store', 'mistyped'], { cwd: folder }),
      new RegExp(`^error: The store ${folder}/mistyped does not exist\\. `),
    );
    await writeFile(path.join(folder, 'afile'), '');
    expectRefusal(await cli().run(['runs', '--store', 'afile'], { cwd: folder }), /The store \S+afile is not a folder/);
  });

  it('lists the runs of a prompt file that is gone', async () => {
    const folder = await cli().workspace();
    await writeFile(path.join(folder, 'gone.md'), 'Be kind.');
    const { out } = await cli().run(['evaluate', 'gone.md', '--json', '--limit', '1'], { cwd: folder });
    await rm(path.join(folder, 'gone.md'));
    const listed = await cli().run(['runs', 'gone.md'], { cwd: folder });
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(evaluated(out).runId)]);
  });

  it('names its store in full', async () => {
    const { out } = await cli().run(['runs', '--json', '--store', '.tutor-prompt-lab'], { cwd });
    expect(runsSchema.parse(JSON.parse(out)).store).toBe(path.join(cwd, '.tutor-prompt-lab'));
  });
});

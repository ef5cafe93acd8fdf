import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../../src/core/results/reportModel';
import { useCommandLine, type Ended } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { released } from './releasedGold';

const cli = useCommandLine();

interface Kept {
  readonly cwd: string;
  readonly folder: string;
  readonly revision: string;
}

async function kept(...command: string[]): Promise<Kept> {
  const cwd = await cli().workspace();
  await writeFile(path.join(cwd, 'gold.json'), released(3));
  const { code, err } = await cli().run([...command, '--store', 'kept'], { cwd });
  expect([code, err]).toEqual([0, expect.any(String)]);
  const [id = ''] = await readdir(path.join(cwd, 'kept/runs'));
  const folder = path.join(cwd, 'kept/runs', id);
  const manifest = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8')) as {
    prompt: { revision: string };
  };
  return { cwd, folder, revision: manifest.prompt.revision };
}

/** Goes on after the first half of the judgements. */
async function cutOff({ folder }: Kept): Promise<void> {
  const file = path.join(folder, 'journal.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(file, `${lines.slice(0, Math.ceil(lines.length / 2)).join('\n')}\n`);
}

/** Exit code 2, and a last line that says why; what is wrong with the run is said before. */
function expectStopped({ code, out, err }: Ended, message: RegExp): void {
  const lines = err.trimEnd().split('\n');
  expect(lines.pop()).toMatch(message);
  expect(lines.filter((line) => !line.startsWith('warning: '))).toEqual([]);
  expect([code, out]).toEqual([2, '']);
}

async function replaced(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

function reported(out: string): RunReport {
  return JSON.parse(out) as RunReport;
}

const evaluation = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '2', '--judge', 'offline'];

describe('a run whose prompt is another text', () => {
  it('is shown under a revision of its own, is not restored or judged again, and does not go on', async () => {
    const run = await kept(...evaluation);
    await replaced(path.join(run.folder, 'run.json'), 'Socratic', 'dishonest');
    const shown = await cli().run(['report', 'latest', '--store', 'kept', '--format', 'json'], run);
    expect(shown.code).toBe(0);
    expect(shown.err).toContain('The prompt in run.json of run');
    const { revision } = reported(shown.out).run;
    expect(revision).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(revision).not.toBe(run.revision);
    const listed = await cli().run(['runs', '--store', 'kept', '--json'], run);
    expect(listed.out).toContain(revision);
    expect(listed.out).not.toContain(run.revision);
    // Nor is it the one that an honest run of the other text has.
    await replaced(path.join(run.cwd, 'tutor.md'), 'Socratic', 'dishonest');
    const honest = await cli().run([...evaluation, '--store', 'other', '--json'], run);
    expect(evaluated(honest.out).prompt.revision).not.toBe(revision);
    await cutOff(run);
    for (const command of [
      ['resume', 'latest'],
      ['judge', 'latest', '--judge', 'offline'],
    ]) {
      const refused = await cli().run([...command, '--store', 'kept'], run);
      expectStopped(refused, /The prompt in run\.json of run \S+ is not the one that was evaluated/);
    }
    expect(await readdir(path.join(run.cwd, 'kept/runs'))).toHaveLength(1);
  });
});

describe('a run whose samples are others', () => {
  it('says so in its report, is not judged again and does not go on', async () => {
    const run = await kept(...evaluation);
    await replaced(path.join(run.folder, 'samples.jsonl'), '"content":"', '"content":"Say that all is well. ');
    const shown = await cli().run(['report', 'latest', '--store', 'kept', '--format', 'csv'], run);
    expect(shown.code).toBe(0);
    expect(shown.err).toContain('The mrbench samples in samples.jsonl');
    await cutOff(run);
    for (const command of [
      ['resume', 'latest'],
      ['judge', 'latest', '--judge', 'offline'],
    ]) {
      const refused = await cli().run([...command, '--store', 'kept'], run);
      expectStopped(refused, /The mrbench samples in samples\.jsonl of run \S+ are not those/);
    }
  });

  it('counts a sample that appears twice once', async () => {
    const run = await kept(...evaluation);
    const before = await cli().run(['report', 'latest', '--store', 'kept', '--format', 'json'], run);
    const file = path.join(run.folder, 'samples.jsonl');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text + text);
    const after = await cli().run(['report', 'latest', '--store', 'kept', '--format', 'json'], run);
    expect(after.err).toContain('appears twice');
    expect(reported(after.out).benchmarks).toEqual(reported(before.out).benchmarks);
  });
});

describe('a calibration that lost its replies', () => {
  const calibration = (): Promise<Kept> => kept('calibrate', 'mrbench', 'gold.json', '--judge', 'offline');
  const commands = [
    ['resume', 'latest'],
    ['report', 'latest', '--format', 'csv'],
  ];

  it('ends in one line that says what is lost', async () => {
    const run = await calibration();
    const file = path.join(run.folder, 'samples.jsonl');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('"gold":', '"lost":'));
    for (const command of commands) {
      expectRefusal(await cli().run([...command, '--store', 'kept'], run), /has lost its labelled replies/);
    }
    await writeFile(file, '');
    for (const command of commands) {
      expectRefusal(await cli().run([...command, '--store', 'kept'], run), /has lost its labelled replies/);
    }
    await rm(file);
    for (const command of commands) {
      expectRefusal(await cli().run([...command, '--store', 'kept'], run), /samples\.jsonl is missing/);
    }
  });

  it('does not go on with other labels, and counts none that nobody can give', async () => {
    const run = await calibration();
    const file = path.join(run.folder, 'samples.jsonl');
    const text = await readFile(file, 'utf8');
    expect(text).toContain('"unit":"reply","label":"');
    await writeFile(
      file,
      text.replace(/("unit":"reply","label":)"[^"]+"/, (_label, before: string) => `${before}49.75`),
    );
    await cutOff(run);
    expectStopped(
      await cli().run(['resume', 'latest', '--store', 'kept'], run),
      /The labelled replies in samples\.jsonl of run \S+ are not those/,
    );
    const { err } = await cli().run(['report', 'latest', '--store', 'kept', '--format', 'csv'], run);
    expect(err).toContain('1 label that people cannot have given is left out');
  });
});

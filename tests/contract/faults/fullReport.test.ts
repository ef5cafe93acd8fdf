import { execFileSync } from 'node:child_process';
import { chmod, link, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FileHandLabelLog } from '../../../src/core/store/handLabelLog';
import { writeOutput } from '../../../src/core/store/plainFile';
import { useCommandLine } from '../cli/commandLine';
import { released } from '../cli/releasedGold';
import { temporaryFolders } from '../store/temporaryFolder';
import { smallDisks, whyNoSmallDisk } from './smallDisk';

const cli = useCommandLine();
const newFolder = temporaryFolders();
const newDisk = smallDisks();
const reason = await whyNoSmallDisk();
const before = 'an older report\n';
let cwd = '';

beforeAll(async () => {
  if (reason !== undefined) return;
  cwd = await cli().workspace();
  await writeFile(path.join(cwd, 'gold.json'), released(40));
  expect((await cli().run(['evaluate', 'tutor.md'], { cwd })).code).toBe(0);
  const log = new FileHandLabelLog(path.join(cwd, '.tutor-prompt-lab'));
  for (const id of Array.from({ length: 60 }, (_, place) => `d${place}`))
    await log.append({
      schemaVersion: 1,
      kind: 'label',
      at: '2026-03-04T05:06:07.000Z',
      by: 'Ada',
      mode: 'blind',
      benchmark: 'mrbench',
      sample: { system: 'mrbench', id, source: 'MathDial', history: [{ role: 'student', content: 'It is 6.' }] },
      replies: [`Which step gave you 6, ${id}?`],
      judge: 'actionability',
      unit: 'reply',
      label: 'Yes',
      reason: 'It asks for one thing.',
    });
}, 60_000);

/** A command that writes more than a page of the disk to the file. */
const writers: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'report --output': (file) => ['report', 'latest', '--format', 'html', '--output', file],
  'evaluate --html': (file) => ['evaluate', 'tutor.md', '--limit', '1', '--html', file],
  'import --output': (file) => ['import', 'auto', 'gold.json', '--output', file],
  'labels --out': (file) => ['labels', 'mrbench', '--out', file],
  'calibrate --disagreements': (file) => ['calibrate', 'mrbench', 'gold.json', '--disagreements', file],
};

describe.skipIf(reason !== undefined)(`a full disk (${reason ?? 'small ones can be mounted here'})`, () => {
  it.each(Object.entries(writers))(
    'keeps no cut file of %s, and leaves an older one as it was',
    async (_, command) => {
      // The first page is the older file's, the second would take a part of the new one.
      const disk = await newDisk(8);
      const [fresh, older] = ['fresh', 'older'].map((name) => path.join(disk.folder, name)) as [string, string];
      await writeFile(older, before);
      for (const file of [fresh, older]) {
        const { code, err } = await cli().run(command(file), { cwd });
        expect([code, err]).toEqual([2, expect.stringMatching(/error: Cannot write .*(ENOSPC|no space)/)]);
        expect(await readdir(disk.folder)).toEqual(['older']);
        expect(await readFile(older, 'utf8')).toBe(before);
      }
    },
    60_000,
  );

  it('keeps no cut judge prompt', async () => {
    // Smaller than any text, which an empty file is not.
    const disk = await newDisk(4);
    await writeFile(path.join(disk.folder, 'taken'), 'x');
    const args = ['judge-prompt', 'mrbench', 'actionability', '--out', disk.folder];
    const { code, err } = await cli().run(args, { cwd });
    expect([code, err]).toEqual([2, expect.stringMatching(/error: Cannot write .*(ENOSPC|no space)/)]);
    expect(await readdir(disk.folder, { recursive: true })).toEqual(['mrbench', 'taken']);
  });
});

describe.skipIf(process.platform === 'win32')('an output that the user named', () => {
  it('may be a link: what it points at is written, with the rights that it has', async () => {
    const folder = await newFolder();
    const file = path.join(folder, 'report.md');
    await writeFile(file, before);
    await chmod(file, 0o640);
    await symlink('report.md', path.join(folder, 'latest'));
    await writeOutput(path.join(folder, 'latest'), 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await lstat(path.join(folder, 'latest'))).isSymbolicLink()).toBe(true);
    await symlink('made.md', path.join(folder, 'dangling'));
    await writeOutput(path.join(folder, 'dangling'), 'made');
    expect(await readFile(path.join(folder, 'made.md'), 'utf8')).toBe('made');
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('is standard output, a file or not, or a device, which stay what they are', async () => {
    const folder = await newFolder();
    const shown = path.join(folder, 'shown.txt');
    const same = path.join(folder, 'same.txt');
    await writeFile(shown, '');
    await link(shown, same);
    const work = await cli().workspace();
    const labels = path.join(work, 'gold.json');
    await writeFile(labels, released(2));
    const command = `'${process.execPath}' '${cli().file}' import auto '${labels}' --output /dev/stdout`;
    execFileSync('sh', ['-c', `${command} > '${shown}' 2> /dev/null`]);
    const piped = execFileSync('sh', ['-c', `${command} 2> /dev/null | cat`], { encoding: 'utf8' });
    expect(piped).toMatch(/^\{.*\}\n$/s);
    // The other name of the file that the shell opened has it, too: no other file was put in its place.
    expect(await readFile(same, 'utf8')).toBe(piped);
    await writeOutput('/dev/null', 'nothing');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['same.txt', 'shown.txt']);
  });
});

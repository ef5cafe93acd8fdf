import { existsSync } from 'node:fs';
import { chown, lchown, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';

const cli = useCommandLine();
const isRoot = process.getuid?.() === 0;
const evaluation = ['evaluate', 'tutor.md', '--benchmark', 'guideeval', '--limit', '1'];

/** A folder with a prompt and a store with one run, and a folder below it with a prompt of its own. */
async function places(): Promise<{ readonly top: string; readonly below: string }> {
  const top = await cli().workspace();
  expect((await cli().run(evaluation, { cwd: top })).code).toBe(0);
  const below = path.join(top, 'prompts');
  await mkdir(below);
  await writeFile(path.join(below, 'tutor.md'), 'Be kind and ask.');
  return { top, below };
}

const storeIn = (folder: string): string => path.join(folder, '.tutor-prompt-lab');

describe('the store that nobody named', () => {
  it('is the nearest one up to the root of the work tree', async () => {
    const { top, below } = await places();
    await mkdir(path.join(top, '.git'));
    const { out } = await cli().run(['runs', '--json'], { cwd: below });
    expect(JSON.parse(out)).toMatchObject({ store: storeIn(top), runs: [{}] });
  });

  it('is not looked for above the work tree, and outside of one not above the folder', async () => {
    const { top, below } = await places();
    for (const isTree of [false, true]) {
      if (isTree) await mkdir(path.join(below, '.git'));
      const { out } = await cli().run(['runs', '--json'], { cwd: below });
      expect(JSON.parse(out)).toEqual({ schemaVersion: 1, store: storeIn(below), runs: [] });
      expect((await cli().run(evaluation, { cwd: below })).code).toBe(0);
      await rename(storeIn(below), path.join(top, `seen-${String(isTree)}`));
    }
  });

  it('is no link', async () => {
    const { top, below } = await places();
    await symlink(storeIn(top), storeIn(below));
    for (const command of [evaluation, ['runs'], ['resume', 'latest'], ['labels', 'guideeval'], ['cache']]) {
      expectRefusal(await cli().run(command, { cwd: below }), /is a link, so it is not used.*name it: --store/);
    }
    const named = await cli().run(['runs', '--store', '.tutor-prompt-lab', '--json'], { cwd: below });
    expect(named).toMatchObject({ code: 0, err: '' });
  });

  it.skipIf(!isRoot)('is nobody else’s, and named it is used with a warning', async () => {
    const { top } = await places();
    await chown(storeIn(top), 12_345, 12_345);
    await lchown(path.join(top, 'tutor.md'), 12_345, 12_345);
    for (const command of [evaluation, ['runs'], ['report', 'latest', '--format', 'csv'], ['cache', '--clear']]) {
      expectRefusal(await cli().run(command, { cwd: top }), /belongs to another user, so it is not used/);
    }
    const named = await cli().run([...evaluation, '--store', '.tutor-prompt-lab'], { cwd: top });
    expect(named.code).toBe(0);
    expect(named.err).toContain('belongs to another user. It is used, since you named it.');
    expect(existsSync(storeIn(top))).toBe(true);
  });
});

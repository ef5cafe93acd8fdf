import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { judgeAt, released } from './releasedGold';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function workspace(): Promise<string> {
  const cwd = await cli().workspace();
  await writeFile(path.join(cwd, 'afile'), '');
  await mkdir(path.join(cwd, 'afolder'));
  await writeFile(path.join(cwd, 'gold.json'), released(2));
  return cwd;
}

describe('an HTML report that could not be written', () => {
  it.each([
    ['afile/r.html', /--html afile\/r\.html: \S+\/afile is not a folder\. Name another file\./],
    ['afile/more/r.html', /--html afile\/more\/r\.html: \S+\/afile is not a folder\. Name another file\./],
    ['afolder', /--html afolder: \S+\/afolder is a folder\. Name a file\./],
    ['', /--html : .* is a folder\. Name a file\./],
  ])('is refused before a call is made: %s', async (file, message) => {
    server = await tutoringServer();
    const cwd = await workspace();
    const at = ['--tutor', 'openai:m', '--tutor-base-url', server.url];
    expectRefusal(await cli().run(['evaluate', 'tutor.md', '--limit', '2', ...at, '--html', file], { cwd }), message);
    expect(server.calls).toBe(0);
    expect(existsSync(path.join(cwd, '.tutor-prompt-lab'))).toBe(false);
  });

  it('is refused by resume and judge, too', async () => {
    const cwd = await workspace();
    const { runId } = evaluated((await cli().run(['evaluate', 'tutor.md', '--limit', '2', '--json'], { cwd })).out);
    for (const command of ['resume', 'judge']) {
      const refused = await cli().run([command, runId, '--html', 'afolder'], { cwd });
      expectRefusal(refused, /--html afolder: \S+ is a folder/);
    }
    expect((await cli().run(['runs'], { cwd })).out.trim().split('\n')).toHaveLength(1);
  });

  it('may be in a folder that is yet to be made', async () => {
    const cwd = await workspace();
    const args = ['evaluate', 'tutor.md', '--limit', '1', '--html', 'new/deep/r.html'];
    expect((await cli().run(args, { cwd })).code).toBe(0);
    expect(existsSync(path.join(cwd, 'new/deep/r.html'))).toBe(true);
  });
});

describe('a file of disagreements', () => {
  it.each([
    ['none/d.jsonl', /--disagreements none\/d\.jsonl: The folder \S+\/none does not exist\. Make it, or name another/],
    ['afile/d.jsonl', /--disagreements afile\/d\.jsonl: \S+\/afile is not a folder/],
    ['afolder', /--disagreements afolder: \S+\/afolder is a folder/],
  ])('that could not be written is refused before a call is made: %s', async (file, message) => {
    server = await judgingModelServer();
    const cwd = await workspace();
    const args = ['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url), '--disagreements', file];
    expectRefusal(await cli().run(args, { cwd }), message);
    expect(server.calls).toBe(0);
  });

  it.skipIf(!existsSync('/dev/full'))('that cannot be written after all costs nothing but itself', async () => {
    const cwd = await workspace();
    const args = ['calibrate', 'mrbench', 'gold.json', '--disagreements', '/dev/full'];
    const { code, out, err } = await cli().run(args, { cwd });
    expect(out).toContain('Judge offline');
    expect(err).toMatch(/^error: Cannot write \/dev\/full: .*ENOSPC/m);
    expect(err).toMatch(/^Run \S+ is kept in /m);
    expect(code).toBe(2);
  });
});

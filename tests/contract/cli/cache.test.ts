import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FileReplyCache } from '../../../src/core/run/replyCache';
import { smallDisks, whyNoSmallDisk } from '../faults/smallDisk';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';

const cli = useCommandLine();
const newDisk = smallDisks();
const reason = await whyNoSmallDisk();
const said = z.object({ schemaVersion: z.literal(1), bytes: z.int(), clearedBytes: z.int() });

/** A store whose cache holds one answer, in a folder with a file that is none of its business. */
async function storeWithAnswer(): Promise<string> {
  const root = path.join(await cli().workspace(), 'store');
  const cache = new FileReplyCache(root);
  await cache.set('a'.repeat(64), { text: 'An answer.', finish: 'stop' });
  await cache.close();
  await mkdir(path.join(root, 'cache', 'mine'), { recursive: true });
  await writeFile(path.join(root, 'cache', 'mine', 'notes.txt'), 'keep');
  return root;
}

async function asked(...args: readonly string[]): Promise<z.infer<typeof said>> {
  const { out, code } = await cli().run(['cache', ...args, '--json']);
  expect(code).toBe(0);
  return said.parse(JSON.parse(out));
}

describe('cache', () => {
  it('says how much is stored, forgets it when told to, and deletes nothing else', async () => {
    const root = await storeWithAnswer();
    const { bytes } = await asked('--store', root);
    expect(bytes).toBeGreaterThan(64);
    expect(await asked('--store', root, '--clear')).toMatchObject({ bytes: 0, clearedBytes: bytes });
    expect(await asked('--store', root)).toMatchObject({ bytes: 0, clearedBytes: 0 });
    expect(await readFile(path.join(root, 'cache', 'mine', 'notes.txt'), 'utf8')).toBe('keep');
  });

  it('says it in words', async () => {
    const root = await storeWithAnswer();
    expect((await cli().run(['cache', '--store', root])).out).toMatch(/holds 0\.0 MB of answers/);
    expect((await cli().run(['cache', '--store', root, '--clear'])).out).toMatch(/^Deleted 0\.0 MB/);
  });

  it('names its store in full, and refuses one that is not there', async () => {
    const root = await storeWithAnswer();
    const cwd = path.dirname(root);
    const shown = await cli().run(['cache', '--store', 'store', '--json'], { cwd });
    expect(JSON.parse(shown.out)).toMatchObject({ store: root });
    expectRefusal(await cli().run(['cache', '--store', 'stor'], { cwd }), /The store \S+\/stor does not exist/);
  });

  it.skipIf(reason !== undefined)(
    `says which answers may not be deleted (${reason ?? 'disks can be mounted'})`,
    async () => {
      const disk = await newDisk(200);
      const cache = new FileReplyCache(disk.folder);
      await cache.set('a'.repeat(64), { text: 'An answer.', finish: 'stop' });
      await cache.close();
      await disk.setReadOnly(true);
      const refused = await cli().run(['cache', '--store', disk.folder, '--clear']);
      expectRefusal(refused, /^error: Cannot delete \S+\/cache\/\S+\.replies: .*read-only/);
    },
  );
});

import { createHash } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FileReplyCache } from '../../../src/core/run/replyCache';
import type { ChatReply } from '../../../src/core/providers/provider';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const reply = (text: string): ChatReply => ({ text, finish: 'stop', usage: { input: 9, output: 3, cachedInput: 0 } });

describe('the cache of replies', () => {
  it('knows an answer from the moment it is given, before it is on the disk and after', async () => {
    const cache = new FileReplyCache(await newFolder());
    const writing = cache.set(keyOf('one'), reply('first'));
    expect(await cache.get(keyOf('one'))).toEqual(reply('first'));
    await writing;
    expect(await cache.get(keyOf('one'))).toEqual(reply('first'));
    await cache.close();
  });

  it('writes what comes together into one file, from which another process has it', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root);
    const keys = Array.from({ length: 40 }, (_, place) => keyOf(`call ${place}`));
    await Promise.all(keys.map((key) => cache.set(key, reply(`to ${key}, größer`))));
    await cache.close();
    expect(await readdir(path.join(root, 'cache'))).toHaveLength(1);
    const other = new FileReplyCache(root);
    const found = await Promise.all(keys.map(async (key) => (await other.get(key))?.text));
    expect(found).toEqual(keys.map((key) => `to ${key}, größer`));
    await other.close();
  });

  it('has what is more than it keeps in memory, and what comes after it was read', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root);
    // Seven in three files of more than 8 MB but for the last; 16 MB are kept.
    const keys = Array.from({ length: 7 }, (_, place) => keyOf(`long ${place}`));
    for (const [place, key] of keys.entries()) await cache.set(key, reply(`${place} `.repeat(1_500_000)));
    await cache.close();
    expect((await readdir(path.join(root, 'cache'))).length).toBeGreaterThan(1);
    const other = new FileReplyCache(root);
    for (const [place, key] of keys.entries()) expect((await other.get(key))?.text.slice(-2)).toBe(`${place} `);
    await other.set(keyOf('new'), reply('added'));
    expect((await other.get(keyOf('new')))?.text).toBe('added');
    await other.close();
  });

  it('does not wait for more when it is closed', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root);
    await cache.set(keyOf('opens the file'), reply('0'));
    const writing = cache.set(keyOf('last'), reply('kept'));
    await cache.close();
    await writing;
    const other = new FileReplyCache(root);
    expect((await other.get(keyOf('last')))?.text).toBe('kept');
    await other.close();
  });
});

/** Open files of this process below a folder. */
async function openBelow(folder: string): Promise<readonly string[]> {
  const handles = await readdir('/proc/self/fd');
  const files = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return files.filter((file) => file.startsWith(folder));
}

describe.runIf(process.platform === 'linux')('a closed cache of replies', () => {
  it('keeps no file open, whatever is put, asked for or closed at the same time', async () => {
    const root = await newFolder();
    const earlier = new FileReplyCache(root);
    await earlier.set(keyOf('old'), reply('old'));
    await earlier.close();
    for (let turns = 0; turns < 12; turns += 1) {
      const cache = new FileReplyCache(root);
      const early = [cache.set(keyOf(`early ${turns}`), reply('early')), cache.get(keyOf('old'))];
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const closing = cache.close();
      const late = [cache.set(keyOf(`late ${turns}`), reply('late')), cache.get(keyOf('old')), cache.close()];
      await Promise.all([closing, ...early, ...late]);
      expect(await openBelow(root)).toEqual([]);
    }
    const other = new FileReplyCache(root);
    for (let turns = 0; turns < 12; turns += 1) {
      expect((await other.get(keyOf(`early ${turns}`)))?.text).toBe('early');
      expect(await other.get(keyOf(`late ${turns}`))).toBeUndefined();
    }
    await other.close();
  });

  it('takes nothing, has nothing and opens nothing', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root);
    await cache.set(keyOf('one'), reply('first'));
    await cache.close();
    const files = await readdir(path.join(root, 'cache'));
    await cache.set(keyOf('two'), reply('second'));
    expect(await cache.get(keyOf('one'))).toBeUndefined();
    expect(await cache.get(keyOf('two'))).toBeUndefined();
    await cache.close();
    expect(await readdir(path.join(root, 'cache'))).toEqual(files);
    expect(await openBelow(root)).toEqual([]);
  });
});

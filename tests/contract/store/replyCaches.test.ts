import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileReplyCache } from '../../../src/core/engine/fileReplyCache';
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

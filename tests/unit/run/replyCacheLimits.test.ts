import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheSize, clearCache, FileReplyCache, type CacheLimits } from '../../../src/core/run/replyCache';
import type { ChatReply } from '../../../src/core/providers/provider';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError } from './fakeProvider';
import { startRun } from './toyRun';

const newFolder = temporaryFolders();
const megabyte = 1_048_576;
const roomy: CacheLimits = { maxBytes: 2_000 * megabyte, maxAgeDays: 365 };
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const limitsFile = (root: string): string => path.join(root, 'cache', 'limits.json');

/** Writes one answer in a file of its own that was last changed so many days ago, without opening the cache. */
async function put(root: string, name: string, days: number, bytes = 1_000): Promise<void> {
  const file = path.join(root, 'cache', `${name}.replies`);
  await mkdir(path.dirname(file), { recursive: true });
  const reply: ChatReply = { text: 'x'.repeat(bytes), finish: 'stop' };
  await writeFile(file, `${keyOf(name)} ${JSON.stringify(reply)}\n`);
  const changed = new Date(Date.now() - days * 86_400_000);
  await utimes(file, changed, changed);
}

/** Which of the answers are there when the cache is opened. */
async function there(root: string, names: readonly string[], limits?: CacheLimits): Promise<readonly string[]> {
  const cache = new FileReplyCache(root, limits);
  const found: string[] = [];
  for (const name of names) if ((await cache.get(keyOf(name))) !== undefined) found.push(name);
  await cache.close();
  return found;
}

const files = async (root: string): Promise<number> => (await cacheSize(root)).files;

describe('the limits of the cache', () => {
  it('of size delete the oldest answers when it is opened, and no others', async () => {
    const root = await newFolder();
    // Written in another order than they are old.
    const names = ['b', 'd', 'a', 'c'];
    for (const [name, days] of [
      ['b', 3],
      ['d', 1],
      ['a', 4],
      ['c', 2],
    ] as const)
      await put(root, name, days);
    expect(await there(root, names, { maxBytes: 10_000, maxAgeDays: 90 })).toEqual(names);
    expect(await there(root, names, { maxBytes: 2_500, maxAgeDays: 90 })).toEqual(['d', 'c']);
    expect(await files(root)).toBe(2);
  });

  it('of age delete what is older, and nothing else', async () => {
    const root = await newFolder();
    await put(root, 'old', 31);
    await put(root, 'older', 400);
    await put(root, 'young', 29);
    const names = ['old', 'older', 'young'];
    expect(await there(root, names, { maxBytes: megabyte, maxAgeDays: 401 })).toEqual(names);
    expect(await there(root, names, { maxBytes: megabyte, maxAgeDays: 30 })).toEqual(['young']);
    expect(await files(root)).toBe(1);
  });

  it('leave alone what is not of the cache, however old', async () => {
    const root = await newFolder();
    await put(root, 'old', 400);
    const foreign = [path.join(root, 'cache', 'notes.txt'), path.join(root, 'cache', 'mine.replies', 'notes.txt')];
    await mkdir(path.join(root, 'cache', 'mine.replies'));
    for (const file of foreign) {
      await writeFile(file, 'keep');
      await utimes(file, 0, 0);
    }
    await utimes(path.join(root, 'cache', 'mine.replies'), 0, 0);
    expect(await there(root, ['old'], { maxBytes: 1, maxAgeDays: 1 })).toEqual([]);
    expect(await files(root)).toBe(0);
    for (const file of foreign) expect(await readFile(file, 'utf8')).toBe('keep');
  });

  it('do not hold while it is open: what it has just been given is there to its end', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root, { maxBytes: 100, maxAgeDays: 90 });
    await cache.set(keyOf('one'), { text: 'x'.repeat(1_000), finish: 'stop' });
    expect((await cache.get(keyOf('one')))?.text).toHaveLength(1_000);
    await cache.close();
    expect(await there(root, ['one'], { maxBytes: 100, maxAgeDays: 90 })).toEqual([]);
  });
});

describe('limits that are set', () => {
  it('hold for who sets none: nothing is deleted that they keep', async () => {
    const root = await newFolder();
    await put(root, 'old', 200);
    expect(await there(root, ['old'], roomy)).toEqual(['old']);
    expect(await there(root, ['old'])).toEqual(['old']);
    expect(JSON.parse(await readFile(limitsFile(root), 'utf8'))).toEqual({ schemaVersion: 1, ...roomy });
  });

  it('hold where they are narrower than the usual ones, too, in size as in age', async () => {
    const narrow = { maxBytes: 2 * megabyte, maxAgeDays: 10 };
    const root = await newFolder();
    await there(root, ['none'], narrow);
    await put(root, 'old', 11);
    await put(root, 'large', 3, 1.5 * megabyte);
    await put(root, 'larger', 2, 1.75 * megabyte);
    expect(await there(root, ['old', 'large', 'larger'])).toEqual(['larger']);
    // Now there is room for both.
    await put(root, 'old', 11);
    await put(root, 'small', 9);
    expect(await there(root, ['old', 'small'])).toEqual(['small']);
  });

  it('are those that were set last', async () => {
    const root = await newFolder();
    await put(root, 'old', 50);
    await there(root, ['old'], { maxBytes: megabyte, maxAgeDays: 60 });
    await there(root, ['old'], roomy);
    expect(await there(root, ['old'])).toEqual(['old']);
    await there(root, ['none'], { maxBytes: megabyte, maxAgeDays: 90 });
    const { mtimeMs } = await stat(limitsFile(root));
    await there(root, ['none'], { maxBytes: megabyte, maxAgeDays: 90 });
    expect((await stat(limitsFile(root))).mtimeMs).toBe(mtimeMs);
    // No drafts are left.
    expect((await readdir(path.join(root, 'cache'))).filter((name) => !name.endsWith('.replies'))).toEqual([
      'limits.json',
    ]);
  });

  it('outlast the answers, and are not counted among them', async () => {
    const root = await newFolder();
    await there(root, ['none'], roomy);
    expect(await cacheSize(root)).toEqual({ files: 0, bytes: 0 });
    await clearCache(root);
    await put(root, 'old', 200);
    expect(await there(root, ['old'])).toEqual(['old']);
  });

  it.each([
    ['none', undefined],
    ['cut off', '{"schemaVersion":1,"maxBytes":20971'],
    ['empty', ''],
    ['no object', '[2097152000, 365]'],
    ['of another version', '{"schemaVersion":2,"maxBytes":2097152000,"maxAgeDays":365}'],
    ['without one of them', '{"schemaVersion":1,"maxBytes":2097152000}'],
    ['text', '{"schemaVersion":1,"maxBytes":"2097152000","maxAgeDays":"365"}'],
    ['endless', '{"schemaVersion":1,"maxBytes":1e999,"maxAgeDays":1e999}'],
    ['next to nothing', '{"schemaVersion":1,"maxBytes":1,"maxAgeDays":0}'],
    ['negative', '{"schemaVersion":1,"maxBytes":-1,"maxAgeDays":-1}'],
    ['too long', `{"schemaVersion":1,"maxBytes":2097152000,"maxAgeDays":365}${' '.repeat(10_000)}`],
  ])('are the usual ones where those that are kept are %s', async (_name, content) => {
    const root = await newFolder();
    await put(root, 'old', 91);
    await put(root, 'young', 89);
    if (content !== undefined) await writeFile(limitsFile(root), content);
    expect(await there(root, ['old', 'young'])).toEqual(['young']);
  });

  it('are the usual ones where a folder is in their place, and who sets some still has the answers', async () => {
    const root = await newFolder();
    await put(root, 'old', 91);
    await mkdir(path.join(limitsFile(root), 'full'), { recursive: true });
    expect(await there(root, ['old'], roomy)).toEqual(['old']);
    expect(await readdir(path.join(root, 'cache'))).toHaveLength(2);
    expect(await there(root, ['old'])).toEqual([]);
  });
});

describe('a run with a cache', () => {
  it('keeps whole answers only: the cut off, the refused, the empty and the lost are asked again', async () => {
    const root = await newFolder();
    const bad: Readonly<Record<string, ChatReply | undefined>> = {
      's1 says 1': { text: 'Half an answer', finish: 'length' },
      's2 says 1': { text: 'I cannot help with that', finish: 'refusal' },
      's3 says 1': { text: '  ', finish: 'stop' },
      's4 says 1': undefined,
    };
    const asked = async (): Promise<readonly string[]> => {
      const provider = new FakeProvider((request) => {
        const content = request.messages.at(-1)?.content ?? '';
        if (isJudgeCall(request) || !(content in bad)) return defaultAnswer(request);
        const reply = bad[content];
        if (reply === undefined) throw providerError('badRequest');
        return reply;
      });
      const cache = new FileReplyCache(root);
      await startRun({ benchmark: plainToy, samples: plainSamples(6), provider, cache });
      await cache.close();
      const tutor = provider.requests.filter((request) => !isJudgeCall(request));
      return [...new Set(tutor.map(({ messages }) => messages.at(-1)?.content ?? ''))].sort();
    };
    expect(await asked()).toEqual([1, 2, 3, 4, 5, 6].map((place) => `s${place} says 1`));
    expect(await asked()).toEqual(Object.keys(bad));
    const names = (await readdir(path.join(root, 'cache'))).map((name) => path.join(root, 'cache', name));
    const stored = (await Promise.all(names.map((name) => readFile(name, 'utf8')))).join('');
    expect(stored).toContain('Reply #0 to “s5 says 1”');
    // Only whole answers of tutor and judges: each line has a key before it.
    const finishes = stored.split('\n').flatMap((line) => /"finish":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(new Set(finishes)).toEqual(new Set(['stop']));
  });
});

import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clearCache, FileReplyCache } from '../../../src/core/engine/fileReplyCache';
import type { ChatReply } from '../../../src/core/providers/provider';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall } from './fakeProvider';
import { startRun } from './toyRun';

const newFolder = temporaryFolders();
const base = { benchmark: plainToy, samples: plainSamples(4), repeats: 2 };
const usage = { input: 1_000, output: 100, cachedInput: 0 };

const opened: FileReplyCache[] = [];

function open(...parts: ConstructorParameters<typeof FileReplyCache>): FileReplyCache {
  const cache = new FileReplyCache(...parts);
  opened.push(cache);
  return cache;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.close()));
});

const answer = (text: string): ChatReply => ({ text, finish: 'stop' });

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(path.join(root, 'cache'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

describe('the cache of replies', () => {
  it('spares a second identical run every call, and counts no tokens for it', async () => {
    const cache = open(await newFolder());
    const provider = new FakeProvider((request) => ({ text: defaultAnswer(request), finish: 'stop', usage }));
    const first = await startRun({ ...base, provider, cache });
    expect(provider.requests).toHaveLength(24);
    const second = await startRun({ ...base, provider, cache });
    expect(provider.requests).toHaveLength(24);
    expect(second.session.state.counts).toMatchObject({
      tutorCalls: 0,
      judgeCalls: 0,
      cachedCalls: 24,
      replies: 8,
      judgements: 16,
    });
    expect(second.session.state.tokens.size).toBe(0);
    const said = ({ records }: typeof first) =>
      records.flatMap((record) => (record.kind === 'reply' ? [`${record.item} ${record.raw}`] : [])).sort();
    expect(said(second)).toEqual(said(first));
    // Repeats are plays of their own, in the cache too.
    expect(new Set(said(first).map((line) => line.split(' Reply ')[1])).size).toBe(8);
  });

  it.each([
    ['another prompt', { prompt: 'Be strict.' }, 8],
    ['another tutor', { tutorModel: 'other' }, 8],
    ['another judge', { judgeModels: ['other'] }, 16],
    ['another server', { baseUrl: 'http://localhost:9/v1' }, 24],
    ['more repeats', { repeats: 3 }, 12],
  ])('asks anew for %s', async (_name, change, calls) => {
    const cache = open(await newFolder());
    await startRun({ ...base, provider: new FakeProvider(), cache });
    const provider = new FakeProvider();
    await startRun({ ...base, provider, cache, ...change });
    expect(provider.requests).toHaveLength(calls);
  });

  it('does not keep truncated, refused and empty answers', async () => {
    for (const answer of [
      { text: 'cut off', finish: 'length' },
      { text: 'no', finish: 'refusal' },
      { text: ' ', finish: 'stop' },
    ] as const) {
      const cache = open(await newFolder());
      const provider = new FakeProvider((request) => (isJudgeCall(request) ? defaultAnswer(request) : answer));
      await startRun({ ...base, samples: plainSamples(1), repeats: 1, provider, cache });
      const calls = provider.requests.length;
      await startRun({ ...base, samples: plainSamples(1), repeats: 1, provider, cache });
      expect(provider.requests.slice(calls).map(isJudgeCall)).toEqual([false]);
    }
  });

  it('asks again for what is damaged or cut off, and keeps the new answer', async () => {
    const root = await newFolder();
    const first = open(root);
    await startRun({ ...base, provider: new FakeProvider(), cache: first });
    await first.close();
    const [file, ...others] = await filesOf(root);
    expect(others).toEqual([]);
    const lines = (await readFile(file!, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(24);
    const damages = ['', '{"text":', 'null', '{"text":3,"finish":"stop"}', '{"text":"x","finish":"odd"}'];
    const damaged = lines.map((line, place) => (place < 5 ? `${line.slice(0, 65)}${damages[place] ?? ''}` : line));
    // The last line has lost its end.
    await writeFile(file!, damaged.join('\n'));
    const provider = new FakeProvider();
    const second = open(root);
    const { status } = await startRun({ ...base, provider, cache: second });
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(damages.length + 1);
    await second.close();
    const third = new FakeProvider();
    await startRun({ ...base, provider: third, cache: open(root) });
    expect(third.requests).toEqual([]);
  });

  it('is shared by processes, each with a file of its own', async () => {
    const root = await newFolder();
    const [one, other] = [open(root), open(root)];
    await Promise.all([one.set('a'.repeat(64), answer('one')), other.set('b'.repeat(64), answer('other'))]);
    await Promise.all([one.close(), other.close()]);
    expect(await filesOf(root)).toHaveLength(2);
    expect(await one.get('b'.repeat(64))).toEqual(answer('other'));
    expect(await other.get('a'.repeat(64))).toEqual(answer('one'));
  });

  it('gives the last of several answers, and texts of every script', async () => {
    const root = await newFolder();
    const cache = open(root);
    for (const text of ['first', 'Größe π 数 🙂\n"line"']) await cache.set('a'.repeat(64), answer(text));
    expect((await cache.get('a'.repeat(64)))?.text).toBe('Größe π 数 🙂\n"line"');
    await cache.close();
    expect((await cache.get('a'.repeat(64)))?.text).toBe('Größe π 数 🙂\n"line"');
  });

  it('forgets what is too old or too much, the oldest first, when it is opened', async () => {
    const root = await newFolder();
    for (const [place, key] of ['a', 'b', 'c'].entries()) {
      const cache = open(root);
      await cache.set(key.repeat(64), answer('x'.repeat(1_000)));
      await cache.close();
      const newest = (await filesOf(root)).sort().at(-1)!;
      const days = [100, 20, 10][place]!;
      const time = new Date(Date.now() - days * 86_400_000);
      await utimes(newest, time, time);
    }
    const aged = open(root, { maxBytes: 1_000_000, maxAgeDays: 90 });
    expect(await aged.get('a'.repeat(64))).toBeUndefined();
    expect(await aged.get('b'.repeat(64))).toBeDefined();
    expect(await filesOf(root)).toHaveLength(2);
    const small = open(root, { maxBytes: 1_500, maxAgeDays: 90 });
    expect(await small.get('b'.repeat(64))).toBeUndefined();
    expect(await small.get('c'.repeat(64))).toBeDefined();
  });

  it('is cleared whole', async () => {
    const root = await newFolder();
    const cache = open(root);
    await cache.set('a'.repeat(64), answer('x'));
    await cache.close();
    expect(await clearCache(root)).toBeGreaterThan(64);
    expect(await cache.get('a'.repeat(64))).toBeUndefined();
    expect(await clearCache(root)).toBe(0);
  });

  it('that cannot be written does not harm a run', async () => {
    const file = path.join(await newFolder(), 'file');
    await writeFile(file, '');
    const { status } = await startRun({ ...base, provider: new FakeProvider(), cache: open(file) });
    expect(status.status).toBe('completed');
  });

  it('asks once where identical calls are under way together, and each where that brings nothing', async () => {
    const twins = {
      ...plainToy,
      plan: (...given: Parameters<typeof plainToy.plan>) =>
        plainToy.plan({ ...given[0], id: 'same' }, ...(given.slice(1) as [never, never, never])),
    };
    for (const [finish, calls] of [
      ['stop', 1],
      ['length', 4],
    ] as const) {
      const cache = open(await newFolder());
      const provider = new FakeProvider(async (request) => {
        await new Promise((resolve) => setImmediate(resolve));
        return isJudgeCall(request) ? defaultAnswer(request) : { text: 'Well?', finish };
      });
      await startRun({ ...base, benchmark: twins, repeats: 1, provider, cache });
      expect(provider.requests.filter((request) => !isJudgeCall(request))).toHaveLength(calls);
    }
  });
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileReplyCache } from '../../../src/core/engine/replyCache';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall } from './fakeProvider';
import { startRun } from './toyRun';

const newFolder = temporaryFolders();
const base = { benchmark: plainToy, samples: plainSamples(4), repeats: 2 };
const usage = { input: 1_000, output: 100, cachedInput: 0 };

async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(path.join(root, 'cache'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

describe('the cache of replies', () => {
  it('spares a second identical run every call, and counts no tokens for it', async () => {
    const cache = new FileReplyCache(await newFolder());
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
    const cache = new FileReplyCache(await newFolder());
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
      const cache = new FileReplyCache(await newFolder());
      const provider = new FakeProvider((request) => (isJudgeCall(request) ? defaultAnswer(request) : answer));
      await startRun({ ...base, samples: plainSamples(1), repeats: 1, provider, cache });
      const calls = provider.requests.length;
      await startRun({ ...base, samples: plainSamples(1), repeats: 1, provider, cache });
      expect(provider.requests.slice(calls).map(isJudgeCall)).toEqual([false]);
    }
  });

  it('asks again where a file is damaged, mends it, and leaves no drafts', async () => {
    const root = await newFolder();
    const cache = new FileReplyCache(root);
    await startRun({ ...base, provider: new FakeProvider(), cache });
    const files = await filesOf(root);
    expect(files).toHaveLength(24);
    const damages = ['', '{"text":', 'null', '{"text":3,"finish":"stop"}', '{"text":"x","finish":"odd"}'];
    await Promise.all(damages.map((text, index) => writeFile(files[index]!, text)));
    const provider = new FakeProvider();
    const { status } = await startRun({ ...base, provider, cache });
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(damages.length);
    expect(await filesOf(root)).toHaveLength(24);
    for (const file of files) expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ finish: 'stop' });
  });

  it('that cannot be written does not harm a run', async () => {
    const file = path.join(await newFolder(), 'file');
    await writeFile(file, '');
    const { status } = await startRun({ ...base, provider: new FakeProvider(), cache: new FileReplyCache(file) });
    expect(status.status).toBe('completed');
  });
});

import { execFileSync } from 'node:child_process';
import { appendFile, chmod, cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import type { RunStore } from '../../../src/core/store/runStore';
import { expectFailure } from './runStoreContract';
import { manifestOf, replyRecord, samples, statusRecord } from './storedRun';
import { summaryOf } from './summaryOf';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

const stores: readonly (readonly [name: string, make: () => Promise<RunStore>])[] = [
  ['MemoryRunStore', () => Promise.resolve(new MemoryRunStore())],
  ['FileRunStore', async () => new FileRunStore(await newFolder())],
];

async function addRun(store: RunStore, runId: string): Promise<void> {
  const writer = await store.create(manifestOf(runId), samples);
  await writer.append(statusRecord('running', '2026-03-01T10:00:01.000Z'));
  await writer.append(replyRecord(1));
  await writer.append(statusRecord('completed'));
  await writer.close();
}

async function kinds(store: RunStore): Promise<readonly string[]> {
  return (await store.summaries()).map(({ kind, id }) => `${id} ${kind}`);
}

describe.each(stores)('summaries in %s', (_name, make) => {
  it('are read back as they were written, and runs without one are listed as usual', async () => {
    const store = await make();
    await addRun(store, 'run-1');
    await addRun(store, 'run-2');
    expect(await store.writeSummary('run-1', summaryOf('run-1'))).toBe(true);
    expect(await store.summaries()).toEqual([
      expect.objectContaining({ kind: 'run', id: 'run-2', lastStatus: 'completed' }),
      { kind: 'summary', id: 'run-1', summary: summaryOf('run-1') },
    ]);
    expect((await store.list()).map(({ kind }) => kind)).toEqual(['run', 'run']);
  });

  it('are not used once the run has gone on, and can be written again when it has ended', async () => {
    const store = await make();
    await addRun(store, 'run-1');
    await store.writeSummary('run-1', summaryOf('run-1'));
    const writer = await store.reopen('run-1');
    await writer.append(statusRecord('running', '2026-03-02T10:00:00.000Z'));
    expect(await store.summaries()).toMatchObject([{ kind: 'run', lastStatus: 'running' }]);
    await writer.append(statusRecord('completed', '2026-03-02T10:00:05.000Z'));
    await writer.close();
    expect(await kinds(store)).toEqual(['run-1 run']);
    expect(await store.writeSummary('run-1', summaryOf('run-1'))).toBe(false);
    expect(await kinds(store)).toEqual(['run-1 run']);
    expect(await store.writeSummary('run-1', summaryOf('run-1', { lastAt: '2026-03-02T10:00:05.000Z' }))).toBe(true);
    expect(await kinds(store)).toEqual(['run-1 summary']);
  });

  it('are not kept when they say another end than the journal', async () => {
    const store = await make();
    await addRun(store, 'run-1');
    expect(await store.writeSummary('run-1', summaryOf('run-1', { status: 'failed' }))).toBe(false);
    expect(await store.writeSummary('run-1', summaryOf('run-1', { status: 'running' }))).toBe(false);
    expect(await kinds(store)).toEqual(['run-1 run']);
  });

  it('of an interrupted run are kept, with the time of its last status or of its start', async () => {
    const store = await make();
    for (const [id, at] of [
      ['run-1', '2026-03-01T10:00:01.000Z'],
      ['run-2', manifestOf('run-2').createdAt],
    ] as const) {
      const writer = await store.create(manifestOf(id), samples);
      if (id === 'run-1') await writer.append(statusRecord('running', at));
      await writer.close();
      expect(await store.writeSummary(id, summaryOf(id, { status: 'interrupted', lastAt: at }))).toBe(true);
    }
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 summary']);
  });

  it('belong to runs that are there', async () => {
    const store = await make();
    await expectFailure(store.writeSummary('run-9', summaryOf('run-9')), 'notFound');
    await expectFailure(store.readManifest('run-9'), 'notFound');
    await addRun(store, 'run-1');
    expect(await store.readManifest('run-1')).toEqual(manifestOf('run-1'));
    await store.writeSummary('run-1', summaryOf('run-1'));
    await store.delete('run-1');
    expect(await store.summaries()).toEqual([]);
  });
});

describe('a summary on disk', () => {
  async function summarized(): Promise<{ store: FileRunStore; root: string; directory: string; file: string }> {
    const root = await newFolder();
    const store = new FileRunStore(root);
    await addRun(store, 'run-1');
    await addRun(store, 'run-2');
    await store.writeSummary('run-1', summaryOf('run-1'));
    await store.writeSummary('run-2', summaryOf('run-2'));
    const directory = store.directoryOf('run-1');
    return { store, root, directory, file: path.join(directory, 'summary.json') };
  }

  it('is one file beside the journal, without drafts left', async () => {
    const { directory, file } = await summarized();
    expect((await readdir(directory)).sort()).toEqual(['journal.jsonl', 'run.json', 'samples.jsonl', 'summary.json']);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ schemaVersion: 3, runId: 'run-1' });
  });

  it.each(['', '{"schemaVersion":1', 'null', '[]', '{"__proto__":{"kind":"summary"}}', '\0\0\0'])(
    'that says %j is not used, and harms no other',
    async (text) => {
      const { store, file } = await summarized();
      await writeFile(file, text);
      expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    },
  );

  it('of a newer or an older form, of another run or of absurd length is not used', async () => {
    const { store, directory, file } = await summarized();
    const good = JSON.parse(await readFile(file, 'utf8')) as object;
    for (const text of [
      JSON.stringify({ ...good, schemaVersion: 4 }),
      JSON.stringify({ ...good, schemaVersion: 2 }),
      JSON.stringify({ ...good, benchmarks: 'none' }),
      JSON.stringify({ ...good, filler: 'x'.repeat(5 * 1024 * 1024) }),
    ]) {
      await writeFile(file, text);
      expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    }
    await writeFile(file, JSON.stringify(good));
    await cp(directory, store.directoryOf('run-3'), { recursive: true });
    expect(await kinds(store)).toEqual(['run-3 run', 'run-2 summary', 'run-1 summary']);
  });

  it.each([
    { value: 49_750 },
    { value: '50' },
    { value: null },
    { value: undefined },
    { ci: { low: 10, high: 1e308, level: 0.95 } },
    { ci: { low: 10, high: 90 } },
    { ci: { low: 10, level: 0.95 } },
    { n: -1 },
    { n: null },
    { excluded: -1 },
    { scale: [0] },
    { unit: 'euros' },
    { title: 7 },
  ])('with the numbers of no metric is not used: %j', async (change) => {
    const { store, file } = await summarized();
    const { benchmarks, ...rest } = summaryOf('run-1');
    const forged = benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.map((block) => ({
        ...block,
        metrics: block.metrics.map((metric, index) => (index === 0 ? { ...metric, ...change } : metric)),
      })),
    }));
    const good = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...good, ...rest, benchmarks: forged }));
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
  });

  it('is not used when the journal was changed, grew by a torn line, or is gone', async () => {
    const { store, directory } = await summarized();
    const journal = path.join(directory, 'journal.jsonl');
    const text = await readFile(journal, 'utf8');
    await writeFile(journal, text.replace('reply 1', 'reply 2'));
    const later = new Date(Date.now() + 60_000);
    await utimes(journal, later, later);
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    expect(await store.writeSummary('run-1', summaryOf('run-1'))).toBe(true);
    const earlier = new Date(Date.now() - 60_000);
    await utimes(journal, earlier, earlier);
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 summary']);
    await appendFile(journal, '{"kind":"rep');
    await utimes(journal, earlier, earlier);
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    await rm(journal);
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    await expectFailure(store.writeSummary('run-1', summaryOf('run-1')), 'unwritable');
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'that cannot be written is a RunStoreError (skipped for root, who may write anywhere)',
    async () => {
      const { store, directory } = await summarized();
      await chmod(directory, 0o555);
      await expectFailure(store.writeSummary('run-1', summaryOf('run-1')), 'unwritable');
      await chmod(directory, 0o755);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'that is a pipe or a folder holds nothing up (skipped where there are no named pipes)',
    async () => {
      const { store, file } = await summarized();
      await rm(file);
      execFileSync('mkfifo', [file]);
      expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
      await rm(file);
      await mkdir(file);
      expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 run']);
    },
  );

  it('is all that is read of its run: a damaged manifest beside it does not matter to the list', async () => {
    const { store, directory } = await summarized();
    await writeFile(path.join(directory, 'run.json'), '{');
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 summary']);
    await rm(path.join(directory, 'summary.json'));
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 damaged']);
  });

  it('is listed for 300 runs at once, in the order of their ids', async () => {
    const { root, store, directory } = await summarized();
    const ids = Array.from({ length: 300 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
    for (const id of ids) {
      const target = path.join(root, 'runs', id);
      await cp(directory, target, { recursive: true, preserveTimestamps: true });
      const file = path.join(target, 'summary.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace('"runId":"run-1"', `"runId":"${id}"`));
    }
    const listings = await store.summaries();
    expect(listings.map(({ kind }) => kind).every((kind) => kind === 'summary')).toBe(true);
    expect(listings.map(({ id }) => id)).toEqual(['run-2', 'run-1', ...ids.toReversed()]);
  });
});

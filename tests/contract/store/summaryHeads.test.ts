import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchmarkHeads } from '../../../src/core/store/benchmarkHeads';
import { FileHeadsStore } from '../../../src/core/store/fileHeadsStore';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { expectFailure } from './runStoreContract';
import { manifestOf, samples, statusRecord } from './storedRun';
import { madeUpHeads, summaryOf } from './summaryOf';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

interface Stored {
  readonly store: FileRunStore;
  readonly root: string;
  /** The only file of heads. */
  readonly heads: string;
  readonly summary: string;
}

async function addRun(store: FileRunStore, runId: string): Promise<void> {
  const writer = await store.create(manifestOf(runId), samples);
  await writer.append(statusRecord('completed'));
  await writer.close();
}

/** Two runs with summaries of the same metrics. */
async function twoRuns(): Promise<Stored> {
  // A folder around the store, which a test may look outside of.
  const root = path.join(await newFolder(), 'store');
  const store = new FileRunStore(root);
  for (const id of ['run-1', 'run-2']) {
    await addRun(store, id);
    expect(await store.writeSummary(id, summaryOf(id))).toBe(true);
  }
  const folder = path.join(root, 'metric-heads');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return {
    store,
    root,
    heads: path.join(folder, names[0]!),
    summary: path.join(store.directoryOf('run-1'), 'summary.json'),
  };
}

async function kinds(store: FileRunStore): Promise<readonly string[]> {
  return (await store.summaries()).map(({ kind, id }) => `${id} ${kind}`);
}

/** Keeps a text in the folder of heads under the hash of its content, as only a forger would. */
async function forge({ root }: Stored, text: string): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(path.join(root, 'metric-heads', `${sha256}.json`), text);
  return sha256;
}

async function addSummary({ store }: Stored): Promise<void> {
  expect(await store.writeSummary('run-1', summaryOf('run-1'))).toBe(true);
}

type Change = (benchmark: Record<string, unknown>) => Record<string, unknown>;

/** Rewrites the first run's summary with another benchmark in it. */
async function rewrite({ summary }: Stored, change: Change): Promise<void> {
  const stored = JSON.parse(await readFile(summary, 'utf8')) as { benchmarks: Record<string, unknown>[] };
  await writeFile(summary, JSON.stringify({ ...stored, benchmarks: stored.benchmarks.map(change) }));
}

describe('the names of the metrics in summaries', () => {
  it('are kept once for all runs, under the hash of their content, outside the folder of the runs', async () => {
    const { store, root, heads, summary } = await twoRuns();
    const text = await readFile(heads, 'utf8');
    expect(path.basename(heads)).toBe(`${createHash('sha256').update(text).digest('hex')}.json`);
    expect(JSON.parse(text)).toEqual(madeUpHeads);
    expect(await readFile(summary, 'utf8')).not.toContain('Tone');
    expect(await readdir(path.join(root, 'runs'))).toEqual(['run-1', 'run-2']);
    expect((await store.list()).map(({ id, kind }) => `${id} ${kind}`)).toEqual(['run-2 run', 'run-1 run']);
    await store.delete('run-1');
    expect(await kinds(store)).toEqual(['run-2 summary']);
  });

  it('are one object in all summaries of a listing, and cannot be changed', async () => {
    const { store } = await twoRuns();
    const found = (await store.summaries()).map((listing) =>
      listing.kind === 'summary' ? listing.summary.benchmarks[0]!.heads : undefined,
    );
    expect(found[0]).toEqual(madeUpHeads);
    expect(found[1]).toBe(found[0]);
    const metric = found[0]!.blocks[0]!.metrics[0] as { title: string };
    expect(() => (metric.title = 'Other')).toThrow(TypeError);
  });

  it('that are missing or damaged make no summary usable, until it is written again', async () => {
    const stored = await twoRuns();
    const { store, heads } = stored;
    const text = await readFile(heads, 'utf8');
    for (const damage of ['', text.slice(0, -20), text.replace('Tone', 'Fine'), `${text} `, '\0']) {
      await writeFile(heads, damage);
      expect(await kinds(store)).toEqual(['run-2 run', 'run-1 run']);
    }
    await rm(heads);
    expect(await kinds(store)).toEqual(['run-2 run', 'run-1 run']);
    await writeFile(heads, 'damaged');
    expect(await store.writeSummary('run-1', summaryOf('run-1'))).toBe(true);
    expect(await readFile(heads, 'utf8')).toBe(text);
    // The other one names the same.
    expect(await kinds(store)).toEqual(['run-2 summary', 'run-1 summary']);
    expect(await readdir(path.dirname(heads))).toEqual([path.basename(heads)]);
  });

  it('are of the metrics that the figures are of, or the summary is not used', async () => {
    const stored = await twoRuns();
    const other = `${JSON.stringify({ ...madeUpHeads, id: 'guideeval' })}\n`;
    const [block] = madeUpHeads.blocks;
    const fewer = `${JSON.stringify({ ...madeUpHeads, blocks: [{ ...block!, metrics: block!.metrics.slice(1) }] })}\n`;
    for (const text of [other, fewer]) {
      const heads = await forge(stored, text);
      await rewrite(stored, (benchmark) => ({ ...benchmark, heads }));
      expect(await kinds(stored.store)).toEqual(['run-2 summary', 'run-1 run']);
    }
  });

  it('have scales that the figures lie on, or the summary is not used', async () => {
    const stored = await twoRuns();
    for (const [column, figure] of [
      ['value', 49_750],
      ['high', 1e308],
      ['n', -1],
    ] as const) {
      await rewrite(stored, (benchmark) => {
        const figures = benchmark.figures as Record<string, readonly unknown[]>;
        const forged = { ...figures, [column]: figures[column]?.map(() => figure) };
        return { ...benchmark, figures: forged };
      });
      expect(await kinds(stored.store), column).toEqual(['run-2 summary', 'run-1 run']);
      await addSummary(stored);
    }
  });

  it('that pass for themselves but are no heads are not used', async () => {
    const stored = await twoRuns();
    const good = JSON.stringify(madeUpHeads);
    for (const text of [
      'null',
      '[]',
      '{"__proto__":{"id":"mrbench"}}',
      good.replace('"title"', '"__proto__":{"x":1},"title"'),
      good.replace('"title"', '"filler":1,"title"'),
      good.replace('"percent"', '"euros"'),
      good.replace('[0,100]', '[0,1e999]'),
      good.replace('[0,100]', '[0]'),
      good.replace('Tone', 'T'.repeat(2 * 1024 * 1024)),
    ]) {
      const heads = await forge(stored, text);
      await rewrite(stored, (benchmark) => ({ ...benchmark, heads }));
      expect(await kinds(stored.store), text.slice(0, 80)).toEqual(['run-2 summary', 'run-1 run']);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(['../../secret', `..${'/'.repeat(62)}`, 'A'.repeat(64), 'a'.repeat(63), '', 7, ['a'.repeat(64)]])(
    'are no path: %j',
    async (heads) => {
      const stored = await twoRuns();
      await writeFile(path.join(stored.root, '..', 'secret.json'), JSON.stringify(madeUpHeads));
      await rewrite(stored, (benchmark) => ({ ...benchmark, heads }));
      expect(await kinds(stored.store)).toEqual(['run-2 summary', 'run-1 run']);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'that are a pipe, a folder or a link to nowhere hold nothing up (skipped where there are no named pipes)',
    async () => {
      const { store, heads } = await twoRuns();
      await rm(heads);
      execFileSync('mkfifo', [heads]);
      expect(await kinds(store)).toEqual(['run-2 run', 'run-1 run']);
      await rm(heads);
      await symlink('/nowhere', heads);
      expect(await kinds(store)).toEqual(['run-2 run', 'run-1 run']);
      await rm(heads);
      await mkdir(heads);
      expect(await kinds(store)).toEqual(['run-2 run', 'run-1 run']);
      await expectFailure(store.writeSummary('run-1', summaryOf('run-1')), 'unwritable');
      expect((await readdir(path.dirname(heads))).filter((name) => name.endsWith('.new'))).toEqual([]);
    },
  );

  it('are written by many at once as by one', async () => {
    const root = await newFolder();
    const first = new FileRunStore(root);
    const ids = Array.from({ length: 12 }, (_, index) => `run-${String(index).padStart(2, '0')}`);
    for (const id of ids) await addRun(first, id);
    const written = await Promise.all(ids.map((id) => new FileRunStore(root).writeSummary(id, summaryOf(id))));
    expect(written.every((one) => one)).toBe(true);
    expect(await readdir(path.join(root, 'metric-heads'))).toHaveLength(1);
    expect((await first.summaries()).every(({ kind }) => kind === 'summary')).toBe(true);
  });

  it('are kept beside those of other judges, and cost no other summary its own', async () => {
    const { store, root } = await twoRuns();
    const heads: BenchmarkHeads = {
      ...madeUpHeads,
      blocks: madeUpHeads.blocks.map((block) => ({ ...block, judge: 'fake:other' })),
    };
    const summary = summaryOf('run-1');
    const others = { ...summary, benchmarks: summary.benchmarks.map((benchmark) => ({ ...benchmark, heads })) };
    expect(await store.writeSummary('run-1', others)).toBe(true);
    expect(await store.summaries()).toEqual([
      { kind: 'summary', id: 'run-2', summary: summaryOf('run-2') },
      { kind: 'summary', id: 'run-1', summary: others },
    ]);
    expect(await readdir(path.join(root, 'metric-heads'))).toHaveLength(2);
  });

  it('are asked for once in a listing, also where they are not there', async () => {
    const root = await newFolder();
    const store = new FileHeadsStore(root);
    const reader = store.reader();
    const sha256 = createHash('sha256')
      .update(`${JSON.stringify(madeUpHeads)}\n`)
      .digest('hex');
    expect(reader(sha256)).toBeUndefined();
    expect(await store.put(madeUpHeads)).toBe(sha256);
    expect(reader(sha256)).toBeUndefined();
    expect(store.reader()(sha256)).toEqual(madeUpHeads);
  });
});

import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { promptHistory } from '../../../src/core/history/promptHistory';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { isOutdated, refreshedListing, summarizeRun } from '../../../src/core/history/summarizeRun';
import { buildReport } from '../../../src/core/results/buildReport';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunStore, SummaryListing } from '../../../src/core/store/runStore';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { manifestOf, samples } from '../../contract/store/storedRun';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider } from '../run/fakeProvider';
import { startRun } from '../run/toyRun';

const newFolder = temporaryFolders();
const fixture = path.join(import.meta.dirname, '../../../test-fixtures/runs-1');
const runId = '20261121-041911-9exv';
const options = { benchmarks, toolVersion: '9.9.9', resamples: 200 };

async function fixtureStore(): Promise<{ store: FileRunStore; root: string }> {
  const root = await newFolder();
  await cp(fixture, root, { recursive: true });
  return { store: new FileRunStore(root), root };
}

function shape(listings: readonly SummaryListing[]): readonly string[] {
  return listings.map(({ id, kind }) => `${id} ${kind}`);
}

/** The listings of a store, each counted anew where that is due. */
async function counted(store: RunStore, given = options): Promise<readonly SummaryListing[]> {
  const found: SummaryListing[] = [];
  for (const listing of await store.summaries()) {
    found.push(isOutdated(listing, given.toolVersion) ? await refreshedListing(store, listing.id, given) : listing);
  }
  return found;
}

describe('summarizeRun', () => {
  it('says of a run what its report says', async () => {
    const { store } = await fixtureStore();
    const session = sessionOfRun(await store.open(runId), benchmarks);
    const report = buildReport(session, options);
    const summary = summarizeRun(report, session, '9.9.9');
    expect(summary).toMatchObject({
      toolVersion: '9.9.9',
      runId,
      createdAt: report.run.startedAt,
      lastAt: session.state.status?.at,
      status: 'completed',
      tutor: report.run.tutor,
      judges: report.run.judges,
      simulated: true,
      wallMs: report.run.wallMs,
      prompt: { revision: report.run.revision, path: report.run.promptPath },
    });
    const [benchmark] = report.benchmarks;
    const [summarized] = summary.benchmarks;
    expect(summarized).toMatchObject({
      id: 'mrbench',
      dataHash: session.manifest.benchmarks[0]?.dataHash,
      samples: 2,
      completed: 2,
      unscored: 0,
      verdicts: benchmark?.verdicts,
    });
    expect(summarized?.title).toBe(benchmark!.title);
    expect(summarized!.blocks.flatMap(({ metrics }) => metrics).length).toBeGreaterThan(5);
    expect(summarized!.blocks).toEqual(
      benchmark!.blocks.map(({ id: block, title, judge, metrics }) => ({
        ...{ id: block, title, judge },
        metrics: metrics.map(({ id, title: name, unit, direction, scale, band, value, ci, n, excluded }) => ({
          ...{ id, title: name, unit, direction, scale, n, excluded },
          ...(band && { band }),
          ...(value !== undefined && { value }),
          ...(ci && { ci: { low: ci.low, high: ci.high, level: 0.95 } }),
        })),
      })),
    );
    expect(await store.writeSummary(runId, summary)).toBe(true);
    expect(await store.summaries()).toEqual([{ kind: 'summary', id: runId, summary }]);
    expect(JSON.stringify(summary)).not.toContain(session.manifest.prompt.text.slice(0, 40));
  });

  it('has no value where nothing was measured', async () => {
    const run = await startRun({ benchmark: plainToy, samples: plainSamples(2), provider: new FakeProvider() });
    const summary = summarizeRun(buildReport(run.session), run.session, '1');
    expect(summary.benchmarks[0]?.blocks.flatMap(({ metrics }) => metrics.flatMap(({ value }) => value ?? []))).toEqual(
      [],
    );
    expect(await run.store.writeSummary('run-1', summary)).toBe(true);
  });
});

describe('refreshedListing', () => {
  it('computes a summary that is missing once, and then reads it', async () => {
    const { store } = await fixtureStore();
    const first = await counted(store);
    expect(shape(first)).toEqual([`${runId} summary`]);
    expect(await store.summaries()).toEqual(first);
    expect(isOutdated(first[0]!, '9.9.9')).toBe(false);
  });

  it('computes anew what another version has computed, and what says otherwise than the journal', async () => {
    const { store } = await fixtureStore();
    const own = await refreshedListing(store, runId, { ...options, toolVersion: '0.0.1' });
    expect(own).toMatchObject({ kind: 'summary', summary: { toolVersion: '0.0.1' } });
    const [listing] = await store.summaries();
    expect(isOutdated(listing!, '0.0.1')).toBe(false);
    expect(isOutdated(listing!, '9.9.9')).toBe(true);
    const file = path.join(store.directoryOf(runId), 'summary.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"journalBytes":\d+/, '"journalBytes":1'));
    expect(await counted(store)).toMatchObject([
      { kind: 'summary', summary: { toolVersion: '9.9.9', status: 'completed' } },
    ]);
  });

  it('leaves a run under way alone, and sums up an interrupted one', async () => {
    const store = new MemoryRunStore();
    const manifest = manifestOf('run-1');
    const writer = await store.create(manifest, samples);
    expect(shape(await counted(store))).toEqual(['run-1 run']);
    await writer.close();
    expect(await counted(store)).toMatchObject([
      { kind: 'summary', summary: { status: 'interrupted', lastAt: manifest.createdAt, wallMs: 0 } },
    ]);
    expect(shape(await store.summaries())).toEqual(['run-1 summary']);
  });

  it('lists a run that cannot be read as damaged and the others as they are', async () => {
    const { store, root } = await fixtureStore();
    await cp(path.join(root, 'runs', runId), path.join(root, 'runs', 'copy'), { recursive: true });
    await cp(path.join(root, 'runs', runId), path.join(root, 'runs', 'broken'), { recursive: true });
    await writeFile(path.join(root, 'runs', 'broken', 'samples.jsonl'), '');
    const unreadable = path.join(root, 'runs', 'unreadable');
    await cp(path.join(root, 'runs', runId), unreadable, { recursive: true });
    await writeFile(path.join(unreadable, 'run.json'), '{');
    const known = new Map([...benchmarks].filter(([id]) => id !== 'mrbench'));
    const listings = await counted(store);
    expect(shape(listings)).toEqual(['unreadable damaged', 'copy summary', 'broken summary', `${runId} summary`]);
    expect(listings[1]).toMatchObject({ summary: { runId: 'copy' } });
    expect(listings[2]).toMatchObject({ summary: { benchmarks: [] } });
    const strangers = await counted(store, { ...options, benchmarks: known, toolVersion: '10' });
    expect(strangers.every(({ kind }) => kind === 'damaged')).toBe(true);
    expect(strangers[1]).toMatchObject({ problem: expect.stringMatching(/mrbench/) as string });
  });

  it('shows a store that cannot be written', async () => {
    class ReadOnlyStore extends MemoryRunStore {
      override writeSummary(): Promise<boolean> {
        return Promise.reject(new RunStoreError('unwritable', '', 'The disk is read-only.'));
      }
    }
    const store = new ReadOnlyStore();
    for (const id of ['run-1', 'run-2']) await (await store.create(manifestOf(id), samples)).close();
    expect(shape(await counted(store))).toEqual(['run-2 summary', 'run-1 summary']);
  });

  it('gives a history its statistics', async () => {
    const { store } = await fixtureStore();
    const { path: promptPath } = (await store.readManifest(runId)).prompt;
    const before = await promptHistory(store, promptPath);
    expect(before.runs[0]).toMatchObject({ id: runId, status: 'completed', summary: undefined });
    const listings = await counted(store);
    const after = await promptHistory(store, promptPath, { listings });
    expect(after.runs[0]?.summary?.benchmarks[0]?.blocks[0]?.metrics.length).toBeGreaterThan(5);
    expect({ ...after.runs[0], summary: undefined }).toEqual(before.runs[0]);
  });
});

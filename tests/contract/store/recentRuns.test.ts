import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { type RecentRun, recentRuns } from '../../../src/core/store/readJournal';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider } from '../../unit/run/fakeProvider';
import { startRun } from '../../unit/run/toyRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

async function found(root: string): Promise<readonly RecentRun[]> {
  const runs: RecentRun[] = [];
  for await (const run of recentRuns(root)) runs.push(run);
  return runs;
}

describe('the newest runs of a store', () => {
  it('come newest first, with the records of their journals', async () => {
    const root = await newFolder();
    const options = { benchmark: plainToy, samples: plainSamples(3), provider: new FakeProvider() };
    for (const runId of ['20260101-000000-aaaa', '20260301-000000-cccc', '20260201-000000-bbbb']) {
      await startRun({ ...options, store: new FileRunStore(root), runId });
    }
    const runs = await found(root);
    expect(runs.map(({ manifest }) => manifest.runId.slice(4, 6))).toEqual(['03', '02', '01']);
    expect((await runs[0]?.records())?.map(({ kind }) => kind).filter((kind) => kind === 'reply')).toHaveLength(3);
  });

  it('leave out what cannot be read, and read no more than the end of a long journal', async () => {
    const root = await newFolder();
    const runId = '20260101-000000-aaaa';
    const options = { benchmark: plainToy, samples: plainSamples(3), provider: new FakeProvider() };
    await startRun({ ...options, store: new FileRunStore(root), runId });
    await mkdir(path.join(root, 'runs', '20260401-000000-dddd'));
    await writeFile(path.join(root, 'runs', '20260401-000000-dddd', 'run.json'), '{"schemaVersion": 9}');
    const journal = path.join(root, 'runs', runId, 'journal.jsonl');
    const status = JSON.stringify({ kind: 'status', at: '2026-03-01T00:00:00.000Z', status: 'running' });
    await appendFile(journal, `${'x'.repeat(1_500_000)}\n${status}\n{"kind":`);
    const [run, ...others] = await found(root);
    expect(others).toEqual([]);
    expect(await run?.records()).toEqual([JSON.parse(status)]);
    expect(await found(path.join(root, 'nowhere'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('do not wait for pipes in the place of files', async () => {
    const root = await newFolder();
    const options = { benchmark: plainToy, samples: plainSamples(3), provider: new FakeProvider() };
    await startRun({ ...options, store: new FileRunStore(root), runId: '20260101-000000-aaaa' });
    await startRun({ ...options, store: new FileRunStore(root), runId: '20260201-000000-bbbb' });
    const file = (runId: string, name: string): string => path.join(root, 'runs', runId, name);
    for (const pipe of [file('20260201-000000-bbbb', 'run.json'), file('20260101-000000-aaaa', 'journal.jsonl')]) {
      await rm(pipe);
      execFileSync('mkfifo', [pipe]);
    }
    const [run, ...others] = await found(root);
    expect(others).toEqual([]);
    expect(run?.manifest.runId).toBe('20260101-000000-aaaa');
    expect(await run?.records()).toEqual([]);
  });
});

import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { systemClock } from '../../../src/core/run/clock';
import { createEndpoints } from '../../../src/core/run/createEndpoints';
import { executeRun } from '../../../src/core/run/executeRun';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import { buildReport } from '../../../src/core/results/buildReport';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
const fixture = path.join(import.meta.dirname, '../../../test-fixtures/runs-1');
const runId = '20261121-041911-9exv';

async function sessionOf(store: FileRunStore): Promise<RunSession> {
  const run = await store.open(runId);
  return createRunSession(run.manifest, run.samples, benchmarks, run.records, run.problems);
}

/** The rows of the run's only benchmark, as title, value and count. */
function statistics(session: RunSession): string[] {
  const rows = buildReport(session).benchmarks[0]?.blocks.flatMap((block) => block.metrics) ?? [];
  return rows.map(({ title, value, n }) => `${title}: ${value?.toFixed(1)} of ${n}`);
}

describe('a run of the first version of the format', () => {
  it('is listed and opened without a problem; what was no choice then has its default', async () => {
    const before = await Promise.all(
      ['run.json', 'samples.jsonl', 'journal.jsonl'].map((name) => stat(path.join(fixture, 'runs', runId, name))),
    );
    const store = new FileRunStore(fixture);
    expect(await store.list()).toMatchObject([{ kind: 'run', id: runId, lastStatus: 'completed' }]);
    const text = await readFile(path.join(fixture, 'runs', runId, 'run.json'), 'utf8');
    expect((JSON.parse(text) as { policy: unknown }).policy).toEqual({ oneSentence: true, groundTruthToJudge: true });
    const run = await store.open(runId);
    expect(run.problems).toEqual([]);
    expect(run.manifest.policy).toEqual(defaultPolicy);
    expect(run.manifest.student).toBeUndefined();
    expect(run.manifest.benchmarks[0]?.images).toBeUndefined();
    expect(run.records.map(({ kind }) => kind).filter((kind) => kind === 'judged')).toHaveLength(16);
    const session = await sessionOf(store);
    expect(session.problems).toEqual([]);
    expect(session.items.map(({ key }) => key)).toEqual(['mrbench/mr-006#0', 'mrbench/mr-036#0']);
    expect(session.imagesOf('mrbench')).toEqual({});
    const after = await readdir(path.join(fixture, 'runs', runId));
    expect(after.sort()).toEqual(['journal.jsonl', 'run.json', 'samples.jsonl']);
    expect(before.every(({ size }) => size > 0)).toBe(true);
  });

  it('has the statistics that it had then', async () => {
    const session = await sessionOf(new FileRunStore(fixture));
    const report = buildReport(session);
    expect(report.run).toMatchObject({
      status: 'completed',
      simulated: true,
      progress: { replies: { done: 2, planned: 2 } },
    });
    expect(report.run.student).toBeUndefined();
    // As that version printed them.
    expect(statistics(session)).toEqual([
      'Mistake identification: 0.0 of 2',
      'Mistake location: 0.0 of 2',
      'Not revealing the answer: 100.0 of 2',
      'Providing guidance: 100.0 of 2',
      'Actionability: 100.0 of 2',
      'Coherence: 50.0 of 2',
      'Encouraging tone: 100.0 of 2',
      'Human-likeness: 100.0 of 2',
      'Non-offensive tone: 100.0 of 2',
    ]);
  });

  it.each([0, 1, 5, 12, 1_000])(
    'cut off after %i records is finished, without a second answer to any call',
    async (kept) => {
      const root = await newFolder();
      await cp(fixture, root, { recursive: true });
      const journal = path.join(root, 'runs', runId, 'journal.jsonl');
      const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
      await writeFile(journal, `${lines.slice(0, kept).join('\n')}\n`);
      const store = new FileRunStore(root);
      const session = await sessionOf(store);
      const writer = await store.reopen(runId);
      const status = await executeRun(
        session,
        {
          ...createEndpoints(session.manifest, {
            entries: new Map([['offline', offlineEntry]]),
            keyFor: () => '',
            concurrency: undefined,
            onEvent: () => undefined,
          }),
          writer,
          images: store.images,
          cache: undefined,
          clock: systemClock,
          random: () => 0.5,
          onEvent: () => undefined,
          maxCostUsd: undefined,
          spending: undefined,
        },
        new AbortController().signal,
      );
      await writer.close();
      expect(status.status).toBe('completed');
      const { records, problems } = await store.open(runId);
      expect(problems).toEqual([]);
      const answered = records.flatMap((record) =>
        record.kind === 'reply'
          ? [`${record.item} ${record.turn}`]
          : record.kind === 'judged'
            ? [`${record.item} ${record.key}`]
            : [],
      );
      expect(answered).toHaveLength(18);
      expect(new Set(answered).size).toBe(18);
    },
  );
});

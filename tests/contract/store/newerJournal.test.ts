import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider } from '../../unit/run/fakeProvider';
import { resumeRun, startRun } from '../../unit/run/toyRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

describe('a journal of a later version', () => {
  it('is read as far as it is known: lines of new kinds are counted once, and no damage', async () => {
    const store = new FileRunStore(await newFolder());
    const provider = new FakeProvider();
    const options = { benchmark: plainToy, samples: plainSamples(2), provider, store };
    await startRun(options);
    const journal = path.join(store.directoryOf('run-1'), 'journal.jsonl');
    await appendFile(journal, '{"kind":"weather","at":"2030-01-01"}\n{"kind":"tides"}\n{"kind":"reply"}\n');
    const { problems, records } = await store.open('run-1');
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/line \d+ is damaged/);
    expect(problems[1]).toMatch(/has 2 lines of a kind that this version does not know/);
    expect(records.filter(({ kind }) => kind === 'reply')).toHaveLength(2);
    const [listing] = await store.list();
    expect(listing).toMatchObject({ kind: 'run', lastStatus: 'completed' });
    const calls = provider.requests.length;
    expect((await resumeRun(options)).status.status).toBe('completed');
    expect(provider.requests).toHaveLength(calls);
  });

  it('whose status names an unknown cap keeps that status', async () => {
    const store = new FileRunStore(await newFolder());
    await startRun({ benchmark: plainToy, samples: plainSamples(1), provider: new FakeProvider(), store });
    const status = { kind: 'status', at: '2026-03-02T00:00:00.000Z', status: 'overBudget', cap: 'maxHopes' };
    await appendFile(path.join(store.directoryOf('run-1'), 'journal.jsonl'), `${JSON.stringify(status)}\n`);
    expect((await store.open('run-1')).records.at(-1)).toEqual({ ...status, cap: undefined });
  });
});

describe('a journal of an earlier version', () => {
  it('with changes of the calls in flight is read and continued without them, and without a problem', async () => {
    const store = new FileRunStore(await newFolder());
    const provider = new FakeProvider();
    const options = { benchmark: plainToy, samples: plainSamples(2), provider, store };
    await startRun(options);
    const before = await store.open('run-1');
    const change = {
      kind: 'limit',
      at: '2026-03-02T00:00:00.000Z',
      provider: 'fake',
      baseUrl: 'http://localhost:1/v1',
    };
    const counts = { from: 16, to: 64, low: 16, high: 64, growths: 2, cuts: 0 };
    const journal = path.join(store.directoryOf('run-1'), 'journal.jsonl');
    await appendFile(journal, `${JSON.stringify({ ...change, ...counts })}\n`);
    const { records, problems } = await store.open('run-1');
    expect([records, problems]).toEqual([before.records, []]);
    expect(await store.list()).toMatchObject([{ kind: 'run', lastStatus: 'completed' }]);
    const calls = provider.requests.length;
    expect((await resumeRun(options)).status.status).toBe('completed');
    expect(provider.requests).toHaveLength(calls);
  });
});

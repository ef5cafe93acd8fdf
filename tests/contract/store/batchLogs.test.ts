import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BatchEntry, type BatchLog, FileBatchLog, openBatches } from '../../../src/core/store/batchLog';
import { MemoryBatchLog } from '../../memoryStores/memoryBatchLog';
import { expectFailure } from './runStoreContract';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

const logs: readonly (readonly [name: string, make: () => Promise<BatchLog>])[] = [
  ['MemoryBatchLog', () => Promise.resolve(new MemoryBatchLog())],
  ['FileBatchLog', async () => new FileBatchLog(await newFolder())],
];

const at = '2026-03-01T10:00:00.000Z';
const place = { at, provider: 'openai', model: 'gpt-4o' };

function submitted(batchId: string, ids: string[] = ['a-0', 'b-1']): BatchEntry {
  return { kind: 'submitted', ...place, batchId, ids };
}

const entries: readonly BatchEntry[] = [
  { kind: 'intent', ...place, calls: 2 },
  submitted('batch_1'),
  { kind: 'intent', ...place, baseUrl: 'http://localhost:1/v1', calls: 1 },
  { ...submitted('batch_2', ['c-0']), baseUrl: 'http://localhost:1/v1' } as BatchEntry,
  { kind: 'collected', at, batchId: 'batch_1' },
  { kind: 'cancelled', at, batchId: 'batch_2' },
  { kind: 'lost', at, batchId: 'batch_9' },
];

describe.each(logs)('%s', (_name, make) => {
  it('starts empty and gives back what was appended, in order', async () => {
    const log = await make();
    expect(await log.read()).toEqual({ entries: [], problems: [] });
    for (const entry of entries) await log.append(entry);
    expect(await log.read()).toEqual({ entries, problems: [] });
  });

  it('keeps the ids of thousands of calls', async () => {
    const log = await make();
    const ids = Array.from({ length: 50_000 }, (_, index) => `${'k'.repeat(43)}-${index}`);
    await log.append(submitted('batch_1', ids));
    expect((await log.read()).entries).toEqual([submitted('batch_1', ids)]);
  });

  it.each<[string, BatchEntry]>([
    ['an id that would lead elsewhere', submitted('../batches')],
    ['an id with a slash', submitted('a/b')],
    ['no id', submitted('')],
    ['a call id that no API takes', submitted('batch_1', ['a b'])],
    ['no time', { kind: 'lost', at: 'now', batchId: 'batch_1' }],
    ['no calls', { kind: 'intent', ...place, calls: 0 }],
  ])('refuses %s', async (_what, entry) => {
    const log = await make();
    await expectFailure(log.append(entry), 'unwritable');
    expect((await log.read()).entries).toEqual([]);
  });

  it('keeps all entries that do not wait for each other', async () => {
    const log = await make();
    await Promise.all(Array.from({ length: 50 }, (_, index) => log.append(submitted(`batch_${index}`))));
    expect((await log.read()).entries.map((entry) => 'batchId' in entry && entry.batchId)).toEqual(
      Array.from({ length: 50 }, (_, index) => `batch_${index}`),
    );
  });
});

describe('the record of batches on disk', () => {
  it('loses a torn line only, names it, and goes on after it', async () => {
    const folder = await newFolder();
    const file = path.join(folder, 'batches.jsonl');
    const log = new FileBatchLog(folder);
    await log.append(submitted('batch_1'));
    await log.append(submitted('batch_2'));
    await truncate(file, (await readFile(file)).length - 10);
    await new FileBatchLog(folder).append(submitted('batch_3'));
    const { entries: kept, problems } = await log.read();
    expect(kept).toEqual([submitted('batch_1'), submitted('batch_3')]);
    expect(problems).toEqual([expect.stringMatching(/batches\.jsonl line 2 is damaged/)]);
  });

  it.each([
    'null',
    '[]',
    '{"kind":"submitted"}',
    `{"kind":"submitted","at":"${at}","provider":"openai","model":"m","batchId":"../../v1/files","ids":[]}`,
    `{"kind":"collected","at":"${at}","batchId":{"toString":1}}`,
    '{"kind":"__proto__"}',
  ])('leaves out the line %j and no other', async (line) => {
    const folder = await newFolder();
    const log = new FileBatchLog(folder);
    await log.append(submitted('batch_1'));
    await appendFile(path.join(folder, 'batches.jsonl'), `${line}\n`);
    await log.append(submitted('batch_2'));
    const { entries: kept, problems } = await log.read();
    expect(kept).toEqual([submitted('batch_1'), submitted('batch_2')]);
    expect(problems).toHaveLength(1);
  });

  it('that cannot be read or written is a RunStoreError', async () => {
    const folder = await newFolder();
    await mkdir(path.join(folder, 'batches.jsonl'));
    await expectFailure(new FileBatchLog(folder).read(), 'damaged');
    await expectFailure(new FileBatchLog(folder).append(submitted('batch_1')), 'unwritable');
    await expectFailure(new FileBatchLog(path.join(folder, 'gone')).append(submitted('batch_1')), 'unwritable');
  });
});

describe('openBatches', () => {
  it('are those that nothing was said of after they were handed over', () => {
    expect(openBatches(entries)).toEqual([]);
    expect(openBatches(entries.slice(0, 5))).toEqual([entries[3]]);
    expect(openBatches(entries.slice(0, 1))).toEqual([]);
  });
});

import { appendFile, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { readLastStatus } from '../../../src/core/store/readJournal';
import { StoreFolder } from '../../../src/core/store/storeFolder';
import { expectFailure } from './runStoreContract';
import { manifestOf, replyRecord, samples, statusRecord } from './storedRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

async function storeWithRun(
  id = 'run-1',
): Promise<{ store: FileRunStore; root: string; journal: string; manifest: string }> {
  const root = await newFolder();
  const store = new FileRunStore(root);
  const writer = await store.create(manifestOf(id), samples);
  for (const turn of [1, 2, 3]) await writer.append(replyRecord(turn));
  await writer.close();
  const directory = store.directoryOf(id);
  return { store, root, journal: path.join(directory, 'journal.jsonl'), manifest: path.join(directory, 'run.json') };
}

function twice<Item>(items: readonly Item[]): readonly Item[] {
  return [...items, ...items];
}

function turns(records: readonly { readonly kind: string }[]): unknown[] {
  return records.map((record) => ('turn' in record ? record.turn : record.kind));
}

describe('a new store', () => {
  it('keeps itself out of git, unless the user has decided otherwise', async () => {
    const { store, root } = await storeWithRun();
    const file = path.join(root, '.gitignore');
    expect(await readFile(file, 'utf8')).toMatch(/^\*$/m);
    await rm(file);
    await (await store.create(manifestOf('run-2'), samples)).close();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});

describe('a damaged journal', () => {
  it('loses a torn last line only, names it, and goes on after it', async () => {
    const { store, journal } = await storeWithRun();
    const { length } = await readFile(journal);
    await truncate(journal, length - 20);
    expect(turns((await store.open('run-1')).records)).toEqual([1, 2]);
    const writer = await store.reopen('run-1');
    await writer.append(replyRecord(3, 'again'));
    await writer.close();
    const run = await store.open('run-1');
    expect(turns(run.records)).toEqual([1, 2, 3]);
    expect(run.problems).toHaveLength(1);
    expect(run.problems[0]).toMatch(/journal\.jsonl line 3 /);
  });

  it('keeps a last line whose line end alone is missing', async () => {
    const { store, journal } = await storeWithRun();
    const { length } = await readFile(journal);
    await truncate(journal, length - 1);
    const writer = await store.reopen('run-1');
    await writer.append(replyRecord(4));
    await writer.close();
    const run = await store.open('run-1');
    expect(turns(run.records)).toEqual([1, 2, 3, 4]);
    expect(run.problems).toEqual([]);
  });

  it.each(['{"kind":"reply"', '{"kind":"reply","item":3}', 'null', '[]', '\u0000\u0000\u0000', '{"kind":"__proto__"}'])(
    'leaves out the middle line %j and no other',
    async (line) => {
      const { store, journal } = await storeWithRun();
      await appendFile(journal, `${line}\n${JSON.stringify(replyRecord(4))}\n`);
      const run = await store.open('run-1');
      expect(turns(run.records)).toEqual([1, 2, 3, 4]);
      expect(run.problems).toHaveLength(1);
    },
  );

  it('is named when it is gone, and the rest of the run can be read', async () => {
    const { store, journal } = await storeWithRun();
    await rm(journal);
    const run = await store.open('run-1');
    expect(run.samples).toEqual(samples);
    expect(run.records).toEqual([]);
    expect(run.problems).toHaveLength(1);
  });

  it('that cannot be read is a RunStoreError', async () => {
    const { store, journal } = await storeWithRun();
    await rm(journal);
    await mkdir(journal);
    await expectFailure(store.open('run-1'), 'damaged');
    await expectFailure(store.reopen('run-1'), 'unwritable');
    // The failed reopen must not leave its lock behind.
    await rm(journal, { recursive: true });
    await (await store.reopen('run-1')).close();
  });
});

describe('a run that is opened without its verdicts', () => {
  it('has all its other records, whatever the replies say', async () => {
    const { store, journal } = await storeWithRun();
    const { records } = await store.open('run-1');
    const { at, calls, cached, retries, ms, item } = replyRecord(1);
    const call = { at, calls, cached, retries, ms, item };
    const judged = { kind: 'judged', ...call, key: 'k', judgeModel: 'm', version: 'v', verdicts: [], attempts: [] };
    const quoting = { ...replyRecord(4), raw: 'It is "kind":"judged".' };
    await appendFile(journal, [judged, quoting, '{torn'].map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect((await store.open('run-1')).records).toEqual([...records, judged, quoting]);
    const { records: without, problems } = await store.open('run-1', { hasVerdicts: false });
    expect(without).toEqual([...records, quoting]);
    expect(problems).toEqual([expect.stringContaining('line 6 is damaged')]);
  });
});

describe('a damaged manifest', () => {
  it.each([
    ['not JSON', '{"schemaVersion":1,'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an unknown benchmark', JSON.stringify({ ...manifestOf('run-1'), benchmarks: [] })],
    ['200,000 judges', JSON.stringify({ ...manifestOf('run-1'), judges: Array(200_000).fill(manifestOf('x').tutor) })],
    [
      'one benchmark twice',
      JSON.stringify({ ...manifestOf('run-1'), benchmarks: twice(manifestOf('run-1').benchmarks) }),
    ],
    ['version 0', JSON.stringify({ ...manifestOf('run-1'), schemaVersion: 0 })],
  ])('(%s) is listed as damaged and harms no other run', async (_name, text) => {
    const { store, manifest } = await storeWithRun();
    await (await store.create(manifestOf('run-2'), samples)).close();
    await writeFile(manifest, text);
    expect((await store.list()).map(({ kind, id }) => ({ kind, id }))).toEqual([
      { kind: 'run', id: 'run-2' },
      { kind: 'damaged', id: 'run-1' },
    ]);
    const error = await expectFailure(store.open('run-1'), 'damaged');
    expect(error.message).toContain(manifest);
    await store.delete('run-1');
    expect(await store.list()).toHaveLength(1);
  });

  it('of a newer version says so', async () => {
    const { store, manifest } = await storeWithRun();
    await writeFile(manifest, JSON.stringify({ ...manifestOf('run-1'), schemaVersion: 2, anything: {} }));
    await expectFailure(store.open('run-1'), 'newer');
    await expectFailure(store.reopen('run-1'), 'newer');
    const [listing] = await store.list();
    expect(listing).toMatchObject({ kind: 'damaged' });
    expect(listing?.kind === 'damaged' && listing.problem).toMatch(/newer version/);
  });

  it('a folder that never got its manifest, and files that are no runs, are not listed', async () => {
    const { store, root } = await storeWithRun();
    await mkdir(path.join(root, 'runs', '20260101-000000-aaaa'));
    await writeFile(path.join(root, 'runs', '.DS_Store'), '');
    await writeFile(path.join(root, 'runs', 'notes.txt'), '');
    expect((await store.list()).map((listing) => listing.id)).toEqual(['run-1']);
  });
});

describe('a samples file', () => {
  it('leaves out lines that are no samples and names them', async () => {
    const { store } = await storeWithRun();
    const file = path.join(store.directoryOf('run-1'), 'samples.jsonl');
    await appendFile(file, '{"benchmark":\nnull\n7\n{"benchmark":"mrbench","sample":{"id":"s2"}}\n');
    const run = await store.open('run-1');
    expect(run.samples).toEqual([...samples, { benchmark: 'mrbench', sample: { id: 's2' } }]);
    expect(run.problems).toEqual([
      'The mrbench samples in samples.jsonl of run run-1 are not those that it was planned with.',
      ...[2, 3, 4].map((line) => `${file} line ${line} is damaged and is left out.`),
    ]);
  });

  it('leaves out a sample that is nested too deeply to be walked', async () => {
    const { store } = await storeWithRun();
    const file = path.join(store.directoryOf('run-1'), 'samples.jsonl');
    const [first = ''] = (await readFile(file, 'utf8')).split('\n');
    const deep = first.replace('"sample":{', `"sample":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)},`);
    expect(deep).not.toBe(first);
    await appendFile(file, `${deep}\n`);
    const run = await store.open('run-1');
    expect(run.samples).toHaveLength(samples.length);
    expect(run.problems.join('\n')).toMatch(new RegExp(`line ${samples.length + 1} is damaged`));
  });

  it('with a damaged part is named for each run that has it', async () => {
    const { store } = await storeWithRun();
    await (await store.create(manifestOf('run-2'), samples)).close();
    for (const id of ['run-1', 'run-2'])
      await appendFile(path.join(store.directoryOf(id), 'samples.jsonl'), '{"id":\n');
    for (const id of ['run-1', 'run-2']) {
      expect((await store.open(id)).problems).toEqual([expect.stringContaining(id)]);
    }
  });

  it('is an error when it is gone', async () => {
    const { store } = await storeWithRun();
    await rm(path.join(store.directoryOf('run-1'), 'samples.jsonl'));
    const { message } = await expectFailure(store.open('run-1'), 'damaged');
    expect(message).toMatch(/samples\.jsonl is missing.*Put it back, or evaluate again\.$/);
  });
});

describe('places that cannot be written', () => {
  it('a file where the store should be', async () => {
    const root = path.join(await newFolder(), 'store');
    await writeFile(root, '');
    const error = await expectFailure(new FileRunStore(root).create(manifestOf('run-1'), samples), 'unwritable');
    expect(error.message).toMatch(/Choose another folder/);
    expect(await new FileRunStore(root).list()).toEqual([]);
  });

  it('a file where the runs folder should be is not taken for a run of the same id', async () => {
    const root = await newFolder();
    await writeFile(path.join(root, 'runs'), '');
    const error = await expectFailure(new FileRunStore(root).create(manifestOf('run-1'), samples), 'unwritable');
    expect(error.message).toMatch(/Choose another folder/);
  });

  it('a folder that cannot even be listed is a RunStoreError', async () => {
    const root = await newFolder();
    await symlink('runs', path.join(root, 'runs'));
    await expectFailure(new FileRunStore(root).list(), 'damaged');
    await expectFailure(new FileRunStore(root).create(manifestOf('run-1'), samples), 'unwritable');
  });

  it('ids that lead out of the folder are refused before anything is written', async () => {
    const root = await newFolder();
    const store = new FileRunStore(path.join(root, 'store'));
    for (const id of ['../../x', '..', 'a/b', '/x', 'a\\b', '']) {
      await expectFailure(store.create(manifestOf(id), samples), 'notFound');
    }
    expect(await readdir(root)).toEqual([]);
  });
});

describe('readLastStatus', () => {
  it.each([1, 63 * 1024, 64 * 1024, 65 * 1024, 300 * 1024])(
    'finds a status that %d characters of records follow',
    async (size) => {
      const { store, journal } = await storeWithRun();
      const writer = await store.reopen('run-1');
      await writer.append(statusRecord('overBudget', '2026-03-02T00:00:00.000Z'));
      await writer.append(statusRecord('running', '2026-03-03T00:00:00.000Z'));
      // Two bytes a character, so that pieces are cut inside characters too; and words that only look like a status.
      await writer.append(replyRecord(4, 'é'.repeat(size)));
      await writer.append(replyRecord(5, '\n{"kind":"status","at":"2020","status":"failed"}\n'));
      await writer.close();
      expect(await readLastStatus(StoreFolder.ofRun(path.dirname(journal)))).toEqual(
        statusRecord('running', '2026-03-03T00:00:00.000Z'),
      );
    },
  );

  it('skips a torn status and takes the one before', async () => {
    const { journal } = await storeWithRun();
    await appendFile(journal, `${JSON.stringify(statusRecord('cancelled'))}\n{"kind":"status","at":"2026`);
    expect(await readLastStatus(StoreFolder.ofRun(path.dirname(journal)))).toEqual(statusRecord('cancelled'));
  });

  it('does not depend on the order of a record’s members', async () => {
    const { journal } = await storeWithRun();
    await appendFile(journal, '{"status":"failed","at":"2026-03-02T00:00:00.000Z","kind":"status"}\n');
    expect(await readLastStatus(StoreFolder.ofRun(path.dirname(journal)))).toMatchObject({ status: 'failed' });
  });

  it('finds none in a journal without one, empty or not', async () => {
    const { journal } = await storeWithRun();
    expect(await readLastStatus(StoreFolder.ofRun(path.dirname(journal)))).toBeUndefined();
    await truncate(journal, 0);
    expect(await readLastStatus(StoreFolder.ofRun(path.dirname(journal)))).toBeUndefined();
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileBatchLog } from '../../../src/core/store/batchLog';
import { FileHandLabelLog } from '../../../src/core/store/handLabelLog';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { FileSpendingLedger } from '../../../src/core/store/spendingLedger';
import { recentRuns } from '../../../src/core/store/readJournal';
import { expectFailure } from './runStoreContract';
import { manifestOf, replyRecord, samples, statusRecord } from './storedRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
const runId = 'run-1';
const day = '2026-03-01';

/** The root of a store with one run, in which a file is `line` so many times over. */
async function storeWith(name: string, line: string, times: number): Promise<string> {
  const root = await newFolder();
  await (await new FileRunStore(root).create(manifestOf(runId), samples)).close();
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, line.repeat(times));
  return root;
}

const journal = `runs/${runId}/journal.jsonl`;
const readers: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  [journal]: (root) => new FileRunStore(root).open(runId),
  [`runs/${runId}/samples.jsonl`]: (root) => new FileRunStore(root).open(runId),
  [`runs/${runId}/batches.jsonl`]: (root) => new FileBatchLog(path.join(root, 'runs', runId)).read(),
  'labels/mrbench.jsonl': (root) => new FileHandLabelLog(root).read('mrbench'),
  'revisions.jsonl': (root) => new FileRevisionLog(root).read(),
  [`spending/${day}.jsonl`]: (root) => new FileSpendingLedger(root).read(day, 0),
};

describe.each(Object.keys(readers))('%s', (name) => {
  it.each(['{}', '{', '{"kind":"status"}'])('of millions of lines %s is refused', async (line) => {
    const root = await storeWith(name, `${line}\n`, 1_200_000);
    const { message } = await expectFailure(readers[name]?.(root) ?? Promise.resolve(), 'damaged');
    expect(message).toContain(`${path.join(root, name)} has more than 10,000 damaged lines`);
    expect(message).toMatch(/Put an undamaged copy in its place, or move it away\.$/);
    expect(message).not.toContain('\n');
  });

  it('of nothing but line breaks is refused', async () => {
    const root = await storeWith(name, '\n', 1_500_000);
    const { message } = await expectFailure(readers[name]?.(root) ?? Promise.resolve(), 'damaged');
    expect(message).toContain(`${path.join(root, name)} has more than 1,000,000 lines`);
  });
});

describe('a store in which a journal has millions of lines', () => {
  it.each(['', '{}', '{"kind":"status"}'])('lists it as damaged where they are “%s”', async (line) => {
    const root = await storeWith(journal, `${line}\n`, line === '' ? 1_500_000 : 1_200_000);
    const listings = await new FileRunStore(root).list();
    expect(listings).toEqual([
      { kind: 'damaged', id: runId, problem: expect.stringMatching(/has more than .* lines/) as unknown },
    ]);
  });

  it('is looked at for its newest records, and none of that is taken for one', async () => {
    const root = await newFolder();
    const store = new FileRunStore(root);
    for (let run = 1; run <= 5; run += 1) {
      await (await store.create(manifestOf(`run-${run}`), samples)).close();
      await writeFile(path.join(store.directoryOf(`run-${run}`), 'journal.jsonl'), '{}\n'.repeat(400_000));
    }
    for await (const run of recentRuns(root)) expect(await run.records()).toEqual([]);
  });
});

describe('a journal of 300,000 lines', () => {
  it.each([
    ['replies', replyRecord(1)],
    ['statuses', statusRecord('running')],
  ])('that are %s is read whole', async (_, record) => {
    const root = await storeWith(journal, `${JSON.stringify(record)}\n`, 300_000);
    const { records, problems } = await new FileRunStore(root).open(runId);
    expect([records.length, problems]).toEqual([300_000, []]);
    expect(await new FileRunStore(root).list()).toMatchObject([{ lastStatus: 'interrupted' }]);
  });

  it('of a later version is read with one problem', async () => {
    const root = await storeWith(journal, '{"kind":"weather"}\n', 300_000);
    const { problems } = await new FileRunStore(root).open(runId);
    expect(problems).toEqual([expect.stringContaining('300000 lines of a kind')]);
  });
});

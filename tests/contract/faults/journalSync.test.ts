import { open, readdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { manifestOf, replyRecord, samples } from '../store/storedRun';
import { temporaryFolders } from '../store/temporaryFolder';

const newFolder = temporaryFolders();
let handles: FileHandle;
let store: FileRunStore;
beforeEach(async () => {
  const root = await newFolder();
  // All file handles share these methods; they are watched, and do what they always do.
  const any = await open(path.join(root, 'any'), 'w');
  handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  store = new FileRunStore(root);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a journal', () => {
  it('is synced once a second while records come, at its end, and not while none come', async () => {
    const writer = await store.create(manifestOf('run-1'), samples);
    const syncs = vi.spyOn(handles, 'datasync');
    const from = performance.now();
    let turn = 0;
    while (syncs.mock.calls.length < 2) {
      turn += 1;
      await writer.append(replyRecord(turn));
    }
    const seconds = (performance.now() - from) / 1_000;
    expect(turn).toBeGreaterThan(10);
    expect(seconds).toBeGreaterThan(1.9);
    await writer.append(replyRecord(turn + 1));
    await writer.close();
    expect(syncs).toHaveBeenCalledTimes(3);
    await (await store.reopen('run-1')).close();
    expect(syncs).toHaveBeenCalledTimes(3);
  });

  it('takes nothing more once a sync has failed, says so, and gives its lock up', async () => {
    const writer = await store.create(manifestOf('run-1'), samples);
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const syncs = vi.spyOn(handles, 'datasync').mockRejectedValueOnce(full);
    await writer.append(replyRecord(1));
    await expect.poll(() => syncs.mock.results.length, { timeout: 10_000 }).toBe(1);
    for (const attempt of [writer.append(replyRecord(2)), writer.close()]) {
      const error: unknown = await attempt.catch((reason: unknown) => reason);
      expect(RunStoreError.is(error, 'unwritable') && error.message).toMatch(/The disk is full/);
    }
    const next = await store.reopen('run-1');
    await next.append(replyRecord(2));
    await next.close();
    expect((await store.open('run-1')).records).toEqual([replyRecord(1), replyRecord(2)]);
  });
});

describe('a new run', () => {
  it('is on the disk whole before its first record: samples, journal, manifest and the names of all three', async () => {
    const synced = vi.spyOn(handles, 'sync');
    const writer = await store.create(manifestOf('run-1'), samples);
    // Three files, the folder of the run and the folder of runs.
    expect(synced.mock.calls.length).toBe(process.platform === 'win32' ? 3 : 5);
    await writer.close();
    expect((await readdir(store.directoryOf('run-1'))).sort()).toEqual(['journal.jsonl', 'run.json', 'samples.jsonl']);
  });
});

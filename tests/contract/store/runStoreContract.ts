import { describe, expect, it } from 'vitest';
import type { RunStore } from '../../../src/core/store/runStore';
import { RunStoreError, type RunStoreFailure } from '../../../src/core/store/runStoreError';
import { manifestOf, replyRecord, samples, statusRecord } from './storedRun';

/** What every run store must do. `make` returns an empty one. */
export function describeRunStore(name: string, make: () => Promise<RunStore>): void {
  describe(name, () => {
    it('reads back what was created and appended', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      const records = [
        statusRecord('running'),
        replyRecord(1, 'two\nlines, "quoted", \u2028 and \ud800'),
        statusRecord('completed'),
      ];
      for (const record of records) await writer.append(record);
      await writer.close();
      const run = await store.open('run-1');
      expect(run.manifest).toEqual(manifestOf('run-1'));
      expect(run.samples).toEqual(samples);
      expect(run.records).toEqual(records);
      expect(run.problems).toEqual([]);
    });

    it('shows appended records before the writer is closed', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      await writer.append(replyRecord(1));
      expect((await store.open('run-1')).records).toEqual([replyRecord(1)]);
      await writer.close();
    });

    it('goes on where it stopped after a reopen', async () => {
      const store = await make();
      await (await store.create(manifestOf('run-1'), samples)).close();
      for (const turn of [1, 2, 3]) {
        const writer = await store.reopen('run-1');
        await writer.append(replyRecord(turn));
        await writer.close();
      }
      expect((await store.open('run-1')).records.map((record) => 'turn' in record && record.turn)).toEqual([1, 2, 3]);
    });

    it('keeps the order of 500 appends that do not wait for each other, and loses none at close', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      const appends = Array.from({ length: 500 }, (_, index) => writer.append(replyRecord(index + 1)));
      await writer.close();
      await Promise.all(appends);
      const turns = (await store.open('run-1')).records.map((record) => (record.kind === 'reply' ? record.turn : 0));
      expect(turns).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    });

    it('refuses a second run of the same id', async () => {
      const store = await make();
      await (await store.create(manifestOf('run-1'), samples)).close();
      await expectFailure(store.create(manifestOf('run-1'), samples), 'exists');
    });

    it('gives one writer at a time, also to callers at the same moment', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      await expectFailure(store.reopen('run-1'), 'locked');
      await writer.close();
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => store.reopen('run-1')));
      const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(taken).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(RunStoreError.is(outcome.reason, 'locked')).toBe(true);
      }
    });

    it('does not give away a later writer’s lock when an old one is closed twice', async () => {
      const store = await make();
      const first = await store.create(manifestOf('run-1'), samples);
      await first.close();
      const second = await store.reopen('run-1');
      await first.close();
      await expectFailure(store.reopen('run-1'), 'locked');
      await second.close();
    });

    it('refuses to append after close', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      await writer.close();
      await expectFailure(writer.append(replyRecord(1)), 'unwritable');
      expect((await store.open('run-1')).records).toEqual([]);
    });

    it('lists the newest first with the last status and its time', async () => {
      const store = await make();
      for (const id of ['20260301-100000-aaaa', '20260303-100000-aaaa', '20260302-100000-zzzz']) {
        const writer = await store.create(manifestOf(id), samples);
        await writer.append(statusRecord('running', '2026-03-01T10:00:02.000Z'));
        await writer.append(statusRecord('completed', '2026-03-01T10:00:09.000Z'));
        await writer.close();
      }
      const listings = await store.list();
      expect(listings.map((listing) => listing.id)).toEqual([
        '20260303-100000-aaaa',
        '20260302-100000-zzzz',
        '20260301-100000-aaaa',
      ]);
      expect(listings[0]).toMatchObject({ kind: 'run', lastStatus: 'completed' });
    });

    it('lists a run as running while it is written and as interrupted when its writer left without an end', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      await writer.append(statusRecord('running'));
      expect((await store.list())[0]).toMatchObject({ lastStatus: 'running' });
      await writer.close();
      expect((await store.list())[0]).toMatchObject({ lastStatus: 'interrupted' });
    });

    it('deletes a run, and only one that nobody writes', async () => {
      const store = await make();
      const writer = await store.create(manifestOf('run-1'), samples);
      await (await store.create(manifestOf('run-2'), samples)).close();
      await expectFailure(store.delete('run-1'), 'locked');
      await writer.close();
      await store.delete('run-1');
      expect((await store.list()).map((listing) => listing.id)).toEqual(['run-2']);
      await expectFailure(store.open('run-1'), 'notFound');
      await expectFailure(store.delete('run-1'), 'notFound');
    });

    it('starts empty and does not know other runs', async () => {
      const store = await make();
      expect(await store.list()).toEqual([]);
      await expectFailure(store.open('run-9'), 'notFound');
      await expectFailure(store.reopen('run-9'), 'notFound');
    });

    it.each(['../run-1', '..', '.', '', 'a/b', 'a\\b', '/etc', 'run\0', '-rf', '.hidden', 'a'.repeat(300)])(
      'finds no run named %j',
      async (id) => {
        const store = await make();
        await (await store.create(manifestOf('run-1'), samples)).close();
        await expectFailure(store.open(id), 'notFound');
        await expectFailure(store.reopen(id), 'notFound');
        await expectFailure(store.delete(id), 'notFound');
        expect(await store.list()).toHaveLength(1);
      },
    );
  });
}

/** Rejects with `RunStoreError` of this failure, and with a message that is a sentence. */
export async function expectFailure(promise: Promise<unknown>, failure: RunStoreFailure): Promise<RunStoreError> {
  const error: unknown = await promise.then(
    () => new Error('The promise was fulfilled.'),
    (reason: unknown) => reason,
  );
  if (!RunStoreError.is(error)) throw error;
  expect(error.failure, error.message).toBe(failure);
  expect(error.message).toMatch(/\.$/);
  return error;
}

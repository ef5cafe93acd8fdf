import { describe, expect, it } from 'vitest';
import { baselineOf } from '../../../src/core/history/baseline';
import { promptHistory } from '../../../src/core/history/promptHistory';
import { prunePlan, pruneRuns } from '../../../src/core/history/prunePlan';
import { addEvaluation, onDay, revisionFor, storeWith } from './historyStore';

const runs = [
  { id: 'r1', day: 1, text: 'A' },
  { id: 'r2', day: 2, text: 'A', status: 'failed' },
  { id: 'r3', day: 3, text: 'B' },
  { id: 'r4', day: 4, text: 'B' },
  { id: 'r5', day: 5, text: 'C', status: 'running' },
  { id: 'r6', day: 6, text: 'C' },
  { id: 'r7', day: 7, text: 'D' },
] as const;

describe('prunePlan', () => {
  it('gives the oldest runs beyond the number to keep, the oldest first, and spares one under way', async () => {
    const store = await storeWith(...runs, { id: 'other', day: 0, text: 'A', path: 'other.md' });
    const history = await promptHistory(store, 'tutor.md');
    expect(prunePlan(history, { keep: 1 })).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(prunePlan(history, { keep: 5 })).toEqual(['r1', 'r2']);
    expect(prunePlan(history, { keep: 7 })).toEqual([]);
    expect(prunePlan(history, { keep: 100 })).toEqual([]);
  });

  it('spares the latest runs of revisions that are pinned or labelled, so that their text and figures stay', async () => {
    const store = await storeWith(...runs);
    await store.revisions.append({ kind: 'pin', prompt: 'tutor.md', revision: revisionFor('A'), at: onDay(8) });
    await store.revisions.append({
      kind: 'label',
      prompt: 'tutor.md',
      revision: revisionFor('B'),
      label: 'b',
      at: onDay(8),
    });
    const history = await promptHistory(store, 'tutor.md');
    // The latest run of A failed; the one with statistics is spared too.
    expect(prunePlan(history, { keep: 1 })).toEqual(['r3', 'r6']);
  });

  it('spares the latest completed run of a labelled revision beside a later one that came to no end', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'A' },
      { id: 'r3', day: 3, text: 'A', status: 'failed' },
      { id: 'r4', day: 4, text: 'B' },
      { id: 'r5', day: 5, text: 'C' },
    );
    const label = { kind: 'label', prompt: 'tutor.md', revision: revisionFor('A'), label: 'a', at: onDay(6) } as const;
    await store.revisions.append(label);
    // No pin and no baseline holds r2: the label alone does.
    expect(prunePlan(await promptHistory(store, 'tutor.md'), { keep: 1 })).toEqual(['r1']);
  });

  it('spares the baseline of the latest run, which the next comparison is with', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'r3', day: 3, text: 'C', status: 'cancelled' },
      { id: 'r4', day: 4, text: 'D' },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(prunePlan(history, { keep: 1 })).toEqual(['r1', 'r3']);
    await pruneRuns(store, prunePlan(history, { keep: 1 }));
    expect(baselineOf(await promptHistory(store, 'tutor.md'))?.id).toBe('r2');
  });

  it('spares the baseline of replies that were judged again last, and of the latest replies', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'r3', day: 3, text: 'C' },
      { id: 'r4', day: 4, text: 'D' },
      { id: 'again', day: 5, text: 'B', rejudgedFrom: 'r2', repliesDay: 2 },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(prunePlan(history, { keep: 1 })).toEqual(['r4']);
    expect(baselineOf(history, 'again')?.id).toBe('r1');
  });

  it('spares the runs whose replies a kept run judges, back to the one that asked the tutor', async () => {
    const store = await storeWith(
      { id: 'original', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'r3', day: 3, text: 'C' },
      { id: 'r4', day: 4, text: 'D' },
      { id: 'again', day: 5, text: 'A', rejudgedFrom: 'original', repliesDay: 1 },
    );
    expect(prunePlan(await promptHistory(store, 'tutor.md'), { keep: 3 })).toEqual(['r2']);
    await addEvaluation(store, { id: 'third', day: 6, text: 'A', rejudgedFrom: 'again', repliesDay: 1 });
    expect(prunePlan(await promptHistory(store, 'tutor.md'), { keep: 3 })).toEqual(['r2']);
    // Runs that name each other in a ring are files that somebody changed.
    const ring = await storeWith(
      { id: 'a', day: 1, text: 'A', rejudgedFrom: 'b' },
      { id: 'b', day: 2, text: 'A', rejudgedFrom: 'a' },
      { id: 'c', day: 3, text: 'A' },
    );
    expect(prunePlan(await promptHistory(ring, 'tutor.md'), { keep: 1 })).toEqual(['a', 'b']);
  });

  it('spares a run whose batches hold answers that are paid for, and the run whose replies it judges', async () => {
    const store = await storeWith(
      { id: 'original', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B', status: 'interrupted' },
      { id: 'r3', day: 3, text: 'C' },
      { id: 'r4', day: 4, text: 'D' },
      { id: 'r5', day: 5, text: 'E' },
      { id: 'again', day: 6, text: 'A', status: 'interrupted', rejudgedFrom: 'original', repliesDay: 1 },
      { id: 'r7', day: 7, text: 'F' },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(prunePlan(history, { keep: 1 })).toEqual(['original', 'r2', 'r3', 'r4', 'again']);
    expect(prunePlan(history, { keep: 1, waiting: new Set(['r2']) })).toEqual(['original', 'r3', 'r4', 'again']);
    expect(prunePlan(history, { keep: 1, waiting: new Set(['r2', 'again']) })).toEqual(['r3', 'r4']);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses to keep %d runs', async (keep) => {
    const history = await promptHistory(await storeWith(...runs), 'tutor.md');
    expect(() => prunePlan(history, { keep })).toThrow(RangeError);
  });
});

describe('pruneRuns', () => {
  it('deletes what it can and names what somebody writes', async () => {
    const store = await storeWith(...runs);
    const writer = await store.reopen('r1');
    const { deleted, left } = await pruneRuns(store, ['r1', 'gone', 'r3']);
    await writer.close();
    expect(deleted).toEqual(['r3']);
    expect(left).toEqual([{ runId: 'r1', reason: expect.stringContaining('being written') as string }]);
    expect((await store.list()).map(({ id }) => id)).toEqual(['r7', 'r6', 'r5', 'r4', 'r2', 'r1']);
  });
});

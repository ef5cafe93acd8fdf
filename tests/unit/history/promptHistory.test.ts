import { describe, expect, it } from 'vitest';
import {
  promptHistory,
  type PromptHistory,
  RevisionError,
  revisionText,
} from '../../../src/core/history/promptHistory';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import type { RunStore } from '../../../src/core/store/runStore';
import { onDay, revisionFor, storeWith } from './historyStore';

/** The texts of a history with the ids of their runs. */
async function shape(store: RunStore, history: PromptHistory): Promise<readonly string[]> {
  return Promise.all(
    history.revisions.map(async ({ revision, runs }) => {
      const text = await revisionText(store, history, revision);
      return `${text}: ${runs.map(({ id }) => id).join(' ')}`;
    }),
  );
}

async function move(store: RunStore, from: string, to: string, day: number): Promise<void> {
  await store.revisions.append({ kind: 'moved', from, to, at: onDay(day) });
}

const git = { commit: 'a'.repeat(40), branch: 'main', dirty: false, path: 'tutor.md' };

describe('promptHistory', () => {
  it('is empty for a prompt that was never evaluated', async () => {
    const history = await promptHistory(new MemoryRunStore(), 'tutor.md');
    expect(history).toEqual({ prompt: 'tutor.md', revisions: [], runs: [], damaged: [], problems: [] });
  });

  it('has the last evaluated revision first; the same text evaluated again is the same one', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'r3', day: 3, text: 'C' },
      { id: 'r4', day: 4, text: 'A' },
      { id: 'other', day: 5, text: 'A', path: 'other.md' },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(await shape(store, history)).toEqual(['A: r4 r1', 'C: r3', 'B: r2']);
    expect(history.revisions[0]).toMatchObject({
      revision: revisionFor('A'),
      firstAt: onDay(1),
      lastAt: onDay(4),
      label: undefined,
      pinned: false,
    });
    expect(history.runs.map(({ id }) => id)).toEqual(['r4', 'r3', 'r2', 'r1']);
  });

  it('goes by when the tutor was asked, also after the run that asked it was deleted', async () => {
    const store = await storeWith(
      { id: 'original', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'again', day: 5, text: 'A', rejudgedFrom: 'original', repliesDay: 1 },
    );
    const order = async (): Promise<readonly string[]> =>
      (await promptHistory(store, 'tutor.md')).runs.map(({ id, repliesAt }) => `${id} ${repliesAt.slice(8, 10)}`);
    expect(await order()).toEqual(['r2 02', 'again 01', 'original 01']);
    await store.delete('original');
    expect(await order()).toEqual(['r2 02', 'again 01']);
  });

  it('lists each git state of a revision once, the latest first', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A', git: { ...git, dirty: true } },
      { id: 'r2', day: 2, text: 'A', git },
      { id: 'r3', day: 3, text: 'A', git },
      { id: 'r4', day: 4, text: 'A' },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(history.revisions[0]?.git).toEqual([git, { ...git, dirty: true }]);
  });

  it('knows labels and the baseline as they were last given, taken away ones not', async () => {
    const store = await storeWith({ id: 'r1', day: 1, text: 'A' }, { id: 'r2', day: 2, text: 'B' });
    const say = (day: number, revision: string, label: string | null): Promise<void> =>
      store.revisions.append({ kind: 'label', prompt: 'tutor.md', revision, label, at: onDay(day) });
    await say(3, revisionFor('A'), 'first');
    await say(4, revisionFor('A'), 'the first');
    await say(4, revisionFor('B'), 'second');
    await say(5, revisionFor('B'), null);
    await store.revisions.append({
      kind: 'label',
      prompt: 'x.md',
      revision: revisionFor('B'),
      label: 'x',
      at: onDay(6),
    });
    for (const text of ['B', 'A']) {
      await store.revisions.append({ kind: 'pin', prompt: 'tutor.md', revision: revisionFor(text), at: onDay(6) });
    }
    const pinned = await promptHistory(store, 'tutor.md');
    expect(pinned.revisions.map(({ label, pinned: isPinned }) => [label, isPinned])).toEqual([
      [undefined, false],
      ['the first', true],
    ]);
    await store.revisions.append({ kind: 'pin', prompt: 'tutor.md', revision: null, at: onDay(7) });
    const unpinned = await promptHistory(store, 'tutor.md');
    expect(unpinned.revisions.some((revision) => revision.pinned)).toBe(false);
  });

  it('has runs under way and interrupted ones, and goes by the replies’ time where they were judged again', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B', status: 'cancelled' },
      { id: 'r3', day: 3, text: 'A', rejudgedFrom: 'r1', repliesDay: 1, judge: 'other' },
      { id: 'r4', day: 4, text: 'A', rejudgedFrom: 'r3', repliesDay: 1, judge: 'third' },
      { id: 'r5', day: 5, text: 'C', status: 'running' },
      { id: 'r6', day: 6, text: 'D', rejudgedFrom: 'r7' },
      { id: 'r7', day: 7, text: 'D', rejudgedFrom: 'r6' },
    );
    const history = await promptHistory(store, 'tutor.md');
    expect(history.revisions.slice(1).map(({ runs }) => runs.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ['r5 running'],
      ['r2 cancelled'],
      ['r4 completed', 'r3 completed', 'r1 completed'],
    ]);
    expect(history.revisions.at(-1)).toMatchObject({ firstAt: onDay(1), lastAt: onDay(1) });
  });

  it('names damaged runs and lines and shows the rest', async () => {
    const store = await storeWith({ id: 'r1', day: 1, text: 'A' });
    const listings = [...(await store.summaries()), { kind: 'damaged' as const, id: 'r0', problem: 'Broken.' }];
    const history = await promptHistory(store, 'tutor.md', { listings });
    expect(history.runs).toHaveLength(1);
    expect(history.damaged).toEqual([{ id: 'r0', problem: 'Broken.' }]);
  });
});

describe('a prompt that was moved', () => {
  const runs = [
    { id: 'r1', day: 1, text: 'A', path: 'a.md' },
    { id: 'r3', day: 3, text: 'B', path: 'b.md' },
    { id: 'r5', day: 5, text: 'C', path: 'dir/c.md' },
  ] as const;

  it('keeps its runs, labels and baseline through a chain of names', async () => {
    const store = await storeWith(...runs);
    await store.revisions.append({ kind: 'pin', prompt: 'a.md', revision: revisionFor('A'), at: onDay(1.5) });
    await move(store, 'a.md', 'b.md', 2);
    await store.revisions.append({
      kind: 'label',
      prompt: 'b.md',
      revision: revisionFor('B'),
      label: 'b',
      at: onDay(3.5),
    });
    await move(store, 'b.md', 'dir/c.md', 4);
    const history = await promptHistory(store, 'dir/c.md');
    expect(await shape(store, history)).toEqual(['C: r5', 'B: r3', 'A: r1']);
    expect(history.revisions.map(({ label, pinned }) => label ?? pinned)).toEqual([false, 'b', true]);
    expect((await promptHistory(store, 'a.md')).runs).toEqual([]);
    expect((await promptHistory(store, 'b.md')).runs).toEqual([]);
  });

  it('and back is one prompt, and a new file under a name that was given up is another', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A', path: 'a.md' },
      { id: 'r3', day: 3, text: 'B', path: 'b.md' },
      { id: 'new', day: 3.5, text: 'N', path: 'a.md' },
      { id: 'r5', day: 5, text: 'C', path: 'a.md' },
    );
    await move(store, 'a.md', 'b.md', 2);
    await move(store, 'a.md', 'n.md', 3.9);
    await move(store, 'b.md', 'a.md', 4);
    expect(await shape(store, await promptHistory(store, 'a.md'))).toEqual(['C: r5', 'B: r3', 'A: r1']);
    expect(await shape(store, await promptHistory(store, 'n.md'))).toEqual(['N: new']);
  });

  it('with its folder is followed; a folder of a similar name is not', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A', path: 'prompts/tutor.md' },
      { id: 'r2', day: 1, text: 'B', path: 'prompts-old/tutor.md' },
    );
    await move(store, 'prompts', 'tutors', 2);
    expect(await shape(store, await promptHistory(store, 'tutors/tutor.md'))).toEqual(['A: r1']);
    expect(await shape(store, await promptHistory(store, 'prompts-old/tutor.md'))).toEqual(['B: r2']);
  });

  it('outside the editor is followed by git’s names for as long as the file had them', async () => {
    const store = await storeWith(...runs, { id: 'later', day: 4, text: 'X', path: 'a.md' });
    const earlierPaths = [{ path: 'b.md' }, { path: 'a.md', until: '2026-03-03T00:00:00+01:00' }];
    const history = await promptHistory(store, 'dir/c.md', { earlierPaths });
    expect(await shape(store, history)).toEqual(['C: r5', 'B: r3', 'A: r1']);
  });

  it('partly in the editor and partly by git is followed through both', async () => {
    const store = await storeWith(...runs);
    await move(store, 'a.md', 'b.md', 2);
    const history = await promptHistory(store, 'dir/c.md', { earlierPaths: [{ path: 'b.md', until: onDay(4) }] });
    expect(await shape(store, history)).toEqual(['C: r5', 'B: r3', 'A: r1']);
  });
});

describe('revisionText', () => {
  it('falls back to another run when the last one is gone, and says when there is none', async () => {
    const store = await storeWith({ id: 'r1', day: 1, text: 'A' }, { id: 'r2', day: 2, text: 'A' });
    const history = await promptHistory(store, 'tutor.md');
    expect(await revisionText(store, history, revisionFor('A'))).toBe('A');
    await store.delete('r2');
    expect(await revisionText(store, history, revisionFor('A'))).toBe('A');
    await store.delete('r1');
    for (const revision of [revisionFor('A'), revisionFor('never')]) {
      const error: unknown = await revisionText(store, history, revision).catch((reason: unknown) => reason);
      expect(RevisionError.is(error)).toBe(true);
      expect(error).toMatchObject({ message: expect.stringContaining(revision) as string });
    }
  });
});

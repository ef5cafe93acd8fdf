import { describe, expect, it } from 'vitest';
import { historyOfRun, promptHistory } from '../../../src/core/history/promptHistory';
import type { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import { onDay, storeWith } from '../history/historyStore';

/** `a.md` was renamed to `b.md`, and another prompt with the same text took its name. */
async function renamed(): Promise<MemoryRunStore> {
  const store = await storeWith(
    { id: 'first', day: 1, text: 'A', path: 'a.md' },
    { id: 'again', day: 2, text: 'A', path: 'a.md' },
    { id: 'later', day: 4, text: 'B', path: 'b.md' },
    { id: 'copy', day: 5, text: 'A', path: 'a.md' },
    { id: 'other', day: 6, text: 'C', path: 'c.md' },
  );
  await store.revisions.append({ kind: 'moved', at: onDay(3), from: 'a.md', to: 'b.md' });
  return store;
}

async function runsOf(store: MemoryRunStore, runId: string, atHand: string): Promise<readonly string[]> {
  const { runs } = await historyOfRun(store, runId, await promptHistory(store, atHand));
  return runs.map(({ id }) => id);
}

describe('the history of a compared run', () => {
  it('is its prompt’s under whichever name is at hand: another prompt of its name or text is no part of it', async () => {
    const store = await renamed();
    for (const atHand of ['a.md', 'b.md', 'c.md']) {
      expect(await runsOf(store, 'first', atHand)).toEqual(['later', 'again', 'first']);
      expect(await runsOf(store, 'later', atHand)).toEqual(['later', 'again', 'first']);
      expect(await runsOf(store, 'copy', atHand)).toEqual(['copy']);
    }
  });

  it('goes with the prompt through further names', async () => {
    const store = await renamed();
    await store.revisions.append({ kind: 'moved', at: onDay(7), from: 'b.md', to: 'folder/b.md' });
    const history = await historyOfRun(store, 'first', await promptHistory(store, 'c.md'));
    expect(history.prompt).toBe('folder/b.md');
    expect(history.runs.map(({ id }) => id)).toEqual(['later', 'again', 'first']);
  });
});

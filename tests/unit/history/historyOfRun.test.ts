import { describe, expect, it } from 'vitest';
import { historyOfRun, promptHistory } from '../../../src/core/history/promptHistory';
import { onDay, revisionFor, storeWith } from './historyStore';

const runs = [
  { id: 'own', day: 1, text: 'A' },
  { id: 'foreign', day: 2, text: 'B', path: 'other.md' },
  { id: 'again', day: 3, text: 'B', path: 'other.md' },
] as const;

describe('historyOfRun', () => {
  it('is the one at hand for a run in it, and the store is not listed for that', async () => {
    const store = await storeWith(...runs);
    const own = await promptHistory(store, 'tutor.md');
    const list = (): Promise<never> => Promise.reject(new Error('listed'));
    expect(await historyOfRun(store, 'own', own, list)).toBe(own);
  });

  it('is that of another prompt for its run, with its other runs and its labels', async () => {
    const store = await storeWith(...runs);
    const revision = revisionFor('B');
    await store.revisions.append({ kind: 'label', at: onDay(4), prompt: 'other.md', revision, label: 'theirs' });
    const found = await historyOfRun(store, 'foreign', await promptHistory(store, 'tutor.md'));
    expect(found.prompt).toBe('other.md');
    expect(found.runs.map(({ id }) => id)).toEqual(['again', 'foreign']);
    expect(found.revisions).toMatchObject([{ revision, label: 'theirs' }]);
  });

  it('is the one at hand for a run that is not there', async () => {
    const store = await storeWith(...runs);
    const own = await promptHistory(store, 'tutor.md');
    expect(await historyOfRun(store, 'gone', own)).toBe(own);
  });
});

import { describe, expect, it } from 'vitest';
import { promptHistory } from '../../../src/core/history/promptHistory';
import { runInSight } from '../../../src/vscode/evaluation/shownRun';
import { onDay, storeWith } from '../history/historyStore';

describe('the run in sight', () => {
  it('is the last one where no other at rest has later replies', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'one' },
      { id: 'r2', day: 2, text: 'two' },
      { id: 'r3', day: 3, text: 'three', status: 'running' },
    );
    const history = await promptHistory(store, 'tutor.md');
    const shown = (runId: string, day: number): unknown => runInSight({ runId, createdAt: onDay(day) }, history);
    expect(shown('r2', 2)).toEqual({ runId: 'r2', at: onDay(2), isLatest: true });
    expect(shown('r1', 1)).toEqual({ runId: 'r1', at: onDay(1), isLatest: false });
    expect(shown('of another prompt', 4)).toMatchObject({ isLatest: false });
  });

  it('is the last one where the history has none at rest', () => {
    expect(runInSight({ runId: 'r1', createdAt: onDay(1) }, { runs: [] }).isLatest).toBe(true);
  });
});

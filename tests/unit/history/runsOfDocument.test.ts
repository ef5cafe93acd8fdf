import { describe, expect, it } from 'vitest';
import { baselineOf } from '../../../src/core/history/baseline';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import { RunsOfDocument } from '../../../src/vscode/revisions/promptRevisions';
import { onDay, storeWith } from './historyStore';

const name = 'untitled:Untitled-1';

/** Runs of four days under one name; the first two have one text. */
async function history(): Promise<PromptHistory> {
  const store = await storeWith(
    { id: 'r1', day: 1, text: 'one', path: name },
    { id: 'r2', day: 2, text: 'one', path: name },
    { id: 'r3', day: 3, text: 'two', path: name },
    { id: 'r4', day: 4, text: 'three', path: name },
  );
  return promptHistory(store, name);
}

function idsOf({ runs }: { readonly runs: PromptHistory['runs'] }): readonly string[] {
  return runs.map(({ id }) => id);
}

describe('RunsOfDocument', () => {
  it('leaves out runs that another window made under the same name, also where they ended here', async () => {
    const all = await history();
    const document = {};
    const own = new RunsOfDocument<object>(onDay(2));
    expect(own.within(all, document)).toMatchObject({ runs: [], revisions: [] });
    for (const [runId, day] of [
      ['r1', 1],
      ['r2', 2],
      ['r4', 4],
    ] as const)
      own.add({ runId, createdAt: onDay(day) }, document);
    const found = own.within(all, document);
    expect(idsOf(found)).toEqual(['r4', 'r2']);
    expect(found.revisions.map(idsOf)).toEqual([['r4'], ['r2']]);
    expect(found.revisions[1]).toMatchObject({ firstAt: onDay(2), lastAt: onDay(2) });
    expect(baselineOf(all, 'r4')?.id).toBe('r3');
    expect(baselineOf(found, 'r4')?.id).toBe('r2');
  });

  it('begins anew with another document of the name, and not when one is closed', async () => {
    const all = await history();
    const own = new RunsOfDocument<object>(onDay(1));
    const [first, second] = [{}, {}];
    own.add({ runId: 'r1', createdAt: onDay(1) }, first);
    expect(idsOf(own.within(all, undefined))).toEqual(['r1']);
    own.add({ runId: 'r3', createdAt: onDay(3) }, second);
    expect(idsOf(own.within(all, second))).toEqual(['r3']);
  });
});

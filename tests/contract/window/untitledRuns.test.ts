import { describe, expect, it } from 'vitest';
import { baselineOf } from '../../../src/core/history/baseline';
import { promptHistory } from '../../../src/core/history/promptHistory';
import { historyMessage } from '../../../src/vscode/panel/openPanel';
import {
  type PromptHistories,
  RunsOfDocument,
  runToCompare,
  type RunToCompare,
} from '../../../src/vscode/revisions/promptRevisions';
import { onDay, revisionFor, storeWith } from '../../unit/history/historyStore';

const name = 'untitled:Untitled-1';
const unnamed = { runId: undefined, revision: undefined };

/** An untitled document of the second day with these runs, under a name that other windows gave to theirs. */
async function untitled(...own: readonly string[]): Promise<PromptHistories> {
  const days = { theirs: 1, r2: 2, r3: 3, lately: 4 };
  const store = await storeWith(
    ...Object.entries(days).map(([id, day]) => ({ id, day, text: `text of ${id}`, path: name })),
  );
  const all = await promptHistory(store, name);
  const runs = new RunsOfDocument<object>(onDay(2));
  const document = {};
  for (const [runId, day] of Object.entries(days))
    if (own.includes(runId)) runs.add({ runId, createdAt: onDay(day) }, document);
  return { history: () => Promise.resolve(all), ownHistory: () => Promise.resolve(runs.within(all, document)) };
}

function pairOf(found: RunToCompare | undefined): unknown {
  return found && [baselineOf(found.history, found.run.id)?.id, found.run.id];
}

describe('the run of an untitled document that is compared', () => {
  it('is its own latest, against an own one: what other windows made under the name is no part of it', async () => {
    expect(pairOf(await runToCompare(await untitled('r2', 'r3'), unnamed))).toEqual(['r2', 'r3']);
    expect(pairOf(await runToCompare(await untitled('r2'), unnamed))).toEqual([undefined, 'r2']);
    expect(await runToCompare(await untitled(), unnamed)).toBeUndefined();
  });

  it('is the one that is named, wherever it is from', async () => {
    const histories = await untitled('r2');
    expect(pairOf(await runToCompare(histories, { ...unnamed, runId: 'lately' }))).toEqual(['r3', 'lately']);
    const revision = revisionFor('text of r3');
    expect(pairOf(await runToCompare(histories, { ...unnamed, revision }))).toEqual(['r2', 'r3']);
    expect(await runToCompare(histories, { ...unnamed, runId: 'gone' })).toBeUndefined();
  });

  it('is what the panel suggests, beside all runs of the name', async () => {
    const suggestedIn = async (...own: readonly string[]): Promise<unknown> => {
      const histories = await untitled(...own);
      const { view } = await historyMessage(histories, undefined);
      return [view?.runs.length, view?.suggested];
    };
    expect(await suggestedIn('r2', 'r3')).toEqual([4, { before: 'r2', after: 'r3' }]);
    expect(await suggestedIn('r2')).toEqual([4, undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import type { MeasuredPair } from '../../../src/vscode/comparing/comparisonThread';
import {
  type BaselineWatch,
  type MeasuringRevisions,
  watchBaseline,
  type WatchedController,
} from '../../../src/vscode/revisions/baselineWatch';
import { storeWith } from './historyStore';

const never = (): { dispose(): void } => ({ dispose: () => undefined });

/** Watches a run of the second day that is measured against one of the first. */
async function watching(
  history?: PromptHistory,
  isRunning = false,
): Promise<{
  readonly watch: BaselineWatch;
  readonly measured: unknown[];
  readonly said: unknown[];
  readonly set: (limits: MeasuringRevisions['limits']) => void;
}> {
  const store = await storeWith({ id: 'r1', day: 1, text: 'one' }, { id: 'r2', day: 2, text: 'two' });
  const whole = history ?? (await promptHistory(store, 'tutor.md'));
  const measured: unknown[] = [];
  const said: unknown[] = [];
  let limits: MeasuringRevisions['limits'] = { margin: undefined, smallest: undefined, guardMargin: undefined };
  const changes = { against: 'one', outcome: 'tooFew', text: '', metrics: [] } as unknown as MeasuredPair['changes'];
  const pair: MeasuredPair = {
    before: { id: 'r1' },
    after: { id: 'r2' },
    changes,
    answer: '',
  };
  const revisions: MeasuringRevisions = {
    ownHistory: () => Promise.resolve(whole),
    get limits() {
      return limits;
    },
    measure: (runs) => {
      measured.push([runs.before, runs.after, limits.margin, limits.smallest]);
      return Promise.resolve(pair);
    },
    onDidChange: never,
  };
  const controller: WatchedController = {
    session: { manifest: { runId: 'r2' } },
    isRunning,
    onDidChange: never,
    measured: (_, changes) => void said.push(changes),
  };
  const set = (named: MeasuringRevisions['limits']): void => {
    limits = named;
  };
  const watch = watchBaseline(controller, revisions, { warn: () => undefined });
  return { watch, measured, said, set };
}

describe('watchBaseline', () => {
  it('measures a pair once, and again when a limit of comparisons is another one', async () => {
    const { watch, measured, set } = await watching();
    await watch.measure();
    await watch.measure();
    expect(measured).toEqual([['r1', 'r2', undefined, undefined]]);
    set({ margin: 0.1, smallest: undefined, guardMargin: undefined });
    await watch.measure();
    set({ margin: 0.1, smallest: 0.05, guardMargin: undefined });
    await watch.measure();
    await watch.measure();
    expect(measured.slice(1)).toEqual([
      ['r1', 'r2', 0.1, undefined],
      ['r1', 'r2', 0.1, 0.05],
    ]);
    watch.dispose();
  });

  it('measures against nothing where the run’s own history has no other one', async () => {
    const store = await storeWith({ id: 'r2', day: 2, text: 'two' });
    const { watch, measured } = await watching(await promptHistory(store, 'tutor.md'));
    expect(await watch.measure()).toBeUndefined();
    expect(measured).toEqual([]);
    watch.dispose();
  });

  it('names the baseline of a run that goes on, once, and measures nothing', async () => {
    const { watch, measured, said } = await watching(undefined, true);
    await watch.measure();
    await watch.measure();
    expect([said, measured]).toEqual([[{ against: expect.any(String) as string, metrics: [] }], []]);
    watch.dispose();
  });
});

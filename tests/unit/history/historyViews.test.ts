import { describe, expect, it } from 'vitest';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import { HistoryViews } from '../../../src/vscode/revisions/historyViews';
import type { PromptHistories } from '../../../src/vscode/revisions/promptRevisions';
import { summaryOf } from '../../contract/store/summaryOf';
import { storeWith } from './historyStore';

/** Two revisions, the later one with scores. */
async function scoredHistory(): Promise<PromptHistory> {
  const store = await storeWith({ id: 'r1', day: 1, text: 'one' }, { id: 'r2', day: 2, text: 'two' });
  const history = await promptHistory(store, 'tutor.md');
  return {
    ...history,
    runs: history.runs.map((run) => (run.id === 'r2' ? { ...run, summary: summaryOf(run.id) } : run)),
  };
}

class Source implements PromptHistories {
  readonly #history: () => Promise<PromptHistory>;
  #own: PromptHistory | undefined;

  constructor(history: () => Promise<PromptHistory>) {
    this.#history = history;
  }

  async history(): Promise<PromptHistory> {
    return (this.#own = await this.#history());
  }

  ownHistory(): Promise<PromptHistory> {
    return Promise.resolve(this.#own!);
  }
}

const tone = 'mrbench\nmain\nfake:judge\ntone';

describe('HistoryViews', () => {
  it('answers for a series from the history that was sent last, and brings it with the next', async () => {
    const history = await scoredHistory();
    const views = new HistoryViews(new Source(() => Promise.resolve(history)));
    expect(views.series(tone)).toBeUndefined();
    await views.message();
    expect(views.series(tone)).toEqual({
      reading: 1,
      points: [{ run: 0, value: 50, low: 10, high: 90, n: 1, joins: false }],
    });
    expect(views.series('gone')).toMatchObject({ points: [] });
    views.want(tone);
    views.want(undefined);
    expect(await views.message()).toMatchObject({
      reading: 2,
      view: { series: [{ key: tone, count: 1, points: [{ value: 50 }] }] },
    });
  });

  it('answers from the later of two histories, whichever was read first', async () => {
    const history = await scoredHistory();
    const waiting: ((history: PromptHistory) => void)[] = [];
    const views = new HistoryViews(new Source(() => new Promise((resolve) => waiting.push(resolve))));
    const [slow, quick] = [views.message(), views.message()];
    waiting[1]!(history);
    expect(await quick).toMatchObject({ reading: 2 });
    waiting[0]!({ ...history, runs: [] });
    expect(await slow).toMatchObject({ reading: 1 });
    expect(views.series(tone)).toMatchObject({ reading: 2, points: [{ value: 50 }] });
  });
});

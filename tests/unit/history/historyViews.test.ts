import { describe, expect, it } from 'vitest';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import { historyMessage } from '../../../src/vscode/panel/openPanel';
import type { PromptHistories } from '../../../src/vscode/revisions/promptRevisions';
import { summaryOf } from '../../contract/store/summaryOf';
import { storeWith } from './historyStore';

/** Two revisions, the later one with scores of two metrics. */
async function scoredHistory(): Promise<PromptHistory> {
  const store = await storeWith({ id: 'r1', day: 1, text: 'one' }, { id: 'r2', day: 2, text: 'two' });
  const history = await promptHistory(store, 'tutor.md');
  const summary = summaryOf('r2');
  const benchmarks = summary.benchmarks.map((one) => ({
    ...one,
    blocks: one.blocks.map((block) => ({
      ...block,
      metrics: ['tone', 'care'].map((id) => ({ ...block.metrics[0]!, id })),
    })),
  }));
  const runs = history.runs.map((run) => (run.id === 'r2' ? { ...run, summary: { ...summary, benchmarks } } : run));
  return { ...history, runs };
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

const care = 'mrbench\nmain\nfake:judge\ncare';

describe('historyMessage', () => {
  it('brings the points of the named series, else of the first', async () => {
    const history = await scoredHistory();
    const source = new Source(() => Promise.resolve(history));
    const pointsSent = async (series?: string): Promise<unknown> =>
      (await historyMessage(source, series)).view?.series.map(({ points }) => points);
    const points = [{ run: 0, value: 50, low: 10, high: 90, n: 1, joins: false }];
    expect(await pointsSent()).toEqual([points, undefined]);
    expect(await pointsSent(care)).toEqual([undefined, points]);
    expect(await pointsSent('gone')).toEqual([points, undefined]);
  });
});

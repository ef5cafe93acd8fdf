import { describe, expect, it } from 'vitest';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import type { ToPanel } from '../../../src/protocol/messages';
import { HistoryViews, type HistorySource } from '../../../src/vscode/revisions/historyViews';
import { summaryOf } from '../../contract/store/summaryOf';
import { revisionFor, storeWith } from './historyStore';

/** Two revisions, the later one with scores. */
async function scoredHistory(): Promise<PromptHistory> {
  const store = await storeWith({ id: 'r1', day: 1, text: 'one' }, { id: 'r2', day: 2, text: 'two' });
  const history = await promptHistory(store, 'tutor.md');
  return {
    ...history,
    runs: history.runs.map((run) => (run.id === 'r2' ? { ...run, summary: summaryOf(run.id) } : run)),
  };
}

const texts = new Map([
  [revisionFor('one'), 'Be kind.\n'],
  [revisionFor('two'), 'Be kind.\nAsk one question.\n'],
]);

class Source implements HistorySource {
  readonly asked: string[] = [];
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

  text(revision: string): Promise<string> {
    this.asked.push(revision);
    const text = texts.get(revision);
    return text === undefined ? Promise.reject(new Error('It is gone.')) : Promise.resolve(text);
  }
}

class Log {
  readonly lines: string[] = [];

  warn(message: string): void {
    this.lines.push(message);
  }
}

async function messagesOf(views: HistoryViews): Promise<readonly ToPanel[]> {
  const messages: ToPanel[] = [];
  for await (const message of views.messages()) messages.push(message);
  return messages;
}

const tone = 'mrbench\nmain\nfake:judge\ntone';

describe('HistoryViews', () => {
  it('sends the history once, then only what changed in its texts, and knows it the next time', async () => {
    const history = await scoredHistory();
    const source = new Source(() => Promise.resolve(history));
    const views = new HistoryViews(source, new Log());
    const [whole, changes, ...more] = await messagesOf(views);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ kind: 'history', reading: 1, view: { prompt: 'tutor.md' } });
    expect(JSON.stringify(whole)).not.toContain('Ask one question');
    expect(changes).toMatchObject({
      kind: 'historyChanges',
      reading: 1,
      changes: [{ revision: revisionFor('two'), change: { added: 1, removed: 0, lines: ['+ Ask one question.'] } }],
    });
    const [again, ...none] = await messagesOf(views);
    expect(none).toEqual([]);
    expect(again).toMatchObject({ kind: 'history', reading: 2 });
    expect(JSON.stringify(again)).toContain('+ Ask one question.');
    expect(source.asked).toHaveLength(2);
  });

  it('answers for a series from the history that was sent last, and brings it with the next', async () => {
    const history = await scoredHistory();
    const views = new HistoryViews(new Source(() => Promise.resolve(history)), new Log());
    expect(views.series(tone)).toBeUndefined();
    await messagesOf(views);
    expect(views.series(tone)).toEqual({
      reading: 1,
      points: [{ run: 0, value: 50, low: 10, high: 90, n: 1, joins: false }],
    });
    expect(views.series('gone')).toMatchObject({ points: [] });
    views.want(tone);
    views.want(undefined);
    const [next] = await messagesOf(views);
    expect(next).toMatchObject({ reading: 2, view: { series: [{ key: tone, count: 1, points: [{ value: 50 }] }] } });
  });

  it('answers from the later of two histories, whichever was read first', async () => {
    const history = await scoredHistory();
    const waiting: ((history: PromptHistory) => void)[] = [];
    const views = new HistoryViews(new Source(() => new Promise((resolve) => waiting.push(resolve))), new Log());
    const [earlier, later] = [views.messages(), views.messages()];
    const [slow, quick] = [earlier.next(), later.next()];
    waiting[1]!(history);
    expect((await quick).value).toMatchObject({ reading: 2 });
    waiting[0]!({ ...history, runs: [] });
    expect((await slow).value).toMatchObject({ reading: 1 });
    expect(views.series(tone)).toMatchObject({ reading: 2, points: [{ value: 50 }] });
  });

  it('tells the log of a text that cannot be read, and goes on', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'one' },
      { id: 'r2', day: 2, text: 'two' },
      { id: 'r3', day: 3, text: 'lost' },
    );
    const history = await promptHistory(store, 'tutor.md');
    const log = new Log();
    const messages = await messagesOf(new HistoryViews(new Source(() => Promise.resolve(history)), log));
    expect(messages.map(({ kind }) => kind)).toEqual(['history', 'historyChanges']);
    expect(messages[1]).toMatchObject({ changes: [{ revision: revisionFor('two') }] });
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toContain(revisionFor('lost'));
  });
});

import type { HistorySeries, HistoryView } from '../../src/core/report/historyViewModel';
import type { ToPanel } from '../../src/protocol/messages';
import type { PaneFrame } from '../panelActions';

type HistoryAnswer = Extract<ToPanel, { readonly kind: 'history' | 'historyChanges' }>;

/** Requests the history and the points of its series on demand, and merges the answers. */
export class HistoryReader {
  #asked = false;
  history: HistoryView | undefined;
  /** The host's number of the shown history. Parts of any other history are dropped. */
  #reading: number | undefined;

  constructor(private readonly frame: Pick<PaneFrame<unknown>, 'post' | 'ask'>) {}

  /** Asks for the history, and again when a view of it comes into sight, since the store may have changed. */
  want(arrived: boolean, series?: string): void {
    if (this.#asked && !arrived) return;
    this.#asked = true;
    this.frame.post({ kind: 'openHistory', series });
  }

  wantPoints(key: string): void {
    this.frame.ask({ kind: 'openSeries', key }, (answer) => {
      if (answer === undefined) return;
      const add = (one: HistorySeries): HistorySeries => (one.key === key ? { ...one, points: answer.points } : one);
      this.#change(answer.reading, ({ series }) => ({ series: series.map(add) }));
    });
  }

  hasPoints(key: string): boolean {
    return this.history?.series.some((one) => one.key === key && one.points !== undefined) ?? false;
  }

  receive(message: HistoryAnswer): void {
    if (message.kind === 'history') {
      this.#asked = true;
      this.history = message.view;
      this.#reading = message.reading;
      return;
    }
    const changes = new Map(message.changes.map(({ revision, change }) => [revision, change]));
    this.#change(message.reading, ({ revisions }) => ({
      revisions: revisions.map((one) => ({ ...one, change: changes.get(one.revision) ?? one.change })),
    }));
  }

  #change(reading: number, change: (history: HistoryView) => Partial<HistoryView>): void {
    if (this.history !== undefined && reading === this.#reading)
      this.history = { ...this.history, ...change(this.history) };
  }
}

import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { ToPanel } from '../../src/protocol/messages';
import type { PaneFrame } from '../panelActions';

type HistoryAnswer = Extract<ToPanel, { readonly kind: 'history' }>;

/** Requests the history, and the points of its series on demand. */
export class HistoryReader {
  #asked = false;
  history: HistoryView | undefined;
  /** The host's number of the shown history. Points of any other history are dropped. */
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
      if (answer === undefined || this.history === undefined || answer.reading !== this.#reading) return;
      const { series } = this.history;
      const { points } = answer;
      this.history = { ...this.history, series: series.map((one) => (one.key === key ? { ...one, points } : one)) };
    });
  }

  hasPoints(key: string): boolean {
    return this.history?.series.some((one) => one.key === key && one.points !== undefined) ?? false;
  }

  receive({ view, reading }: HistoryAnswer): void {
    this.#asked = true;
    this.history = view;
    this.#reading = reading;
  }
}

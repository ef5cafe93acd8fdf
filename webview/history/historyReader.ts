import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { PaneFrame } from '../panelActions';

/** Requests the history with the points of one of its series. */
export class HistoryReader {
  #asked = false;
  history: HistoryView | undefined;

  constructor(private readonly post: PaneFrame<unknown>['post']) {}

  /** Asks for the history, and again when a view of it comes into sight, since the store may have changed. */
  want(arrived: boolean, series?: string): void {
    if (this.#asked && !arrived) return;
    this.#asked = true;
    this.post({ kind: 'openHistory', series });
  }

  receive(history: HistoryView | undefined): void {
    this.#asked = true;
    this.history = history;
  }
}

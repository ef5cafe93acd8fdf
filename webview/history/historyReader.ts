import type { HistorySeries, HistoryView } from '../../src/core/report/historyViewModel';
import type { FromPanel, ToPanel } from '../../src/protocol/messages';
import type { Ask } from '../host';

export type HistoryAnswer = Extract<ToPanel, { readonly kind: 'history' | 'historyChanges' }>;

/** Characters of a key that the host takes; a longer one is drawn when the host chooses it. */
const longestKey = 2_000;

/** Asks for the history and for the points of its series when they are wanted, and puts together what comes. */
export class HistoryReader {
  readonly #post: (message: FromPanel) => void;
  readonly #ask: Ask;
  #asked = false;
  #history: HistoryView | undefined;
  /** The host's number of the history that is shown. */
  #reading: number | undefined;

  constructor(post: (message: FromPanel) => void, ask: Ask) {
    this.#post = post;
    this.#ask = ask;
  }

  /** `undefined` while it is being read. */
  get history(): HistoryView | undefined {
    return this.#history;
  }

  /** Asks for the history where nobody has, and again when a view that needs it has come into sight: the store may have changed. */
  want(arrived: boolean, series?: string): void {
    if (this.#asked && !arrived) return;
    this.#asked = true;
    this.#post({ kind: 'openHistory', ...(isKey(series) ? { series } : {}) });
  }

  /** Asks for the points of a series. */
  wantPoints(key: string): void {
    if (!isKey(key)) return;
    this.#ask({ kind: 'openSeries', key }, (answer) => {
      const history = this.#history;
      if (answer === undefined || history === undefined || answer.reading !== this.#reading) return;
      const { points } = answer;
      const series = history.series.map((one): HistorySeries => (one.key === key ? { ...one, points } : one));
      this.#history = { ...history, series };
    });
  }

  hasPoints(key: string): boolean {
    return this.#history?.series.some((one) => one.key === key && one.points !== undefined) ?? false;
  }

  /** Takes an answer; a part of another history than the one that is shown is dropped. */
  receive(message: HistoryAnswer): void {
    if (message.kind === 'history') {
      this.#asked = true;
      this.#history = message.view;
      this.#reading = message.reading;
      return;
    }
    const history = this.#history;
    if (history === undefined || message.reading !== this.#reading) return;
    const changes = new Map(message.changes.map(({ revision, change }) => [revision, change]));
    const revisions = history.revisions.map((one) => {
      const change = changes.get(one.revision);
      return change === undefined ? one : { ...one, change };
    });
    this.#history = { ...history, revisions };
  }
}

function isKey(key: string | undefined): key is string {
  return key !== undefined && key !== '' && key.length <= longestKey;
}

import type { PromptHistory } from '../../core/history/promptHistory';
import { historyPoints, historyView } from '../../core/report/historyView';
import type { SeriesPoints, ToPanel } from '../../protocol/messages';
import type { PromptHistories } from './promptRevisions';

/** The history as the page gets it, and the points of its series on request. */
export class HistoryViews {
  readonly #revisions: PromptHistories;
  #reading = 0;
  #sent: { readonly history: PromptHistory; readonly reading: number } | undefined;
  /** Key of the series on the page, once it named one. */
  #drawn: string | undefined;

  constructor(revisions: PromptHistories) {
    this.#revisions = revisions;
  }

  want(series: string | undefined): void {
    this.#drawn = series ?? this.#drawn;
  }

  /** Rejects with `RunStoreError`. */
  async message(): Promise<Extract<ToPanel, { kind: 'history' }>> {
    const reading = ++this.#reading;
    const history = await this.#revisions.history();
    // Comparisons are suggested within the prompt's own runs only.
    const own = await this.#revisions.ownHistory();
    // An overtaken history is never sent, so later answers must not use it.
    if (reading > (this.#sent?.reading ?? 0)) this.#sent = { history, reading };
    const view = historyView(history, this.#drawn);
    const { suggested } = own === history ? view : historyView(own);
    return { kind: 'history', view: { ...view, suggested }, reading };
  }

  /** Points from the last sent history; `undefined` before the first. */
  series(key: string): SeriesPoints | undefined {
    this.#drawn = key;
    if (this.#sent === undefined) return undefined;
    const { history, reading } = this.#sent;
    return { reading, points: historyPoints(history.runs, key) };
  }
}

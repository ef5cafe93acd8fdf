import { historyView } from '../../core/report/historyView';
import type { ToPanel } from '../../protocol/messages';
import type { PromptHistories } from './promptRevisions';

/** The history as the page gets it, with the points of one series. */
export class HistoryViews {
  /** Key of the series on the page, once it named one. */
  #drawn: string | undefined;

  constructor(private readonly revisions: PromptHistories) {}

  want(series: string | undefined): void {
    this.#drawn = series ?? this.#drawn;
  }

  /** Rejects with `RunStoreError`. */
  async message(): Promise<Extract<ToPanel, { kind: 'history' }>> {
    const history = await this.revisions.history();
    // Comparisons are suggested within the prompt's own runs only.
    const own = await this.revisions.ownHistory();
    const view = historyView(history, this.#drawn);
    const { suggested } = own === history ? view : historyView(own);
    return { kind: 'history', view: { ...view, suggested } };
  }
}

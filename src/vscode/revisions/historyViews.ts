import { previousRevision } from '../../core/history/baseline';
import { changedLines, type PromptChange } from '../../core/history/changedLines';
import type { PromptHistory } from '../../core/history/promptHistory';
import { changeView, historyPoints, historyView } from '../../core/report/historyView';
import type { ChangedRevision } from '../../core/report/historyViewModel';
import type { SeriesPoints, ToPanel } from '../../protocol/messages';
import { reasonOf } from '../log';
import type { PromptRevisions } from './promptRevisions';

/** Only this many revisions get their changes; older ones are listed without. */
const mostChanges = 60;

export type HistorySource = Pick<PromptRevisions, 'history' | 'ownHistory' | 'text'>;

/** Sends known facts at once, then the changes of each text, and series on request. */
export class HistoryViews {
  readonly #revisions: HistorySource;
  readonly #log: { warn(message: string, reason: string): void };
  readonly #known = new Map<string, PromptChange>();
  #reading = 0;
  #sent: { readonly history: PromptHistory; readonly reading: number } | undefined;
  /** Key of the series on the page, once it named one. */
  #drawn: string | undefined;

  constructor(revisions: HistorySource, log: { warn(message: string, reason: string): void }) {
    this.#revisions = revisions;
    this.#log = log;
  }

  want(series: string | undefined): void {
    this.#drawn = series ?? this.#drawn;
  }

  /** Yields the history and then newly read changes of its texts. Rejects with `RunStoreError`. */
  async *messages(): AsyncGenerator<Extract<ToPanel, { kind: 'history' | 'historyChanges' }>> {
    const reading = ++this.#reading;
    const history = await this.#revisions.history();
    // Comparisons are suggested within the prompt's own runs only.
    const own = await this.#revisions.ownHistory();
    // An overtaken history is never sent, so later answers must not use it.
    if (reading > (this.#sent?.reading ?? 0)) this.#sent = { history, reading };
    const pairs = pairsOf(history);
    const known = pairs.flatMap(({ key, after }) => {
      const change = this.#known.get(key);
      return change === undefined ? [] : [[after, change] as const];
    });
    const view = historyView(history, { changes: new Map(known), series: this.#drawn });
    const { suggested } = own === history ? view : historyView(own);
    yield { kind: 'history', view: { ...view, suggested }, reading };
    const changes = await this.#read(pairs);
    if (changes.length > 0) yield { kind: 'historyChanges', reading, changes };
  }

  /** Points from the last sent history; `undefined` before the first. */
  series(key: string): SeriesPoints | undefined {
    this.#drawn = key;
    if (this.#sent === undefined) return undefined;
    const { history, reading } = this.#sent;
    return { reading, points: historyPoints(history.runs, key) };
  }

  async #read(pairs: readonly RevisionPair[]): Promise<readonly ChangedRevision[]> {
    const fresh: ChangedRevision[] = [];
    for (const { key, before, after } of pairs) {
      if (this.#known.has(key)) continue;
      try {
        const change = changedLines(await this.#revisions.text(before), await this.#revisions.text(after));
        this.#known.set(key, change);
        fresh.push({ revision: after, change: changeView(change) });
      } catch (error) {
        this.#log.warn(`The changes in ${after} could not be read.`, reasonOf(error));
      }
    }
    return fresh;
  }
}

type RevisionPair = ReturnType<typeof pairsOf>[number];

/** Pairs each revision with the one evaluated before it, latest first. */
function pairsOf(history: PromptHistory) {
  return history.revisions.slice(0, mostChanges).flatMap(({ revision: after }) => {
    const before = previousRevision(history, after)?.revision;
    return before === undefined ? [] : [{ key: `${before} ${after}`, before, after }];
  });
}

import { changeView, historyPoints, historyView } from '../../core/report/historyView';
import type { ChangedRevision } from '../../core/report/historyViewModel';
import { previousRevision } from '../../core/history/baseline';
import { changedLines, type PromptChange } from '../../core/history/changedLines';
import type { PromptHistory } from '../../core/history/promptHistory';
import type { SeriesPoints, ToPanel } from '../../protocol/messages';

/** Revisions whose changes are read; older ones are listed without. */
const mostChanges = 60;

type HistoryMessage = Extract<ToPanel, { readonly kind: 'history' | 'historyChanges' }>;

/** Where a history and the texts of its revisions come from. */
export interface HistorySource {
  history(): Promise<PromptHistory>;
  /** The part that is the prompt's own, which is all of it where this is absent: nothing else is suggested to be compared. */
  ownHistory?(): Promise<PromptHistory>;
  text(revision: string): Promise<string>;
}

/** Where it is said what could not be read. */
interface HistoryLog {
  warn(message: string, ...details: readonly unknown[]): void;
}

/** A prompt's history as the panel shows it: at once with what is known, then what changed in each text, and series as they are asked for. */
export class HistoryViews {
  readonly #revisions: HistorySource;
  readonly #log: HistoryLog;
  /** By both revisions. */
  readonly #known = new Map<string, PromptChange>();
  #reading = 0;
  /** The history that was sent last. */
  #sent: { readonly history: PromptHistory; readonly reading: number } | undefined;
  /** Key of the series that the panel draws, where it has said so. */
  #drawn: string | undefined;

  constructor(revisions: HistorySource, log: HistoryLog) {
    this.#revisions = revisions;
    this.#log = log;
  }

  /** Has the next history bring the points of a series. */
  want(series: string | undefined): void {
    this.#drawn = series ?? this.#drawn;
  }

  /** Yields the history and, where texts had to be read for it, what changed in them. Rejects with `RunStoreError`. */
  async *messages(): AsyncGenerator<HistoryMessage> {
    const reading = ++this.#reading;
    const history = await this.#revisions.history();
    const own = (await this.#revisions.ownHistory?.()) ?? history;
    // One that was overtaken is not sent, so nothing must be answered from it.
    if (reading > (this.#sent?.reading ?? 0)) this.#sent = { history, reading };
    const view = historyView(history, { changes: this.#changes(history), series: this.#drawn });
    yield {
      kind: 'history',
      view: own === history ? view : { ...view, suggested: historyView(own).suggested },
      reading,
    };
    const changes = await this.#read(history);
    if (changes.length > 0) yield { kind: 'historyChanges', reading, changes };
  }

  /** The points of a series of the history that was sent last; `undefined` before the first. */
  series(key: string): SeriesPoints | undefined {
    this.#drawn = key;
    if (this.#sent === undefined) return undefined;
    const { history, reading } = this.#sent;
    return { reading, key, points: historyPoints(history.runs, key) };
  }

  #changes(history: PromptHistory): ReadonlyMap<string, PromptChange> {
    return new Map(
      pairsOf(history).flatMap(([before, after]) => {
        const change = this.#known.get(`${before} ${after}`);
        return change === undefined ? [] : [[after, change] as const];
      }),
    );
  }

  /** What was not known before. */
  async #read(history: PromptHistory): Promise<readonly ChangedRevision[]> {
    const fresh: ChangedRevision[] = [];
    for (const [before, after] of pairsOf(history)) {
      const key = `${before} ${after}`;
      if (this.#known.has(key)) continue;
      try {
        const change = changedLines(await this.#revisions.text(before), await this.#revisions.text(after));
        this.#known.set(key, change);
        fresh.push({ revision: after, change: changeView(change) });
      } catch (error) {
        this.#log.warn(
          `What changed in ${after} cannot be told.`,
          error instanceof Error ? error.message : String(error),
        );
      }
    }
    return fresh;
  }
}

/** Each revision with the one that was evaluated before it, the latest first. */
function pairsOf(history: PromptHistory): readonly (readonly [string, string])[] {
  return history.revisions.slice(0, mostChanges).flatMap(({ revision }) => {
    const before = previousRevision(history, revision);
    return before === undefined ? [] : [[before.revision, revision] as const];
  });
}

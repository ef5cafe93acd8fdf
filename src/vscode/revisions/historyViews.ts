import type * as vscode from 'vscode';
import { historyView } from '../../core/report/historyView';
import type { HistoryView } from '../../core/report/historyViewModel';
import { previousRevision } from '../../core/revisions/baseline';
import { changedLines, type PromptChange } from '../../core/revisions/changedLines';
import type { PromptHistory } from '../../core/revisions/promptHistory';
import type { PromptRevisions } from './promptRevisions';

/** Revisions whose changes are read; older ones are listed without. */
const mostChanges = 60;

/** A prompt's history as the panel shows it: at once with what is known, then with what changed in each text. */
export class HistoryViews {
  readonly #revisions: PromptRevisions;
  readonly #log: vscode.LogOutputChannel;
  /** By both revisions. */
  readonly #known = new Map<string, PromptChange>();

  constructor(revisions: PromptRevisions, log: vscode.LogOutputChannel) {
    this.#revisions = revisions;
    this.#log = log;
  }

  /** Yields one view or two. Rejects with `RunStoreError`. */
  async *views(): AsyncGenerator<HistoryView> {
    const history = await this.#revisions.history();
    yield historyView(history, { changes: this.#changes(history) });
    if (await this.#read(history)) yield historyView(history, { changes: this.#changes(history) });
  }

  #changes(history: PromptHistory): ReadonlyMap<string, PromptChange> {
    return new Map(
      pairsOf(history).flatMap(([before, after]) => {
        const change = this.#known.get(`${before} ${after}`);
        return change === undefined ? [] : [[after, change] as const];
      }),
    );
  }

  /** Whether there is something new. */
  async #read(history: PromptHistory): Promise<boolean> {
    let fresh = false;
    for (const [before, after] of pairsOf(history)) {
      const key = `${before} ${after}`;
      if (this.#known.has(key)) continue;
      try {
        this.#known.set(key, changedLines(await this.#revisions.text(before), await this.#revisions.text(after)));
        fresh = true;
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

import type { HistoryRun, PromptHistory } from '../../core/history/promptHistory';
import type { RunManifest } from '../../core/store/runManifest';

/**
 * The runs of one document whose name says little: an untitled one's is given to another prompt in the next window, and in this one when the
 * document was closed. Documents are told apart as objects.
 */
export class RunsOfDocument<Document extends object> {
  readonly #since: string;
  readonly #runs = new Set<string>();
  #document: Document | undefined;

  /** `since`, ISO 8601: runs that were made before are of another document, also where they end here. */
  constructor(since: string) {
    this.#since = since;
  }

  /** A run has ended under the name that `document` has; `undefined` where none of that name is open. */
  add({ runId, createdAt }: Pick<RunManifest, 'runId' | 'createdAt'>, document: Document | undefined): void {
    this.#follow(document);
    if (createdAt >= this.#since) this.#runs.add(runId);
  }

  /** The history as far as it is that of `document`; of the last one of the name where none is open. */
  within(history: PromptHistory, document: Document | undefined): PromptHistory {
    this.#follow(document);
    const runs = history.runs.filter(({ id }) => this.#runs.has(id));
    const revisions = history.revisions.flatMap((revision) => {
      const own = revision.runs.filter(({ id }) => this.#runs.has(id));
      const [latest] = own;
      if (latest === undefined) return [];
      return [{ ...revision, runs: own, lastAt: latest.repliesAt, firstAt: own.at(-1)?.repliesAt ?? latest.repliesAt }];
    });
    return { ...history, revisions, runs };
  }

  #follow(document: Document | undefined): void {
    if (document === undefined || document === this.#document) return;
    if (this.#document !== undefined) this.#runs.clear();
    this.#document = document;
  }
}

export interface PromptHistories {
  ownHistory(): Promise<PromptHistory>;
  history(): Promise<PromptHistory>;
}

export interface RunToCompare {
  readonly run: HistoryRun;
  readonly history: PromptHistory;
}

/**
 * The latest run at rest, of the revision or with the id that is named. Nobody is shown another document's run as the prompt's own: only
 * one that is named is looked for in all that stands under the name. `undefined` where there is none. Rejects as the histories do.
 */
export async function runToCompare(
  histories: PromptHistories,
  { runId, revision }: { readonly runId: string | undefined; readonly revision: string | undefined },
): Promise<RunToCompare | undefined> {
  const within = (history: PromptHistory): RunToCompare | undefined => {
    const run = history.runs.find(
      ({ id, status, revision: its }) =>
        status !== 'running' && (runId === undefined ? revision === undefined || its === revision : id === runId),
    );
    return run && { run, history };
  };
  const own = within(await histories.ownHistory());
  const isNamed = runId !== undefined || revision !== undefined;
  return own ?? (isNamed ? within(await histories.history()) : undefined);
}

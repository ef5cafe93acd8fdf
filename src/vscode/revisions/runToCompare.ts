import type { HistoryRun, PromptHistory } from '../../core/revisions/promptHistory';

/** What is known of a prompt: what is its own, and all that stands under its name. */
export interface PromptHistories {
  ownHistory(): Promise<PromptHistory>;
  history(): Promise<PromptHistory>;
}

/** A run, with the history that says what it is compared with. */
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

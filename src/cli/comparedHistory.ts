import type { RunSession } from '../core/engine/runSession';
import { noiseRunsOf } from '../core/revisions/noiseRunsOf';
import { promptHistory, type PromptHistory } from '../core/revisions/promptHistory';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import type { RunStore } from '../core/store/runStore';
import type { CliContext } from './cliContext';

/** What the store of the earlier run knows of its text. */
export interface ComparedHistory {
  /** The label that somebody gave to the text. */
  readonly label: string | undefined;
  /** Other runs of the text: how far they fall apart is noise. */
  readonly others: readonly RunSession[];
}

/** Reads label and other runs of the earlier run's text. The later run's name of the prompt counts where a file was renamed. */
export async function comparedHistory(
  store: RunStore,
  before: RunSession,
  after: RunSession,
  context: CliContext,
): Promise<ComparedHistory> {
  const { prompt, benchmarks } = before.manifest;
  const { revision, path } = prompt;
  const own = await promptHistory(store, path);
  const history = hasRevision(own, revision) ? own : await promptHistory(store, after.manifest.prompt.path);
  const taken = [before.manifest.runId, after.manifest.runId];
  const opened = await Promise.allSettled(
    noiseRunsOf(history, { revision, benchmarks }, taken).map(async (id) =>
      sessionOfRun(await store.open(id), context.benchmarks),
    ),
  );
  return {
    label: history.revisions.find((one) => one.revision === revision)?.label,
    // One that is damaged says nothing of the noise, and is none of this command's business.
    others: opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  };
}

function hasRevision({ revisions }: PromptHistory, revision: string): boolean {
  return revisions.some((one) => one.revision === revision);
}

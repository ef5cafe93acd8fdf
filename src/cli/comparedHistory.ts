import type { RunSession } from '../core/engine/runSession';
import { historyOfRun, promptHistory } from '../core/revisions/promptHistory';
import { noiseRunsOf } from '../core/revisions/baseline';
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

/** Reads label and other runs of the earlier run's text, in the history of its prompt under whichever name that has by now. */
export async function comparedHistory(
  store: RunStore,
  before: RunSession,
  after: RunSession,
  context: CliContext,
): Promise<ComparedHistory> {
  const { prompt, benchmarks } = before.manifest;
  const { revision } = prompt;
  const listings = await store.summaries();
  const later = await promptHistory(store, after.manifest.prompt.path, { listings });
  const history = await historyOfRun(store, before.manifest.runId, later, () => Promise.resolve(listings));
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

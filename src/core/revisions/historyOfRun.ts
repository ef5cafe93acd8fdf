import type { RunStore, SummaryListing } from '../store/runStore';
import { historyRuns } from './historyRun';
import { promptHistory, type PromptHistory } from './promptHistory';
import { presentName } from './promptOwnership';

/**
 * The history that a run of a store belongs to: the one at hand, which may know more names of its file, else that of the run's own
 * prompt under the name that it has now. The store is listed for the second only. Throws `RunStoreError`.
 */
export async function historyOfRun(
  store: RunStore,
  runId: string,
  atHand: PromptHistory,
  list: () => Promise<readonly SummaryListing[]> = () => store.summaries(),
): Promise<PromptHistory> {
  if (atHand.runs.some(({ id }) => id === runId)) return atHand;
  const listings = await list();
  const run = historyRuns(listings).find(({ id }) => id === runId);
  if (run === undefined) return atHand;
  const { entries } = await store.revisions.read();
  return promptHistory(store, presentName(run.path, run.createdAt, entries), { listings });
}

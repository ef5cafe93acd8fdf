import { recentRuns } from '../store/readJournal';
import { estimateRun, type RunEstimate } from './estimateRun';
import { observeLengths } from './observedLengths';
import { observeChanges } from './provableEdits';
import type { RunSession } from './runSession';

/** The estimate of a run by what recent runs of the store in `root` saw. `guardMargin`: a share of a guard's scale. */
export async function estimateByRecent(session: RunSession, root: string, guardMargin?: number): Promise<RunEstimate> {
  const lengths = await observeLengths(session.manifest, recentRuns(root));
  const changes = await observeChanges(session.manifest, recentRuns(root));
  return estimateRun(session, lengths, changes, guardMargin);
}

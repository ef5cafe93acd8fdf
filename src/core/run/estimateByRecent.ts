import { type RecentRun, recentRuns } from '../store/readJournal';
import { askedModels, modelSetting, type RunManifest } from '../store/runManifest';
import { estimateRun, type RunEstimate } from './estimateRun';
import { sum } from '../statistics/sum';
import { observeLengths } from './observedLengths';
import { observeChanges } from './provableEdits';
import type { RunSession } from './runSession';

/** The estimate of a run by what recent runs of the store in `root` saw. `guardMargin`: a share of a guard's scale. */
export async function estimateByRecent(session: RunSession, root: string, guardMargin?: number): Promise<RunEstimate> {
  const lengths = await observeLengths(session.manifest, recentRuns(root));
  const changes = await observeChanges(session.manifest, recentRuns(root));
  const callMs = await observePace(session.manifest, recentRuns(root));
  return { ...estimateRun(session, lengths, changes, guardMargin), callMs };
}

const enough = 10;
/** Longer silences are pauses of the run. */
const longestPauseMs = 600_000;

/** Milliseconds from one answer to the next in the latest run with the same models. Calls at once shorten it. */
export async function observePace(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<number | undefined> {
  const modelsOf = (manifest: RunManifest): string => JSON.stringify(askedModels(manifest).map(modelSetting));
  for await (const run of runs) {
    const { manifest } = run;
    if (manifest.batch === true || modelsOf(manifest) !== modelsOf(coming)) continue;
    const asked = (await run.records()).filter((record) => 'calls' in record && record.calls > 0);
    const times = asked.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other);
    const steps = times
      .map((time, index) => time - (times[index - 1] ?? -Infinity))
      .filter((ms) => ms <= longestPauseMs);
    if (steps.length >= enough) return sum(steps) / steps.length;
  }
  return undefined;
}

import type { Benchmarks } from '../benchmark/benchmark';
import { editsInfo, editsTask } from '../benchmark/judging/ruleEdits';
import { groupedBy } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { citeReport } from '../results/citeReport';
import { failedByMetric } from '../results/failedCases';
import type { RulesView } from '../results/ruleModel';
import { ruleRemovals } from '../results/ruleRemovals';
import { reportedJudgesOf } from '../results/runHeader';
import { filterFacts, type SuggestedEdit, suggestedEdits, type TurnedDown } from '../results/suggestedEdits';
import { halfOf } from '../run/editTrial';
import { unitKey } from '../run/playOrder';
import type { RunCaps } from '../run/runCaps';
import { sampleOfKey } from '../run/workItem';
import type { ManifestModel } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { countWords, t } from '../text/countWords';
import { planAside, type PlannedAside } from './planAside';
import { StoredRunError } from './planRejudge';
import { sessionOfRun } from './sessionOfRun';

/** Fewer failures that repeat leave nothing to gain that the samples could show. */
const fewestStable = 6;
const mostClusters = 3;
const casesOfCall = 8;

interface SuggestionRequest {
  readonly targets: readonly string[];
  readonly caps: RunCaps;
  readonly turnedDown: readonly TurnedDown[];
  /** What is known of the rules. */
  readonly tested?: RulesView['tested'];
}

interface PlannedSuggestions extends PlannedAside {
  /** Cases that fail again. */
  readonly stable: number;
  /** What models have proposed, of the explored run as it is stored then. */
  readonly proposedIn: (explored: StoredRun) => readonly SuggestedEdit[];
}

/**
 * Plans a call for each group of failures that repeat: those of `explored`, which plays the failing cases of `original`
 * again with the same text. Cases of the half that edits are confirmed on are left out. Rules that a test or a judge
 * speaks against are proposed to be removed without a call. Throws `StoredRunError` and `RunSessionError`.
 */
export function planSuggestions(
  explored: StoredRun,
  original: StoredRun,
  judge: ManifestModel,
  { targets, caps, turnedDown, tested }: SuggestionRequest,
  benchmarks: Benchmarks,
): PlannedSuggestions {
  const { runId, prompt } = explored.manifest;
  if (original.manifest.prompt.revision !== prompt.revision)
    throw new StoredRunError(
      t`Run ${runId} explores another text than ${original.manifest.runId}. Explore the failing cases with the same text.`,
    );
  const session = sessionOfRun(explored, benchmarks);
  const work = new Set(
    session.items.flatMap(({ key, benchmark, sample }) => (halfOf(unitKey(benchmark, sample)) === 'work' ? [key] : [])),
  );
  const first = sessionOfRun(original, benchmarks);
  const again = failedByMetric(session, targets);
  const names = again.map(({ metric }) => metric);
  const before = failedByMetric(first, names).map(({ cases }) => new Set(cases.map(({ key }) => sampleOfKey(key))));
  const failed = again.flatMap(({ cases }, index) =>
    cases.filter(({ key }) => work.has(key) && before[index]?.has(sampleOfKey(key)) === true),
  );
  const stable = new Set(failed.map(({ key }) => key)).size;
  if (stable < fewestStable)
    throw new StoredRunError(
      t`Of the half that edits are tried on, ${countWords(stable, 'case fails', 'cases fail')} again. With fewer than ${fewestStable} there is nothing to gain that these samples could show.`,
    );
  const file = readPromptFile(prompt.path, prompt.text);
  const rules = promptRules(file);
  const removals = ruleRemovals(file, tested, citeReport(first, reportedJudgesOf(first)[0] ?? ''));
  const groups = [...groupedBy(failed, ({ failure }) => failure)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, mostClusters);
  const refused = turnedDown.map(({ title, reason }) => `${title}. ${reason}`);
  const tasks = groups.map(([failure, all]) => {
    const cases = all.slice(0, casesOfCall);
    return editsTask({ failure, topic: cases[0]?.topic, rules, cases, refused });
  });
  return {
    ...planAside(explored, judge, { info: editsInfo, tasks, key: failed[0]?.key ?? '' }, caps, benchmarks),
    stable,
    proposedIn: (asked) => suggestedEdits(sessionOfRun(asked, benchmarks), filterFacts(first), turnedDown, removals),
  };
}

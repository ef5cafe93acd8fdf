import type { Benchmarks } from '../benchmark/benchmark';
import type { JudgeInfo, JudgeTask } from '../benchmark/judging/judgeTask';
import type { VerdictSlot } from '../benchmark/judging/verdict';
import type { RunCaps } from '../run/runCaps';
import type { RunSession } from '../run/runSession';
import type { ManifestModel } from '../store/runManifest';
import { asideSteps } from '../store/runRecord';
import type { StoredRun } from '../store/runStore';
import { sessionBeside, StoredRunError } from './planRejudge';
import { citeRounds, citesInfo, citeTask } from '../benchmark/judging/ruleCites';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { failedByMetric, metricTitle } from '../results/failedCases';
import { countWords, t } from '../text/countWords';
import { sessionOfRun } from './sessionOfRun';
import { editsInfo, editsTask } from '../benchmark/judging/ruleEdits';
import { groupedBy } from '../benchmark/samples';
import { citeReport } from '../results/citeReport';
import type { RulesView } from '../results/ruleModel';
import { ruleRemovals } from '../results/ruleRemovals';
import { reportedJudgesOf } from '../results/runHeader';
import { filterFacts, type SuggestedEdit, suggestedEdits, type TurnedDown } from '../results/suggestedEdits';
import { halfOf } from '../run/editTrial';
import { unitKey } from '../run/playOrder';
import { sampleOfKey } from '../run/workItem';

/** Questions about failing replies of a run, which change no score. */
interface Aside {
  readonly info: JudgeInfo;
  readonly tasks: readonly JudgeTask[];
  /** The trial that the answers are filed under. */
  readonly key: string;
}

export interface PlannedAside {
  /** Its records are stored next to the run's journal. */
  readonly session: RunSession;
  /** Those that this judge has not answered. */
  readonly calls: number;
}

/** Plans to ask a judge. Throws `StoredRunError` and `RunSessionError`. */
function planAside(
  stored: StoredRun,
  judge: ManifestModel,
  { info, tasks, key }: Aside,
  caps: RunCaps,
  benchmarks: Benchmarks,
): PlannedAside {
  const entries = stored.manifest.benchmarks.filter(({ id }) => key.startsWith(`${id}/`));
  const slots = new Set(tasks.flatMap((task) => task.slots.map(({ criterionId }) => criterionId)));
  const questionOf = () => ({
    judges: [info],
    judgements: () => tasks,
    canGive: ({ criterionId }: VerdictSlot) => slots.has(criterionId),
  });
  const alone = { ruleTest: undefined, edits: undefined, explored: undefined, purpose: undefined, aims: undefined };
  const manifest = { ...stored.manifest, ...alone, firstAims: undefined, benchmarks: entries };
  const steps = asideSteps(stored.tagging, info.id);
  // A second call must not be answered by the first one's stored answer.
  const planned = { manifest, questionOf, steps, keys: new Set([key]), skipsCache: true };
  const { session, isAnswered } = sessionBeside(stored, judge, planned, caps, benchmarks);
  return { session, calls: tasks.filter((task) => !isAnswered(key, task.key)).length };
}

const citedAtOnce = 5;

/** Plans two calls for each five failing cases, less those answered. Throws `StoredRunError`, `RunSessionError`. */
export function planCites(
  stored: StoredRun,
  judge: ManifestModel,
  { targets, caps }: { readonly targets: readonly string[]; readonly caps: RunCaps },
  benchmarks: Benchmarks,
): PlannedAside & { readonly metric: string; readonly title: string; readonly cases: number } {
  const { runId, calibration, prompt, seed, recorded, ruleTest } = stored.manifest;
  if (calibration !== undefined || recorded !== undefined || ruleTest !== undefined)
    throw new StoredRunError(t`The replies of run ${runId} do not come from its prompt. Name an evaluation.`);
  const session = sessionOfRun(stored, benchmarks);
  const found = failedByMetric(session, targets);
  const { metric, cases = [] } = found.find((one) => one.cases.length > 0) ?? {};
  const [first] = cases;
  if (metric === undefined || first === undefined)
    throw new StoredRunError(
      t`Run ${runId} has no reply that fails ${found[0]?.metric ?? ''}, so there is nothing to ask.`,
    );
  const rules = promptRules(readPromptFile(prompt.path, prompt.text));
  const clusters = Array.from({ length: Math.ceil(cases.length / citedAtOnce) }, (_, index) => {
    const part = cases.slice(citedAtOnce * index, citedAtOnce * (index + 1));
    return { metric, rules, cases: part, seed: `cites/${seed}/${part.map(({ key }) => key).join()}` };
  });
  const tasks = clusters.flatMap((cluster) => citeRounds.map((round) => citeTask(cluster, round)));
  const planned = planAside(stored, judge, { info: citesInfo, tasks, key: first.key }, caps, benchmarks);
  return { ...planned, metric, title: metricTitle(session, metric), cases: cases.length };
}

/** Fewer failures that repeat leave nothing to gain that the samples could show. */
const fewestStable = 6;
const mostClusters = 3;
const casesOfEdit = 8;

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
    const cases = all.slice(0, casesOfEdit);
    return editsTask({ failure, topic: cases[0]?.topic, rules, cases, refused });
  });
  return {
    ...planAside(explored, judge, { info: editsInfo, tasks, key: failed[0]?.key ?? '' }, caps, benchmarks),
    stable,
    proposedIn: (asked) => suggestedEdits(sessionOfRun(asked, benchmarks), filterFacts(first), turnedDown, removals),
  };
}

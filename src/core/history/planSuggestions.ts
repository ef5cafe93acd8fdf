import type { Benchmark } from '../benchmark/benchmark';
import { editsInfo, editsTask } from '../benchmark/judging/ruleEdits';
import { type BenchmarkId, groupedBy } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { failedByMetric } from '../results/failedCases';
import { halvesOf } from '../run/editTrial';
import { unitKey } from '../run/playOrder';
import type { RunCaps } from '../run/runCaps';
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
  /** Edits that the author dismissed, each with the reason. */
  readonly dismissed: readonly string[];
}

/**
 * Plans a call for each group of failures that repeat: those of `explored`, which plays the failing cases of `original`
 * again with the same text. Cases of the half that edits are confirmed on are left out. Throws `StoredRunError` and
 * `RunSessionError`.
 */
export function planSuggestions(
  explored: StoredRun,
  original: StoredRun,
  judge: ManifestModel,
  { targets, caps, dismissed }: SuggestionRequest,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedAside & { readonly stable: number } {
  const { runId, prompt } = explored.manifest;
  if (original.manifest.prompt.revision !== prompt.revision)
    throw new StoredRunError(
      t`Run ${runId} explores another text than ${original.manifest.runId}. Explore the failing cases with the same text.`,
    );
  const session = sessionOfRun(explored, benchmarks);
  const halves = halvesOf(original.samples, benchmarks);
  const work = new Set(
    session.items.flatMap(({ key, benchmark, sample }) =>
      halves.get(unitKey(benchmark, sample)) === 'work' ? [key] : [],
    ),
  );
  const sampleOf = (key: string): string => key.replace(/#\d+$/, '');
  const again = failedByMetric(session, targets);
  const names = again.map(({ metric }) => metric);
  const before = failedByMetric(sessionOfRun(original, benchmarks), names).map(
    ({ cases }) => new Set(cases.map(({ key }) => sampleOf(key))),
  );
  const failed = again.flatMap(({ cases }, index) =>
    cases.filter(({ key }) => work.has(key) && before[index]?.has(sampleOf(key)) === true),
  );
  const stable = new Set(failed.map(({ key }) => key)).size;
  if (stable < fewestStable)
    throw new StoredRunError(
      t`Of the half that edits are tried on, ${countWords(stable, 'case fails', 'cases fail')} again. With fewer than ${fewestStable} there is nothing to gain that these samples could show.`,
    );
  const rules = promptRules(readPromptFile(prompt.path, prompt.text));
  const groups = [...groupedBy(failed, ({ failure }) => failure)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, mostClusters);
  const tasks = groups.map(([failure, [first, ...others]]) => {
    const cases = first === undefined ? [] : [first, ...others].slice(0, casesOfCall);
    return editsTask({ failure, topic: first?.topic, rules, cases, dismissed });
  });
  const aside = { info: editsInfo, tasks, key: failed[0]?.key ?? '' };
  return { ...planAside(explored, judge, aside, caps, benchmarks), stable };
}

import type { Benchmarks } from '../benchmark/benchmark';
import { citeRounds, citesInfo, citeTask } from '../benchmark/judging/ruleCites';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { failedByMetric, metricTitle } from '../results/failedCases';
import type { RunCaps } from '../run/runCaps';
import type { ManifestModel } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { t } from '../text/countWords';
import { planAside, type PlannedAside } from './planAside';
import { StoredRunError } from './planRejudge';
import { sessionOfRun } from './sessionOfRun';

const casesOfCall = 5;

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
  const clusters = Array.from({ length: Math.ceil(cases.length / casesOfCall) }, (_, index) => {
    const part = cases.slice(casesOfCall * index, casesOfCall * (index + 1));
    return { metric, rules, cases: part, seed: `cites/${seed}/${part.map(({ key }) => key).join()}` };
  });
  const tasks = clusters.flatMap((cluster) => citeRounds.map((round) => citeTask(cluster, round)));
  const planned = planAside(stored, judge, { info: citesInfo, tasks, key: first.key }, caps, benchmarks);
  return { ...planned, metric, title: metricTitle(session, metric), cases: cases.length };
}

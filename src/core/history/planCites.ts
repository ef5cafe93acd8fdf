import { headlineNames } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { askings, citesInfo, citeTask } from '../benchmark/judging/ruleCites';
import type { BenchmarkId } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { promptRules } from '../prompt/promptRules';
import { failedCases } from '../results/citeReport';
import { reportedJudgesOf } from '../results/runHeader';
import type { RunCaps } from '../run/runCaps';
import { createRunSession, type RunSession } from '../run/runSession';
import { modelName } from '../store/manifestModel';
import type { ManifestModel } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { t } from '../text/countWords';
import { planRejudge, StoredRunError } from './planRejudge';
import { sessionOfRun } from './sessionOfRun';

const casesOfCall = 5;

interface PlannedCites {
  /** Its records are stored next to the run's journal. */
  readonly session: RunSession;
  readonly metric: string;
  readonly cases: number;
  readonly calls: number;
}

/** Plans two calls for each five failing cases, less those answered. Throws `StoredRunError`, `RunSessionError`. */
export function planCites(
  stored: StoredRun,
  judge: ManifestModel,
  { targets, caps }: { readonly targets: readonly string[]; readonly caps: RunCaps },
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedCites {
  const { runId, createdAt, toolVersion, calibration, prompt, seed, aims, recorded } = stored.manifest;
  if (calibration !== undefined || recorded !== undefined)
    throw new StoredRunError(t`The replies of run ${runId} do not come from its prompt. Name an evaluation.`);
  const original = sessionOfRun(stored, benchmarks);
  const own = stored.manifest.benchmarks.flatMap(({ id }) => benchmarks.get(id) ?? []);
  const usual = [...(aims?.targets ?? []), ...own.flatMap(headlineNames)];
  const [reported = ''] = reportedJudgesOf(original);
  const found = (targets.length > 0 ? targets : usual).map((metric) => ({
    metric,
    cases: failedCases(original, metric, reported),
  }));
  const { metric, cases } = found.find((one) => one.cases.length > 0) ?? {};
  const item = original.items.find(({ key }) => key === cases?.[0]?.key);
  if (metric === undefined || cases === undefined || item === undefined)
    throw new StoredRunError(
      t`Run ${runId} has no reply that fails ${targets[0] ?? usual[0] ?? ''}, so there is nothing to ask.`,
    );
  const rules = promptRules(readPromptFile(prompt.path, prompt.text));
  const clusters = Array.from({ length: Math.ceil(cases.length / casesOfCall) }, (_, index) => {
    const part = cases.slice(casesOfCall * index, casesOfCall * (index + 1));
    return { metric, rules, cases: part, seed: `cites/${seed}/${part.map(({ key }) => key).join()}` };
  });
  const tasks = clusters.flatMap((cluster) => askings.map((asking) => citeTask(cluster, asking)));
  const slots = new Set(tasks.flatMap((task) => task.slots.map(({ criterionId }) => criterionId)));
  const citing: Benchmark = {
    ...item.benchmark,
    ...{ judges: [citesInfo], judgements: () => tasks, metrics: [], aspectOf: undefined, taxonomy: undefined },
    ...{
      canGive: ({ criterionId }) => slots.has(criterionId),
      criterionOf: undefined,
      outcomeOf: ({ status }) => (status === 'ok' ? 'neutral' : 'unscored'),
    },
    ...{
      pictures: undefined,
      statisticOfMean: undefined,
      replyTags: undefined,
      replyFacts: undefined,
      headlines: undefined,
      versionsUnder: undefined,
    },
  };
  const all = new Map([...benchmarks, [citing.id, citing]]);
  const alone = { ruleTest: undefined, lane: undefined, aims: undefined, firstAims: undefined };
  const entries = stored.manifest.benchmarks.filter(({ id }) => id === citing.id);
  const manifest = { ...stored.manifest, ...alone, benchmarks: entries };
  const request = { runId, createdAt, toolVersion, ...caps, overrides: new Map() };
  const planned = planRejudge({ ...stored, manifest }, [judge], request, all);
  const records = [...planned.records, ...(stored.cites ?? [])].filter(
    (record) =>
      'item' in record &&
      record.item === item.key &&
      (record.kind !== 'judged' || record.judgeModel === modelName(judge)),
  );
  // A second asking must not be answered by the first one's stored answer.
  const session = createRunSession({ ...planned.manifest, skipsCache: true }, planned.samples, all, records);
  const answered = session.state.items.get(item.key)?.answers.get(modelName(judge));
  const items = session.items.filter(({ key }) => key === item.key);
  const calls = tasks.filter(({ key }) => answered?.has(key) !== true).length;
  return { session: { ...session, items }, metric, cases: cases.length, calls };
}

import type { Benchmark } from '../benchmark/benchmark';
import type { JudgeInfo, JudgeTask } from '../benchmark/judging/judgeTask';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunCaps } from '../run/runCaps';
import { createRunSession, type RunSession } from '../run/runSession';
import { modelName } from '../store/manifestModel';
import type { ManifestModel } from '../store/runManifest';
import { asideSteps } from '../store/runRecord';
import type { StoredRun } from '../store/runStore';
import { planRejudge } from './planRejudge';

/** Questions about failing replies of a run, which change no score. */
export interface Aside {
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
export function planAside(
  stored: StoredRun,
  judge: ManifestModel,
  { info, tasks, key }: Aside,
  caps: RunCaps,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedAside {
  const { runId, createdAt, toolVersion } = stored.manifest;
  const entries = stored.manifest.benchmarks.filter(({ id }) => key.startsWith(`${id}/`));
  const slots = new Set(tasks.flatMap((task) => task.slots.map(({ criterionId }) => criterionId)));
  const all = new Map(
    [...benchmarks].map(([id, benchmark]): [BenchmarkId, Benchmark] => [
      id,
      {
        ...benchmark,
        ...{ judges: [info], judgements: () => tasks, metrics: [], aspectOf: undefined, taxonomy: undefined },
        canGive: ({ criterionId }) => slots.has(criterionId),
        outcomeOf: ({ status }) => (status === 'ok' ? 'neutral' : 'unscored'),
        ...{ criterionOf: undefined, pictures: undefined, statisticOfMean: undefined, replyTags: undefined },
        ...{ replyFacts: undefined, headlines: undefined, versionsUnder: undefined },
      },
    ]),
  );
  const alone = { ruleTest: undefined, edits: undefined, explored: undefined, lane: undefined, aims: undefined };
  const manifest = { ...stored.manifest, ...alone, firstAims: undefined, benchmarks: entries };
  const request = { runId, createdAt, toolVersion, ...caps, overrides: new Map() };
  const planned = planRejudge({ ...stored, manifest }, [judge], request, all);
  const given = planned.records.filter((record) => 'item' in record && record.item === key);
  const own = asideSteps(stored.tagging, info.id).filter((one) => one.judgeModel === modelName(judge));
  // A second asking must not be answered by the first one's stored answer.
  const asking = { ...planned.manifest, skipsCache: true };
  const session = createRunSession(asking, planned.samples, all, [...given, ...own]);
  const answered = session.state.items.get(key)?.answers.get(modelName(judge));
  const calls = tasks.filter((task) => answered?.has(task.key) !== true).length;
  return { session: { ...session, items: session.items.filter((item) => item.key === key) }, calls };
}

import type { Benchmarks } from '../benchmark/benchmark';
import type { JudgeInfo, JudgeTask } from '../benchmark/judging/judgeTask';
import type { VerdictSlot } from '../benchmark/judging/verdict';
import type { RunCaps } from '../run/runCaps';
import type { RunSession } from '../run/runSession';
import type { ManifestModel } from '../store/runManifest';
import { asideSteps } from '../store/runRecord';
import type { StoredRun } from '../store/runStore';
import { sessionBeside } from './planRejudge';

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

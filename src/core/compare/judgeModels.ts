import type { BenchmarkId } from '../benchmarks/benchmark';
import type { RunSession } from '../engine/runSession';
import { modelName, modelSetting, type RunManifest } from '../store/runManifest';
import type { ComparisonOptions } from './comparison';
import { judgeModelsSeen } from './recordedFacts';

/** How the judges of two runs differ, as text; `version` where the model behind one and the same name does. */
export interface OtherJudge {
  readonly by: 'name' | 'version';
  readonly before: string;
  readonly after: string;
}

/**
 * In what the judge models of two runs differ that count in their comparison; `undefined` where they are the same. A name may have come to stand
 * for another version of a model, which shows in what the server said with each verdict. Simulated judges have no such versions.
 */
export function otherJudge(
  before: RunSession,
  after: RunSession,
  judge: ComparisonOptions['judge'],
): OtherJudge | undefined {
  // Two servers may run different models under one name.
  const [earlier, later] = [destinationOf(before.manifest, judge.before), destinationOf(after.manifest, judge.after)];
  if (earlier !== later) return { by: 'name', before: earlier, after: later };
  if (isSimulatedJudge(before.manifest, judge.before) || isSimulatedJudge(after.manifest, judge.after))
    return undefined;
  const shared = sharedBenchmarks(before.manifest, after.manifest);
  const [first, second] = [judgeModelsSeen(before, judge.before, shared), judgeModelsSeen(after, judge.after, shared)];
  return first === '' || second === '' || first === second
    ? undefined
    : { by: 'version', before: first, after: second };
}

/** Whether the run's judge of this name is simulated. */
export function isSimulatedJudge({ judges }: RunManifest, name: string): boolean {
  return judges.some((model) => model.simulated && modelName(model) === name);
}

function destinationOf({ judges }: RunManifest, name: string): string {
  const model = judges.find((candidate) => modelName(candidate) === name);
  return model === undefined ? name : modelSetting(model);
}

function sharedBenchmarks(before: RunManifest, after: RunManifest): ReadonlySet<BenchmarkId> {
  const later = new Set(after.benchmarks.map(({ id }) => id));
  return new Set(before.benchmarks.map(({ id }) => id).filter((id) => later.has(id)));
}

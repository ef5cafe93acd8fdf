import type { Benchmark, BenchmarkId } from '../benchmarks/benchmark';
import { judgeVersionsSeen } from '../compare/recordedFacts';
import type { RunSession } from '../engine/runSession';
import { modelDestination, modelName, type RunManifest } from '../store/runManifest';

/** Which run's replies have to be judged again before two runs are judged alike. */
export type StaleSide = 'before' | 'after' | 'both';

interface JudgeNames {
  readonly before: string;
  readonly after: string;
}

/**
 * The run whose replies, judged again by today's judge prompts and the other run's judge models, would be judged as the other run
 * is: one that older judge prompts judged, else the earlier one where only the models differ. `both`: neither is as it would be judged
 * today, so that one judging is not enough. `undefined`: they are judged alike, or nothing of what differs would go away.
 */
export function staleSide(
  before: RunSession,
  after: RunSession,
  judge: JudgeNames,
  today: ReadonlyMap<BenchmarkId, Benchmark>,
): StaleSide | undefined {
  // One run by two of its judges: what differs is what is asked about.
  if (before.manifest.runId === after.manifest.runId) return undefined;
  const shared = before.manifest.benchmarks.flatMap(({ id }) => {
    const benchmark = today.get(id);
    const isShared = after.manifest.benchmarks.some((other) => other.id === id);
    return benchmark !== undefined && isShared ? [benchmark] : [];
  });
  const [earlier, later] = [versionsOf(before, judge.before, shared), versionsOf(after, judge.after, shared)];
  const isOtherModel = destinationOf(before.manifest, judge.before) !== destinationOf(after.manifest, judge.after);
  if (shared.length === 0 || (!isOtherModel && areSame(earlier, later))) return undefined;
  const current = versionsToday(shared);
  const isLaterOld = !areSame(later, current);
  if (isLaterOld && !areSame(earlier, current)) return 'both';
  return isLaterOld ? 'after' : 'before';
}

type Versions = ReadonlyMap<string, string>;

function areSame(one: Versions, other: Versions): boolean {
  return one.size === other.size && [...one].every(([judge, version]) => other.get(judge) === version);
}

/** Versions by benchmark and judge id. */
function versionsOf(session: RunSession, judgeModel: string, benchmarks: readonly Benchmark[]): Versions {
  return new Map(
    session.manifest.benchmarks
      .filter(({ id }) => benchmarks.some((benchmark) => benchmark.id === id))
      .flatMap((entry) =>
        [...judgeVersionsSeen(session, entry, judgeModel)].map(
          ([id, version]) => [`${entry.id}/${id}`, version] as const,
        ),
      ),
  );
}

function versionsToday(benchmarks: readonly Benchmark[]): Versions {
  return new Map(
    benchmarks.flatMap(({ id, judges }) => judges.map((judge) => [`${id}/${judge.id}`, judge.version] as const)),
  );
}

/** Two servers may run different models under one name. */
function destinationOf({ judges }: RunManifest, name: string): string {
  const model = judges.find((candidate) => modelName(candidate) === name);
  return model === undefined ? name : modelDestination(model);
}

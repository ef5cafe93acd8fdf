import { isDeepStrictEqual } from 'node:util';
import type { Benchmark } from '../benchmark/benchmark';
import { withPromptOverrides } from '../benchmark/judging/promptOverride';
import type { BenchmarkId } from '../benchmark/samples';
import type { ComparisonOptions } from '../compare/comparison';
import { isSimulatedJudge, judgeVersionsSeen, otherJudge } from '../compare/recordedFacts';
import type { RunSession } from '../run/runSession';

export type StaleSide = 'before' | 'after' | 'both';

/**
 * The run whose replies, judged again by the other run's judge models with its own wordings and today's judge prompts, would be
 * judged as the other run is: one that older judge prompts judged, else the earlier one. `both`: neither is as it would be judged
 * today. `undefined`: they are judged alike, or nothing of what differs would go away.
 */
export function staleSide(
  before: RunSession,
  after: RunSession,
  judge: ComparisonOptions['judge'],
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
  const isOtherModel = otherJudge(before, after, judge) !== undefined;
  if (shared.length === 0 || (!isOtherModel && isDeepStrictEqual(earlier, later))) return undefined;
  const isLaterOld = !isDeepStrictEqual(later, versionsToday(after, judge.after, shared));
  if (isLaterOld && !isDeepStrictEqual(earlier, versionsToday(before, judge.before, shared))) return 'both';
  return isLaterOld ? 'after' : 'before';
}

type Versions = ReadonlyMap<string, string>;

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

/** Those that the run's verdicts would have if they were given today, with the wordings that the run has of its own. */
function versionsToday({ manifest }: RunSession, judgeModel: string, benchmarks: readonly Benchmark[]): Versions {
  // An offline judge reads no wording, and records the built-in versions.
  const isOffline = isSimulatedJudge(manifest, judgeModel);
  return new Map(
    benchmarks.flatMap((benchmark) => {
      const entry = manifest.benchmarks.find(({ id }) => id === benchmark.id);
      const { id, judges } = withPromptOverrides(benchmark, isOffline ? [] : entry?.wordings);
      return judges.map((judge) => [`${id}/${judge.id}`, judge.version] as const);
    }),
  );
}

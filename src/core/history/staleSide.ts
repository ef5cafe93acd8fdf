import { isDeepStrictEqual } from 'node:util';
import { type Benchmark, type Benchmarks, judgeVersions } from '../benchmark/benchmark';
import { withPromptOverrides } from '../benchmark/judging/promptOverride';
import type { ComparisonOptions } from '../compare/comparison';
import { isSimulatedJudge, judgeVersionsSeen } from '../compare/recordedFacts';
import { hasOtherJudge } from '../compare/runDifferences';
import type { RunSession } from '../run/runSession';

export type StaleSide = 'before' | 'after' | 'both';

/**
 * The run to judge again, by the other run's judge models and today's judge prompts, so that both are judged alike. It
 * is the one judged with older prompts, else the earlier run. `both`: neither matches today. `undefined`: they are
 * judged alike, or rejudging would not help.
 */
export function staleSide(
  before: RunSession,
  after: RunSession,
  judge: ComparisonOptions['judge'],
  today: Benchmarks,
): StaleSide | undefined {
  // One run compared by two of its judges: the difference is the point.
  if (before.manifest.runId === after.manifest.runId) return undefined;
  const shared = before.manifest.benchmarks.flatMap(({ id }) => {
    const benchmark = today.get(id);
    const isShared = after.manifest.benchmarks.some((other) => other.id === id);
    return benchmark !== undefined && isShared ? [benchmark] : [];
  });
  const [earlier, later] = [versionsOf(before, judge.before, shared), versionsOf(after, judge.after, shared)];
  const isOtherModel = hasOtherJudge(before, after, judge);
  if (shared.length === 0 || (!isOtherModel && isDeepStrictEqual(earlier, later))) return undefined;
  const isLaterOld = !isDeepStrictEqual(later, versionsToday(after, judge.after, shared));
  const isEarlierOld = !isDeepStrictEqual(earlier, versionsToday(before, judge.before, shared));
  if (isLaterOld) return isEarlierOld ? 'both' : 'after';
  // Judging again takes the other run's prompts and models, but keeps the protocol.
  const [one, other] = [before, after].map(({ manifest }) => shared.map((of) => of.versionsUnder?.(manifest.policy)));
  return isEarlierOld || isDeepStrictEqual(one, other) ? 'before' : undefined;
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

/** Versions that the run's verdicts would have today, with its custom judge prompts and under its protocol. */
function versionsToday({ manifest }: RunSession, judgeModel: string, benchmarks: readonly Benchmark[]): Versions {
  // An offline judge ignores custom prompts and records the built-in versions.
  const isOffline = isSimulatedJudge(manifest, judgeModel);
  return new Map(
    benchmarks.flatMap((benchmark) => {
      const entry = manifest.benchmarks.find(({ id }) => id === benchmark.id);
      const asked = withPromptOverrides(benchmark, isOffline ? [] : entry?.promptOverrides);
      const versions = Object.entries(judgeVersions(asked, manifest.policy));
      return versions.map(([judge, version]) => [`${benchmark.id}/${judge}`, version] as const);
    }),
  );
}

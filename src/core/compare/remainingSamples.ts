import type { BenchmarkId } from '../benchmark/samples';
import { hasReplies } from '../run/judgeGate';
import type { RunSession } from '../run/runSession';
import { remainingCalls } from '../run/savedCalls';
import { sum } from '../statistics/sum';
import { hasGivenReplies } from '../store/runManifest';

/** What two runs still have to play of their sample files until they share all of it. */
export interface RemainingSamples {
  /** Samples that both runs would have then, by benchmark. */
  readonly left: ReadonlyMap<BenchmarkId, number>;
  /** The runs to go on with. */
  readonly runs: readonly RunSession[];
  /** What these runs play then: all that they have left, also of benchmarks that the other run lacks. */
  readonly samples: number;
  readonly calls: number;
}

/** `undefined` where neither run can go on. */
export function remainingSamples(before: RunSession, after: RunSession): RemainingSamples | undefined {
  const able = [...new Set([before, after])].filter(mayGoOn);
  if (able.length === 0) return undefined;
  const [earlier, later] = [reachOf(before), reachOf(after)];
  const left = new Map<BenchmarkId, number>();
  const behind = new Set<RunSession>();
  for (const [sample, one] of earlier) {
    const other = later.get(sample);
    if (other === undefined) continue;
    const { benchmark, isPlayed } = one;
    left.set(benchmark, (left.get(benchmark) ?? 0) + (isPlayed && other.isPlayed ? 0 : 1));
    if (!isPlayed) behind.add(before);
    if (!other.isPlayed) behind.add(after);
  }
  const runs = able.filter((run) => behind.has(run));
  const unplayed = runs.flatMap((run) => [...reachOf(run)].flatMap(([sample, one]) => (one.isPlayed ? [] : [sample])));
  const calls = runs.map(remainingCalls).map(({ tutor, judge }) => tutor + judge);
  return { left, runs, samples: new Set(unplayed).size, calls: sum(calls) };
}

function mayGoOn({ manifest }: RunSession): boolean {
  return manifest.sequence !== undefined && !hasGivenReplies(manifest);
}

interface Reached {
  readonly benchmark: BenchmarkId;
  readonly isPlayed: boolean;
}

/** Samples that a run has played, with all of their repeats, or can still play. */
function reachOf(run: RunSession): ReadonlyMap<string, Reached> {
  const reached = new Map<string, Reached>();
  for (const item of [...run.items, ...run.rest]) {
    const { benchmark, sample } = item;
    const key = `${benchmark.id}/${sample.id}`;
    const isPlayed = hasReplies(run, item);
    if (isPlayed || mayGoOn(run))
      reached.set(key, { benchmark: benchmark.id, isPlayed: isPlayed && reached.get(key)?.isPlayed !== false });
  }
  return reached;
}

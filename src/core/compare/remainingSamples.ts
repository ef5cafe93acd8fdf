import type { BenchmarkId } from '../benchmark/samples';
import { hasReplies } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { hasGivenReplies } from '../store/runManifest';

/** What two runs still have to play of their sample files until they share all of it. */
export interface RemainingSamples {
  /** Samples by benchmark. */
  readonly left: ReadonlyMap<BenchmarkId, number>;
  /** The runs to go on with. */
  readonly runs: readonly RunSession[];
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
  return { left, runs: able.filter((run) => behind.has(run)) };
}

function mayGoOn({ manifest }: RunSession): boolean {
  return manifest.sequence !== undefined && !hasGivenReplies(manifest);
}

interface Reached {
  readonly benchmark: BenchmarkId;
  readonly isPlayed: boolean;
}

/** Samples that a run has played or can still play. */
function reachOf(run: RunSession): ReadonlyMap<string, Reached> {
  const isPlayed = (item: WorkItem): boolean => hasReplies(run, item);
  const all = mayGoOn(run) ? [...run.items, ...run.rest] : run.items.filter(isPlayed);
  return new Map(
    all.map((item) => {
      const { benchmark, sample } = item;
      return [`${benchmark.id}/${sample.id}`, { benchmark: benchmark.id, isPlayed: isPlayed(item) }];
    }),
  );
}

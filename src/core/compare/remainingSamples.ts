import { groupedBy } from '../benchmark/samples';
import { hasReplies } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { remainingCalls } from '../run/savedCalls';
import { sum } from '../statistics/sum';
import { hasGivenReplies } from '../store/runManifest';

/** What two runs still have to play of their sample files until they share all of it. */
export interface RemainingSamples {
  /** Samples that both runs would have then, by benchmark. */
  readonly left: ReadonlyMap<string, number>;
  /** The runs to go on with. */
  readonly runs: readonly RunSession[];
  /** What these runs play then: all that they have left, also of benchmarks that the other run lacks. */
  readonly samples: number;
  readonly calls: number;
}

/** `undefined` where neither run can go on. */
export function remainingSamples(before: RunSession, after: RunSession): RemainingSamples | undefined {
  const reached = new Map([before, after].map((run) => [run, reachOf(run)]));
  const able = [...reached].filter(([run]) => mayGoOn(run));
  if (able.length === 0) return undefined;
  const all = [...reached.values()];
  const shared = [...(all[0]?.keys() ?? [])].filter((sample) => all.every((samples) => samples.has(sample)));
  const isLeft = (sample: string): boolean => all.some((samples) => samples.get(sample) === false);
  const ofBenchmarks = groupedBy(shared, (sample) => sample.split('/')[0]);
  const behind = able.filter(([, samples]) => shared.some((sample) => samples.get(sample) === false));
  const unplayed = behind.flatMap(([, samples]) =>
    [...samples].flatMap(([sample, isPlayed]) => (isPlayed ? [] : [sample])),
  );
  const runs = behind.map(([run]) => run);
  const calls = runs.map(remainingCalls).map(({ tutor, judge }) => tutor + judge);
  return {
    left: new Map([...ofBenchmarks].map(([benchmark, own]) => [benchmark, own.filter(isLeft).length])),
    runs,
    samples: new Set(unplayed).size,
    calls: sum(calls),
  };
}

export function mayGoOn({ manifest }: Pick<RunSession, 'manifest'>): boolean {
  return manifest.sequence !== undefined && !hasGivenReplies(manifest);
}

/** Samples that a run has played, with all of their repeats, or can still play; `false` for the latter. */
function reachOf(run: RunSession): ReadonlyMap<string, boolean> {
  const reached = new Map<string, boolean>();
  for (const item of [...run.items, ...run.rest]) {
    const key = `${item.benchmark.id}/${item.sample.id}`;
    const isPlayed = hasReplies(run, item);
    if (isPlayed || mayGoOn(run)) reached.set(key, isPlayed && reached.get(key) !== false);
  }
  return reached;
}

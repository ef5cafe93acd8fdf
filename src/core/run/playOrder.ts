import type { Benchmark, Benchmarks } from '../benchmark/benchmark';
import { groupedBy, type Sample } from '../benchmark/samples';
import { lookSizes } from '../statistics/sequentialPlan';
import { createRandom, type Random } from '../statistics/random';
import type { RunManifest } from '../store/runManifest';
import type { StoredSample } from '../store/runStore';

/** The order of a run's units, and after how many of them a comparison may be looked at. */
export type PlaySequence = NonNullable<RunManifest['sequence']>;

/** How far an earlier run of the same text came. */
export interface EarlierRun {
  readonly sequence: PlaySequence;
  /** Units from the start of its order that it played. */
  readonly played: number;
  /** Families of targets, if more than one: to go on with one of six benchmarks does not make it the only one. */
  readonly families?: number | undefined;
}

interface DrawnSamples {
  readonly benchmark: Benchmark;
  /** Those that may be played. */
  readonly samples: readonly Sample[];
  /** Those within the limit, which are played first; all if there is no limit. */
  readonly first?: readonly Sample[];
  /** Units in the file. */
  readonly planned: number;
}

export interface PlayOptions {
  readonly seed: string;
  readonly batch: boolean;
  /** The last run of the same text: what it played comes first, and its looks count. */
  readonly earlier?: EarlierRun | undefined;
  /** By unit that a baseline has: how many judges it had dropped by then. Absent: it has all of all. */
  readonly baselineUnits?: ReadonlyMap<string, number> | undefined;
  readonly openEnded?: boolean | undefined;
}

/** Looks at a comparison until all units of the file are played. A batch takes up to a day, so there are fewer. */
const usualLooks = 8;
const batchLooks = 3;

export function unitKey({ id, unitOf }: Pick<Benchmark, 'id' | 'unitOf'>, sample: Sample): string {
  return `${id}/${unitOf(sample)}`;
}

/** As `unitKey`; empty where this version lacks the benchmark. */
export function storedUnit({ benchmark: id, sample }: StoredSample, all: Benchmarks): string {
  const benchmark = all.get(id);
  return benchmark === undefined ? '' : unitKey(benchmark, sample as Sample);
}

/**
 * A random order in which every beginning has its share of each benchmark and stratum. An order by outcome, or one
 * stratum after the other, would make an early look wrong. `earlier`: a run of the same text that had fewer units or
 * fewer to play; its units and looks come first. `baselineUnits`: those that the run can be compared on come before the
 * others.
 */
export function playSequence(
  drawn: readonly DrawnSamples[],
  { seed, batch, earlier, baselineUnits, openEnded = false }: PlayOptions,
): PlaySequence {
  const random = createRandom(seed);
  const within = new Set(
    drawn.flatMap(({ benchmark, samples, first = samples }) => first.map((sample) => unitKey(benchmark, sample))),
  );
  const all = drawn.flatMap(({ benchmark, samples }) => {
    const units = groupedBy(samples, (sample) => unitKey(benchmark, sample));
    const strata = groupedBy(
      [...units],
      ([, [first]]) => first && `${benchmark.id} ${benchmark.stratumOf?.(first) ?? ''}`,
    );
    return [...strata.values()].map((stratum) => stratum.map(([unit]) => unit));
  });
  const rankOf = (unit: string): number => (baselineUnits === undefined ? 0 : (baselineUnits.get(unit) ?? Infinity));
  // Looks only drop judges, so that the units of each metric come before those that it lacks.
  const ranks = [...new Set([0, ...(baselineUnits?.values() ?? []), Infinity])].sort((one, other) => one - other);
  const fresh = [true, false].flatMap((isWithin) =>
    ranks.flatMap((rank) => {
      const isNext = (unit: string): boolean => within.has(unit) === isWithin && rankOf(unit) === rank;
      return interleaved(
        all.map((units) => units.filter(isNext)),
        random,
      );
    }),
  );
  const known = new Set(fresh);
  const past = earlier?.sequence.order.slice(0, earlier.played) ?? [];
  const before = past.filter((unit) => known.has(unit));
  if (earlier !== undefined && !before.every((unit) => within.has(unit)))
    return playSequence(drawn, { seed, batch, baselineUnits, openEnded });
  const seen = new Set(before);
  const order = [...before, ...fresh.filter((unit) => !seen.has(unit))];
  const planned = Math.max(
    order.length,
    drawn.reduce((sum, one) => sum + one.planned, 0),
  );
  const plan = earlier?.sequence;
  const pastLooks = plan?.looks.filter((look) => look <= past.length) ?? [];
  // So many of the earlier order's first units are still in the file.
  const keptOf = (units: number): number => past.slice(0, units).filter((unit) => known.has(unit)).length;
  const ahead = lookSizes(planned, batch ? batchLooks : usualLooks).filter((look) => look > before.length);
  const looks = [...pastLooks.map(keptOf), ...ahead, within.size, order.length];
  const plans = [
    ...(plan?.earlier ?? []).map((one) => ({ planned: one.planned, until: keptOf(one.until) })),
    ...(plan !== undefined && plan.planned < planned ? [{ planned: plan.planned, until: before.length }] : []),
  ];
  return {
    planned,
    order,
    ...(within.size < order.length && { firstStop: within.size }),
    looks: [...new Set(looks.filter((look) => look > 0 && look <= order.length))].sort((one, other) => one - other),
    ...(plans.length > 0 && { earlier: plans }),
    ...(earlier?.families !== undefined && { families: earlier.families }),
    ...((openEnded || plan?.openEnded === true) && { openEnded: true }),
  };
}

/** Merges lists so that each is spread evenly: its n members come at random offsets, 1/n of the way apart. */
function interleaved(lists: readonly (readonly string[])[], random: Random): readonly string[] {
  const placed = lists.flatMap((list) => {
    const offset = random.next();
    return random.shuffle(list).map((unit, index) => ({ unit, at: (index + offset) / list.length }));
  });
  return placed.sort((one, other) => one.at - other.at).map(({ unit }) => unit);
}

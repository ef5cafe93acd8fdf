import type { Benchmark } from '../benchmark/benchmark';
import { groupedBy, type Sample } from '../benchmark/samples';
import { lookSizes } from '../statistics/sequentialPlan';
import { createRandom, type Random } from '../statistics/random';
import type { RunManifest } from '../store/runManifest';

/** The order of a run's units, and after how many of them a comparison may be looked at. */
export type PlaySequence = NonNullable<RunManifest['sequence']>;

interface DrawnSamples {
  readonly benchmark: Benchmark;
  /** Those that are played. */
  readonly samples: readonly Sample[];
  /** Units in the file. */
  readonly planned: number;
}

/** Looks at a comparison until all units of the file are played. A batch takes up to a day, so there are fewer. */
const usualLooks = 8;
const batchLooks = 3;

export function unitKey({ id, unitOf }: Pick<Benchmark, 'id' | 'unitOf'>, sample: Sample): string {
  return `${id}/${unitOf(sample)}`;
}

/**
 * A random order in which every beginning has its share of each benchmark and stratum. An order by outcome, or one
 * stratum after the other, would make an early look wrong. `earlier`: the sequence of a smaller run; its units and looks
 * come first. `baselineUnits`: units that the run can be compared on; they come before the others.
 */
export function playSequence(
  drawn: readonly DrawnSamples[],
  {
    seed,
    batch,
    earlier,
    baselineUnits,
    openEnded = false,
  }: {
    readonly seed: string;
    readonly batch: boolean;
    readonly earlier?: PlaySequence | undefined;
    readonly baselineUnits?: ReadonlySet<string> | undefined;
    readonly openEnded?: boolean | undefined;
  },
): PlaySequence {
  const random = createRandom(seed);
  const all = drawn.flatMap(({ benchmark, samples }) => {
    const units = groupedBy(samples, (sample) => unitKey(benchmark, sample));
    const strata = groupedBy(
      [...units],
      ([, [first]]) => first && `${benchmark.id} ${benchmark.stratumOf?.(first) ?? ''}`,
    );
    return [...strata.values()].map((stratum) => stratum.map(([unit]) => unit));
  });
  const inBaseline = (isWanted: boolean): readonly (readonly string[])[] =>
    all.map((units) => units.filter((unit) => (baselineUnits?.has(unit) ?? true) === isWanted));
  const fresh = [true, false].flatMap((isWanted) => interleaved(inBaseline(isWanted), random));
  const known = new Set(fresh);
  const before = (earlier?.order ?? []).filter((unit) => known.has(unit));
  const seen = new Set(before);
  const order = [...before, ...fresh.filter((unit) => !seen.has(unit))];
  const planned = Math.max(
    order.length,
    drawn.reduce((sum, one) => sum + one.planned, 0),
  );
  // A place in the earlier order; units that the file no longer has are gone from it.
  const placeOf = (units: number): number =>
    new Set(earlier?.order.slice(0, units).filter((unit) => known.has(unit))).size;
  const past = (earlier?.looks ?? []).map(placeOf);
  const ahead = lookSizes(planned, batch ? batchLooks : usualLooks).filter((look) => look > before.length);
  const looks = [...past, ...ahead, order.length].filter((look) => look > 0 && look <= order.length);
  const plans = [
    ...(earlier?.earlier ?? []).map((plan) => ({ planned: plan.planned, until: placeOf(plan.until) })),
    ...(earlier !== undefined && earlier.planned < planned ? [{ planned: earlier.planned, until: before.length }] : []),
  ];
  return {
    planned,
    order,
    looks: [...new Set(looks)].sort((one, other) => one - other),
    ...(plans.length > 0 && { earlier: plans }),
    ...(earlier?.families !== undefined && { families: earlier.families }),
    ...((openEnded || earlier?.openEnded === true) && { openEnded: true }),
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

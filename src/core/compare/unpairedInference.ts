import type { MetricDefinition } from '../benchmarks/metric';
import { fisherExactP } from '../statistics/fisherExact';
import { newcombeInterval, type Proportion } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import { createRandom, type Random } from '../statistics/random';
import { bandDistance } from './bandDistance';
import type { Inference, InferenceOptions } from './pairedInference';
import { factorOf, figureOf, type ObservedUnit } from './runObservations';

/** The units of one run that have no partner in the other; clusters are kept whole. */
export interface UnpairedGroup {
  readonly units: readonly ObservedUnit[];
  /** The sample of each unit: under the hypothesis of no effect only conversations of one task may change places. */
  readonly strata: readonly string[];
}

/** Units that an estimate may pass over in one slice of work. */
const unitsPerSlice = 100_000;

/**
 * Interval and p-value for the difference of two independent groups. Passes and failures: Newcombe's interval and Fisher's exact
 * test. All else: both groups resampled on their own, and run labels permuted within each task.
 */
export function* unpairedInference<S>(
  definition: MetricDefinition<S>,
  before: UnpairedGroup,
  after: UnpairedGroup,
  weighted: boolean,
  options: InferenceOptions,
): Generator<undefined, Inference> {
  const [earlier, later] = [proportionOf(definition, before, weighted), proportionOf(definition, after, weighted)];
  if (earlier !== undefined && later !== undefined) return ofProportions(earlier, later, factorOf(definition), options);
  const random = createRandom(options.seed);
  const estimates = yield* resampled(definition, before.units, after.units, options.resamples, random);
  // Groups of unlike sizes count as two of the smaller one's: rather too wide than too narrow.
  const units = Math.min(before.units.length, after.units.length);
  const spread = resampledSpread(estimates, options.level, { units, degrees: 2 * units - 2 });
  const p = yield* permuted(definition, before, after, options.draws, random);
  return { interval: spread?.interval, standardError: spread?.standardError, p, test: 'labels' };
}

function proportionOf<S>(
  { kind, unit }: MetricDefinition<S>,
  { units }: UnpairedGroup,
  weighted: boolean,
): Proportion | undefined {
  if (kind !== 'mean' || weighted || (unit !== 'share' && unit !== 'percent')) return undefined;
  if (!units.every(({ value }) => value === 0 || value === 1)) return undefined;
  return { successes: units.filter(({ value }) => value === 1).length, n: units.length };
}

function ofProportions(before: Proportion, after: Proportion, factor: number, { level }: InferenceOptions): Inference {
  const found = newcombeInterval(before, after, level);
  const variance = ({ successes, n }: Proportion): number => ((successes / n) * (1 - successes / n)) / n;
  return {
    interval: found && { low: found.low * factor, high: found.high * factor, level },
    standardError: Math.sqrt(variance(before) + variance(after)) * factor,
    p: fisherExactP(before, after),
    test: 'fisher',
  };
}

function* resampled<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  resamples: number,
  random: Random,
): Generator<undefined, Float64Array> {
  const drawn = { before: [...before], after: [...after] };
  const estimates = new Float64Array(resamples);
  for (let round = 0; round < resamples; round++) {
    redraw(before, drawn.before, random);
    redraw(after, drawn.after, random);
    estimates[round] =
      (figureOf(definition, drawn.after) ?? Number.NaN) - (figureOf(definition, drawn.before) ?? Number.NaN);
    if (isPause(round, before.length + after.length)) yield undefined;
  }
  return estimates;
}

function redraw(from: readonly ObservedUnit[], to: ObservedUnit[], random: Random): void {
  for (let place = 0; place < to.length; place++) {
    const unit = from[random.int(from.length)];
    if (unit !== undefined) to[place] = unit;
  }
}

function* permuted<S>(
  definition: MetricDefinition<S>,
  before: UnpairedGroup,
  after: UnpairedGroup,
  draws: number,
  random: Random,
): Generator<undefined, number | undefined> {
  const { direction, band } = definition;
  const goodness = (value: number | undefined): number => {
    if (value === undefined) return Number.NaN;
    return direction === 'band' && band !== undefined ? bandDistance(value, band) : value;
  };
  const units = [...before.units, ...after.units];
  const size = before.units.length;
  const distance = (): number =>
    Math.abs(goodness(figureOf(definition, units.slice(size))) - goodness(figureOf(definition, units.slice(0, size))));
  const seen = distance();
  if (Number.isNaN(seen)) return undefined;
  const threshold = seen * (1 - 1e-10);
  const places = [...placesByStratum([...before.strata, ...after.strata]).values()];
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    for (const stratum of places) shuffleAt(units, stratum, random);
    hits += distance() < threshold ? 0 : 1;
    if (isPause(draw, units.length)) yield undefined;
  }
  return (1 + hits) / (1 + draws);
}

function placesByStratum(strata: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  strata.forEach((stratum, place) => {
    const group = groups.get(stratum);
    if (group === undefined) groups.set(stratum, [place]);
    else group.push(place);
  });
  return groups;
}

function shuffleAt(items: ObservedUnit[], places: readonly number[], random: Random): void {
  for (let last = places.length - 1; last > 0; last--) {
    const [here, there] = [places[last] ?? 0, places[random.int(last + 1)] ?? 0];
    const [moved, other] = [items[here], items[there]];
    if (moved === undefined || other === undefined) continue;
    items[here] = other;
    items[there] = moved;
  }
}

function isPause(round: number, units: number): boolean {
  return (round + 1) % Math.max(1, Math.floor(unitsPerSlice / Math.max(1, units))) === 0;
}

/** True when no way of dealing the units to two groups of these sizes could give a p below 0.05. */
export function areTooFew(before: number, after: number): boolean {
  let ways = 1;
  for (let step = 1; step <= before; step++) {
    ways *= (after + step) / step;
    if (ways > 2 / 0.05) return false;
  }
  return true;
}

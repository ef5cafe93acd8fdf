import type { MetricDefinition } from '../benchmarks/metric';
import { isShare } from '../benchmarks/metricValue';
import { fisherExactP } from '../statistics/fisherExact';
import { newcombeInterval, type Proportion } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import { createRandom, type Random } from '../statistics/random';
import { bandDistance } from './bandDistance';
import type { Inference, InferenceOptions } from './pairedInference';
import { factorOf, figureOf, type ObservedUnit } from './runObservations';

/** Units that an estimate may pass over in one slice of work. */
const unitsPerSlice = 100_000;

/**
 * Interval and p-value for the difference of two independent groups. Passes and failures: Newcombe's interval and Fisher's exact
 * test. All else: both groups resampled on their own, and run labels permuted.
 */
export function* unpairedInference<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  weighted: boolean,
  options: InferenceOptions,
): Generator<undefined, Inference> {
  const [earlier, later] = [proportionOf(definition, before, weighted), proportionOf(definition, after, weighted)];
  if (earlier !== undefined && later !== undefined) return ofProportions(earlier, later, factorOf(definition), options);
  const random = createRandom(options.seed);
  const estimates = yield* resampled(definition, before, after, options.resamples, random);
  // Groups of unlike sizes count as two of the smaller one's: rather too wide than too narrow.
  const units = Math.min(before.length, after.length);
  const spread = resampledSpread(estimates, options.level, { units, degrees: 2 * units - 2 });
  const p = yield* permuted(definition, before, after, options.draws, random);
  return { interval: spread?.interval, standardError: spread?.standardError, p, test: 'labels' };
}

function proportionOf<S>(
  definition: MetricDefinition<S>,
  units: readonly ObservedUnit[],
  weighted: boolean,
): Proportion | undefined {
  if (definition.kind !== 'mean' || weighted || !isShare(definition)) return undefined;
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
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  draws: number,
  random: Random,
): Generator<undefined, number | undefined> {
  const { direction, band } = definition;
  const goodness = (value: number | undefined): number => {
    if (value === undefined) return Number.NaN;
    return direction === 'band' && band !== undefined ? bandDistance(value, band) : value;
  };
  const units = [...before, ...after];
  const size = before.length;
  const distance = (): number =>
    Math.abs(goodness(figureOf(definition, units.slice(size))) - goodness(figureOf(definition, units.slice(0, size))));
  const seen = distance();
  if (Number.isNaN(seen)) return undefined;
  const threshold = seen * (1 - 1e-10);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    shuffle(units, random);
    hits += distance() < threshold ? 0 : 1;
    if (isPause(draw, units.length)) yield undefined;
  }
  return (1 + hits) / (1 + draws);
}

function shuffle(items: ObservedUnit[], random: Random): void {
  for (let last = items.length - 1; last > 0; last--) {
    const place = random.int(last + 1);
    const [moved, other] = [items[last], items[place]];
    if (moved === undefined || other === undefined) continue;
    items[last] = other;
    items[place] = moved;
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

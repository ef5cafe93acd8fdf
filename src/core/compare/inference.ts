import { isDeepStrictEqual } from 'node:util';
import type { MetricDefinition } from '../benchmark/metric';
import { isShare } from '../benchmark/metricValue';
import {
  figureOfSums,
  resampledFigures,
  resampledSpread,
  resamplesFor,
  type FigureOfPlaces,
  type ResampledSpread,
} from '../statistics/bootstrap';
import { fisherExactP, mcnemarExactP } from '../statistics/exactTests';
import {
  newcombeInterval,
  newcombePairedInterval,
  type Interval,
  type NormalLevel,
  type Proportion,
} from '../statistics/interval';
import { createRandom, type Random } from '../statistics/random';
import { exchangeShare, signTestP } from '../statistics/signTests';
import { thresholdOf } from '../statistics/exactSigns';
import { bandDistance } from './bandDistance';
import type { TestKind } from './comparison';
import type { PairedFigure } from './pairedFigure';
import { factorOf, figureOfPlaces, type ObservedUnit } from './runObservations';

export interface InferenceOptions {
  /** Most resamples of an interval; many units get fewer. */
  readonly resamples: number;
  readonly draws: number;
  readonly level: NormalLevel;
  /** Names the stream of random numbers, the same for each metric: the same text and units, the same results. */
  readonly seed: string;
}

/** What is known of a difference beside its size. */
export interface Inference {
  readonly interval: Interval | undefined;
  /** In the metric's unit; `undefined` where it could not be had. */
  readonly standardError: number | undefined;
  readonly p: number | undefined;
  readonly test: TestKind;
}

/**
 * Inference from units that stand in both runs: these are resampled in both runs together, and under the hypothesis of no effect each
 * unit's two values may as well stand the other way round. Passes and failures: Newcombe's interval and McNemar's exact test.
 */
export function pairedInference(figure: PairedFigure, options: InferenceOptions): Inference {
  const { draws, level } = options;
  const random = createRandom(options.seed);
  if (figure.kind === 'values') return inferenceOfValues(figure, options, random);
  const { resample, exchange, flips, isPlainMean } = figure;
  const meanError = isPlainMean ? errorOfMean(resample.features) : undefined;
  if (flips !== undefined) {
    const interval = scaled(newcombePairedInterval(flips, level), flips.factor);
    const p = mcnemarExactP(flips.onlyBefore, flips.onlyAfter);
    return { interval, standardError: meanError, p, test: 'mcnemar' };
  }
  const spread = pairedSpread(resample.units, figureOfSums(resample), options, random);
  const p = signTestP(exchange, draws, random);
  const standardError = isPlainMean ? meanError : spread?.standardError;
  return { interval: spread?.interval, standardError, p, test: isPlainMean ? 'signFlip' : 'exchange' };
}

function inferenceOfValues(
  figure: PairedFigure & { readonly kind: 'values' },
  options: InferenceOptions,
  random: Random,
): Inference {
  const { before, after } = figure;
  const earlier = [...before];
  const later = [...after];
  const difference = (): number => (figure.estimate(later) ?? Number.NaN) - (figure.estimate(earlier) ?? Number.NaN);
  const seen = difference();
  const drawn = (places: Uint32Array): number => {
    for (let unit = 0; unit < places.length; unit++) {
      earlier[unit] = before[places[unit] ?? 0];
      later[unit] = after[places[unit] ?? 0];
    }
    return difference();
  };
  const spread = pairedSpread(before.length, drawn, options, random);
  const base = { interval: spread?.interval, standardError: spread?.standardError, test: 'exchange' } as const;
  if (!Number.isFinite(seen)) return { ...base, p: undefined };
  for (let unit = 0; unit < before.length; unit++) {
    earlier[unit] = before[unit];
    later[unit] = after[unit];
  }
  const moving = before.flatMap((value, unit) => (isDeepStrictEqual(value, after[unit]) ? [] : [unit]));
  const exchanged = (swaps: Uint8Array): number => {
    for (const [place, unit] of moving.entries()) {
      const isSwapped = swaps[place] === 1;
      earlier[unit] = isSwapped ? after[unit] : before[unit];
      later[unit] = isSwapped ? before[unit] : after[unit];
    }
    return difference();
  };
  return { ...base, p: exchangeShare(moving.length, seen, { draws: options.draws, random }, exchanged) };
}

function pairedSpread(
  units: number,
  figureOf: FigureOfPlaces,
  { resamples, level }: InferenceOptions,
  random: Random,
): ResampledSpread | undefined {
  const estimates = resampledFigures(units, figureOf, random, resamplesFor(units, resamples));
  return resampledSpread(estimates, level, { units, degrees: units - 1 });
}

/**
 * Inference from two independent groups. Passes and failures: Newcombe's interval and Fisher's exact test. All else: both groups resampled
 * on their own, and run labels permuted.
 */
export function unpairedInference<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  weighted: boolean,
  { resamples, draws, level, seed }: InferenceOptions,
): Inference {
  const [earlier, later] = [proportionOf(definition, before, weighted), proportionOf(definition, after, weighted)];
  if (earlier !== undefined && later !== undefined) {
    const factor = factorOf(definition);
    const variance = ({ successes, n }: Proportion): number => ((successes / n) * (1 - successes / n)) / n;
    return {
      interval: scaled(newcombeInterval(earlier, later, level), factor),
      standardError: Math.sqrt(variance(earlier) + variance(later)) * factor,
      p: fisherExactP(earlier, later),
      test: 'fisher',
    };
  }
  const random = createRandom(seed);
  const rounds = resamplesFor(Math.max(before.length, after.length), resamples);
  const [from, to] = [before, after].map((units) =>
    resampledFigures(units.length, figureOfPlaces(definition, units), random, rounds),
  );
  const estimates = Float64Array.from(to ?? [], (figure, round) => figure - (from?.[round] ?? Number.NaN));
  // Groups of unlike sizes count as two of the smaller one's: rather too wide than too narrow.
  const units = Math.min(before.length, after.length);
  const spread = resampledSpread(estimates, level, { units, degrees: 2 * units - 2 });
  const p = permutedP(definition, before, after, draws, random);
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

function permutedP<S>(
  definition: MetricDefinition<S>,
  before: readonly ObservedUnit[],
  after: readonly ObservedUnit[],
  draws: number,
  random: Random,
): number | undefined {
  const { direction, band } = definition;
  const figureOf = figureOfPlaces(definition, [...before, ...after]);
  const goodness = (places: Uint32Array): number => {
    const value = figureOf(places) ?? Number.NaN;
    return direction === 'band' && band !== undefined ? bandDistance(value, band) : value;
  };
  const places = Uint32Array.from({ length: before.length + after.length }, (_, place) => place);
  const [one, other] = [places.subarray(0, before.length), places.subarray(before.length)];
  const seen = goodness(other) - goodness(one);
  if (Number.isNaN(seen)) return undefined;
  const threshold = thresholdOf(seen);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    // Whoever is in the first group: the order within a group means nothing.
    for (let place = 0; place < one.length; place++) {
      const chosen = place + random.int(places.length - place);
      [places[place], places[chosen]] = [places[chosen] ?? 0, places[place] ?? 0];
    }
    hits += Math.abs(goodness(other) - goodness(one)) < threshold ? 0 : 1;
  }
  return (1 + hits) / (1 + draws);
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

function scaled(interval: Interval | undefined, factor: number): Interval | undefined {
  return interval && { low: interval.low * factor, high: interval.high * factor, level: interval.level };
}

/** s / √n with n − 1. */
function errorOfMean(values: Float64Array): number | undefined {
  const n = values.length;
  if (n < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
}

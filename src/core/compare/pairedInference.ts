import type { NormalLevel } from '../statistics/criticalValue';
import type { Interval } from '../statistics/interval';
import { exactSignShare } from '../statistics/exactSigns';
import { mcnemarExactP } from '../statistics/mcnemar';
import { newcombePairedInterval } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import { createRandom } from '../statistics/random';
import { Resampler, ResampleWords } from '../statistics/resampledSums';
import { exactExchangeLimit, SignedSums } from '../statistics/signedSums';
import { estimateOf, type UnitSums } from '../statistics/unitSums';
import type { TestKind } from './comparison';
import { exchangeOfValues } from './exchangeOfValues';
import type { PairedFigure } from './pairedFigure';

export interface InferenceOptions {
  readonly resamples: number;
  readonly draws: number;
  readonly level: NormalLevel;
  /** Names the streams of random numbers; the same text, the same results. */
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
 * Random words that are kept at a time, four megabytes. All figures use them in turn, each for as many resamples as they hold: its
 * tables are then read from a processor's fast memory. A slice of work is one figure's part, some milliseconds.
 */
const wordsAtATime = 1 << 20;
const twoTo32 = 4294967296;

/**
 * Interval and p-value for each figure, in the order given. A generator: it pauses after every slice of work, so that whoever drives
 * it can let others have the thread.
 */
export function* pairedInference(
  figures: readonly PairedFigure[],
  options: InferenceOptions,
): Generator<undefined, readonly Inference[]> {
  const sums = figures.filter((figure) => figure.kind === 'sums');
  const estimates = yield* resampleAll(
    sums.filter(({ flips }) => flips === undefined),
    options,
  );
  const ps = yield* permuteAll(sums, options);
  const found: Inference[] = [];
  let place = 0;
  let resampled = 0;
  for (const [index, figure] of figures.entries()) {
    if (figure.kind === 'values') {
      const seed = `${options.seed}/values/${index}`;
      found.push(yield* exchangeOfValues(figure, { ...options, seed }));
    } else {
      const own = figure.flips === undefined ? estimates[resampled++] : undefined;
      found.push(inferenceOf(figure, own ?? new Float64Array(), ps[place], options.level));
      place += 1;
      if (place % 8 === 0) yield undefined;
    }
  }
  return found;
}

type SumFigure = PairedFigure & { readonly kind: 'sums' };

function inferenceOf(figure: SumFigure, estimates: Float64Array, p: number | undefined, level: NormalLevel): Inference {
  const { flips, isPlainMean, differences, resample } = figure;
  const standardErrorOfMean = isPlainMean ? errorOfMean(differences) : undefined;
  if (flips !== undefined) {
    const shares = newcombePairedInterval(flips, level);
    const interval = shares && { low: shares.low * flips.factor, high: shares.high * flips.factor, level };
    return { interval, standardError: standardErrorOfMean, p, test: 'mcnemar' };
  }
  const spread = resampledSpread(estimates, level, { units: resample.units, degrees: resample.units - 1 });
  const standardError = isPlainMean ? standardErrorOfMean : spread?.standardError;
  return { interval: spread?.interval, standardError, p, test: isPlainMean ? 'signFlip' : 'exchange' };
}

/** s / √n with n − 1. */
function errorOfMean(values: Float64Array): number | undefined {
  const n = values.length;
  if (n < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
}

function* resampleAll(
  figures: readonly SumFigure[],
  { resamples, seed }: InferenceOptions,
): Generator<undefined, readonly Float64Array[]> {
  const estimates = figures.map(() => new Float64Array(resamples));
  const resamplers: Resampler[] = [];
  for (const { resample } of figures) {
    resamplers.push(new Resampler(resample));
    yield undefined;
  }
  const stride = Math.max(1, ...resamplers.map(({ wordsPerRow }) => wordsPerRow));
  const rows = Math.min(resamples, Math.max(1, Math.floor(wordsAtATime / stride)));
  const source = new ResampleWords(createRandom(`${seed}/resamples`), stride, rows);
  for (let start = 0; start < resamples; start += rows) {
    if (figures.length === 0) break;
    source.next();
    yield undefined;
    for (const [index, resampler] of resamplers.entries()) {
      const target = estimates[index];
      if (target !== undefined) resampler.write(source, target, start, Math.min(rows, resamples - start));
      yield undefined;
    }
  }
  return estimates;
}

/** The exact p of numbers on a grid; `undefined` for all others. */
function exactP({ features, width, estimate }: UnitSums): number | undefined {
  if (width !== 1) return undefined;
  const sums = new Float64Array(1);
  return exactSignShare(features, (sum) => {
    sums[0] = sum;
    return estimate(sums);
  });
}

interface Permutation {
  readonly signed: SignedSums;
  readonly threshold: number;
  hits: number;
}

function* permuteAll(
  figures: readonly SumFigure[],
  { draws, seed }: InferenceOptions,
): Generator<undefined, readonly (number | undefined)[]> {
  const ps: (number | undefined)[] = [];
  const drawn = new Map<number, Permutation>();
  for (const [index, { exchange, flips }] of figures.entries()) {
    const seen = Math.abs(estimateOf(exchange));
    if (flips !== undefined) ps.push(mcnemarExactP(flips.onlyBefore, flips.onlyAfter));
    else if (Number.isNaN(seen)) ps.push(undefined);
    else {
      // Patterns with the same figure on paper may differ by rounding; they are ties and count.
      const threshold = seen * (1 - 1e-10);
      const signed = exactP(exchange) ?? new SignedSums(exchange);
      if (typeof signed === 'number') ps.push(signed);
      else if (signed.moving <= exactExchangeLimit) ps.push(signed.exactShare(threshold));
      else {
        ps.push(undefined);
        drawn.set(index, { signed, threshold, hits: 0 });
      }
      yield undefined;
    }
  }
  const stride = Math.max(1, ...[...drawn.values()].map(({ signed }) => signed.wordsPerDraw));
  const rows = Math.min(draws, Math.max(1, Math.floor(wordsAtATime / stride)));
  const words = new Uint32Array(rows * stride);
  const random = createRandom(`${seed}/signs`);
  for (let start = 0; drawn.size > 0 && start < draws; start += rows) {
    random.fillInts(words, twoTo32);
    yield undefined;
    const count = Math.min(rows, draws - start);
    for (const permutation of drawn.values()) {
      permutation.hits += permutation.signed.hits(words, stride, 0, count, permutation.threshold);
      yield undefined;
    }
  }
  // The pattern seen is one of them, so that p is never 0.
  for (const [index, { hits }] of drawn) ps[index] = (1 + hits) / (1 + draws);
  return ps;
}

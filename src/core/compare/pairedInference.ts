import type { NormalLevel } from '../statistics/criticalValue';
import type { Interval } from '../statistics/interval';
import { newcombePairedInterval } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import type { TestKind } from './comparison';
import { exchangeOfValues } from './exchangeOfValues';
import { openExchange, type SumFigure } from './openExchange';
import { openResampling } from './openResampling';
import type { PairedFigure } from './pairedFigure';
import type { Slice } from './slice';
import type { SumsHelper } from './sumsHelper';

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

/** Inference of which this thread has done its part; to be driven to the end once the values are needed. */
export type OpenInference = () => Generator<Slice, readonly Inference[]>;

/**
 * Begins with interval and p-value for each figure: with a helper the other thread's part goes on while this one does something else.
 * A generator: it pauses after every slice of work, so that whoever drives it can let others have the thread.
 */
export function* beginInference(
  figures: readonly PairedFigure[],
  options: InferenceOptions,
  helper?: SumsHelper,
): Generator<Slice, OpenInference> {
  const sums = figures.filter((figure) => figure.kind === 'sums');
  const spread = sums.filter(({ flips }) => flips === undefined).map(({ resample }) => resample);
  const resampling = yield* openResampling(spread, options, helper);
  const exchange = yield* openExchange(sums, options, helper);
  const ofValues: Inference[] = [];
  for (const [index, figure] of figures.entries()) {
    if (figure.kind !== 'values') continue;
    const seed = `${options.seed}/values/${index}`;
    ofValues.push(yield* exchangeOfValues(figure, { ...options, seed }));
  }
  yield* resampling.work();
  yield* exchange.work();
  return function* () {
    const estimates = (yield* resampling.estimates()).values();
    const ps = (yield* exchange.ps()).values();
    const values = ofValues.values();
    const found: Inference[] = [];
    for (const [index, figure] of figures.entries()) {
      if (figure.kind === 'values') {
        const own = values.next();
        if (own.done !== true) found.push(own.value);
      } else {
        const own = figure.flips === undefined ? estimates.next().value : undefined;
        found.push(inferenceOf(figure, own ?? new Float64Array(), ps.next().value, options.level));
      }
      if (index % 8 === 7) yield undefined;
    }
    return found;
  };
}

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

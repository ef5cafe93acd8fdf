import type { NormalLevel } from '../statistics/criticalValue';
import type { Interval } from '../statistics/interval';
import { newcombePairedInterval } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import { estimatesOf } from '../statistics/unitSums';
import type { TestKind } from './comparison';
import { exchangeOfValues } from './exchangeOfValues';
import { openExchange, type SumFigure } from './openExchange';
import type { PairedFigure } from './pairedFigure';
import { SharedSums } from './sharedSums';
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

/** Inference about the figures of a comparison. A helper draws from the first figure on, while this thread still sets up the others. */
export class PairedInference {
  readonly #options: InferenceOptions;
  readonly #sums: SharedSums;
  readonly #open: (() => Generator<Slice, Inference>)[] = [];

  constructor(options: InferenceOptions, helper?: SumsHelper) {
    const { resamples, draws, seed } = options;
    this.#options = options;
    this.#sums = new SharedSums({ resamples: { draws: resamples, seed }, exchanges: { draws, seed } }, helper);
  }

  /** Begins with a figure; an exact test is taken at once. */
  add(figure: PairedFigure): void {
    const { level, seed } = this.#options;
    if (figure.kind === 'values') {
      const own = { ...this.#options, seed: `${seed}/values/${this.#open.length}` };
      this.#open.push(() => exchangeOfValues(figure, own));
      return;
    }
    const test = openExchange(figure, this.#sums);
    const drawn = figure.flips === undefined ? this.#sums.add('resamples', figure.resample) : undefined;
    this.#open.push(function* () {
      const p = yield* test();
      const estimates = drawn && estimatesOf(figure.resample, yield* drawn());
      return inferenceOf(figure, estimates, p, level);
    });
  }

  /** What is known of each figure, in the order in which they were added. Pauses after every slice of work. */
  *results(): Generator<Slice, readonly Inference[]> {
    const found: Inference[] = [];
    for (const inference of this.#open) {
      found.push(yield* inference());
      yield undefined;
    }
    return found;
  }
}

function inferenceOf(
  figure: SumFigure,
  estimates: Float64Array | undefined,
  p: number | undefined,
  level: NormalLevel,
): Inference {
  const { flips, isPlainMean, differences, resample } = figure;
  const standardErrorOfMean = isPlainMean ? errorOfMean(differences) : undefined;
  if (flips !== undefined) {
    const shares = newcombePairedInterval(flips, level);
    const interval = shares && { low: shares.low * flips.factor, high: shares.high * flips.factor, level };
    return { interval, standardError: standardErrorOfMean, p, test: 'mcnemar' };
  }
  const spread = resampledSpread(estimates ?? new Float64Array(), level, {
    units: resample.units,
    degrees: resample.units - 1,
  });
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

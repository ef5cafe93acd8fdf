import type { NormalLevel } from '../statistics/criticalValue';
import type { Interval } from '../statistics/interval';
import { newcombePairedInterval } from '../statistics/newcombe';
import { resampledSpread } from '../statistics/resampledSpread';
import { estimatesOf } from '../statistics/unitSums';
import type { TestKind } from './comparison';
import { exchangeOfValues } from './exchangeOfValues';
import { openExchange, type OpenTest, type SumFigure } from './openExchange';
import type { PairedFigure } from './pairedFigure';
import { SharedSums, type OpenSums } from './sharedSums';
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
  /** Of each figure: whether its values are exchanged one by one, which only this thread does, and how it goes on. */
  readonly #open: { readonly isOwn: boolean; readonly goOn: () => Generator<Slice, Inference> }[] = [];

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
      this.#open.push({ isOwn: true, goOn: () => exchangeOfValues(figure, own) });
      return;
    }
    const test = openExchange(figure, this.#sums);
    const { flips } = figure;
    if (flips !== undefined) {
      this.#open.push({ isOwn: false, goOn: () => ofFlips(figure, flips, test, level) });
      return;
    }
    const drawn = this.#sums.add('resamples', figure.resample);
    this.#open.push({ isOwn: false, goOn: () => ofResamples(figure, drawn, test, level) });
  }

  /** All figures are added: the helper begins with the last of them too. */
  close(): void {
    this.#sums.close();
  }

  /** Nobody wants to know any more. */
  giveUp(): void {
    this.#sums.giveUp();
  }

  /** What is known of each figure, in the order in which they were added. Pauses after every slice of work. */
  *results(): Generator<Slice, readonly Inference[]> {
    const found = new Array<Inference>(this.#open.length);
    // First what the helper cannot do, while it draws.
    for (const isOwn of [true, false]) {
      for (const [place, open] of this.#open.entries()) {
        if (open.isOwn !== isOwn) continue;
        found[place] = yield* open.goOn();
        yield undefined;
      }
    }
    return found;
  }
}

function* ofFlips(
  { isPlainMean, differences }: SumFigure,
  flips: NonNullable<SumFigure['flips']>,
  test: OpenTest,
  level: NormalLevel,
): Generator<Slice, Inference> {
  const shares = newcombePairedInterval(flips, level);
  const interval = shares && { low: shares.low * flips.factor, high: shares.high * flips.factor, level };
  const standardError = isPlainMean ? errorOfMean(differences) : undefined;
  return { interval, standardError, p: yield* test(), test: 'mcnemar' };
}

function* ofResamples(
  { isPlainMean, differences, resample }: SumFigure,
  drawn: OpenSums,
  test: OpenTest,
  level: NormalLevel,
): Generator<Slice, Inference> {
  const p = yield* test();
  const estimates = estimatesOf(resample, yield* drawn());
  const { units } = resample;
  const spread = resampledSpread(estimates, level, { units, degrees: units - 1 });
  const standardError = isPlainMean ? errorOfMean(differences) : spread?.standardError;
  return { interval: spread?.interval, standardError, p, test: isPlainMean ? 'signFlip' : 'exchange' };
}

/** s / √n with n − 1. */
function errorOfMean(values: Float64Array): number | undefined {
  const n = values.length;
  if (n < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
}

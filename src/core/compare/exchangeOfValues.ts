import { resampledSpread } from '../statistics/resampledSpread';
import { createRandom, twoTo32, type Random } from '../statistics/random';
import { exactExchangeLimit } from '../statistics/signedSums';
import type { PairedFigure } from './pairedFigure';
import type { Inference, InferenceOptions } from './pairedInference';

type ValueFigure = PairedFigure & { readonly kind: 'values' };

/** Units that an estimate may pass over in one slice of work. */
const unitsPerSlice = 100_000;

/**
 * Interval and p-value of a derived metric from paired units: units are resampled in both runs together; under the hypothesis of no
 * effect each unit's two values may as well stand the other way round. Exact for up to 16 units that differ.
 */
export function* exchangeOfValues(figure: ValueFigure, options: InferenceOptions): Generator<undefined, Inference> {
  const random = createRandom(options.seed);
  const estimates = yield* resampled(figure, options.resamples, random);
  const units = figure.before.length;
  const spread = resampledSpread(estimates, options.level, { units, degrees: units - 1 });
  const p = yield* exchanged(figure, options.draws, random);
  return { interval: spread?.interval, standardError: spread?.standardError, p, test: 'exchange' };
}

function differenceOf(figure: ValueFigure, before: readonly unknown[], after: readonly unknown[]): number {
  return (figure.estimate(after) ?? Number.NaN) - (figure.estimate(before) ?? Number.NaN);
}

function* resampled(figure: ValueFigure, resamples: number, random: Random): Generator<undefined, Float64Array> {
  const units = figure.before.length;
  const [before, after] = [[...figure.before], [...figure.after]];
  const drawn = new Uint32Array(units);
  const estimates = new Float64Array(resamples);
  for (let round = 0; round < resamples; round++) {
    random.fillInts(drawn, units);
    for (let place = 0; place < units; place++) {
      const unit = drawn[place] ?? 0;
      before[place] = figure.before[unit];
      after[place] = figure.after[unit];
    }
    estimates[round] = differenceOf(figure, before, after);
    if (isPause(round, units)) yield undefined;
  }
  return estimates;
}

function* exchanged(figure: ValueFigure, draws: number, random: Random): Generator<undefined, number | undefined> {
  const seen = Math.abs(differenceOf(figure, figure.before, figure.after));
  if (!Number.isFinite(seen)) return undefined;
  const moving = figure.before.flatMap((value, unit) => (isSame(value, figure.after[unit]) ? [] : [unit]));
  const exact = moving.length <= exactExchangeLimit;
  const rounds = exact ? 2 ** moving.length : draws;
  const threshold = seen * (1 - 1e-10);
  const [before, after] = [[...figure.before], [...figure.after]];
  let hits = 0;
  let signs = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [place, unit] of moving.entries()) {
      if (exact) signs = round >>> place;
      else signs = place % 32 === 0 ? random.int(twoTo32) : signs >>> 1;
      const swap = (signs & 1) === 1;
      before[unit] = swap ? figure.after[unit] : figure.before[unit];
      after[unit] = swap ? figure.before[unit] : figure.after[unit];
    }
    // An exchange without a figure counts as a hit: it cannot speak for a difference.
    hits += Math.abs(differenceOf(figure, before, after)) < threshold ? 0 : 1;
    if (isPause(round, figure.before.length)) yield undefined;
  }
  return exact ? hits / rounds : (1 + hits) / (1 + draws);
}

function isPause(round: number, units: number): boolean {
  return (round + 1) % Math.max(1, Math.floor(unitsPerSlice / Math.max(1, units))) === 0;
}

/** Plain data with the same content; a unit that is the same in both runs changes nothing when exchanged. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

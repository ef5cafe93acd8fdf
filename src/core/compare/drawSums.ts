import { createRandom } from '../statistics/random';
import { drawsAtATime, type Resampler, ResampleWords } from '../statistics/resampledSums';
import { SignedSums } from '../statistics/signedSums';
import type { UnitFeatures } from '../statistics/unitSums';
import type { ExchangePlan, ResamplePlan } from './sumsHelper';

const twoTo32 = 4294967296;

/** A figure's resampler with the numbers that a unit has. */
export interface OpenFigure {
  readonly resampler: Resampler;
  readonly width: number;
}

/** The sums of each figure's resamples, `width` numbers each. Pauses after every slice of work: one figure's part, some milliseconds. */
export function* drawResamples(
  figures: readonly OpenFigure[],
  { resamples, seed, stride }: ResamplePlan,
): Generator<undefined, readonly Float64Array<ArrayBuffer>[]> {
  const drawn = figures.map(({ resampler, width }) => ({ resampler, sums: new Float64Array(resamples * width) }));
  const rows = drawsAtATime(stride, resamples);
  const source = new ResampleWords(createRandom(`${seed}/resamples`), stride, rows);
  for (let start = 0; drawn.length > 0 && start < resamples; start += rows) {
    source.next();
    yield undefined;
    for (const { resampler, sums } of drawn) {
      resampler.write(source, sums, start, Math.min(rows, resamples - start));
      yield undefined;
    }
  }
  return drawn.map(({ sums }) => sums);
}

/** The signed sums of each figure's draws, `width` numbers each. Pauses after every slice of work. */
export function* drawExchanges(
  figures: readonly UnitFeatures[],
  { draws, seed, stride }: ExchangePlan,
): Generator<undefined, readonly Float64Array<ArrayBuffer>[]> {
  const drawn: { readonly signed: SignedSums; readonly sums: Float64Array<ArrayBuffer> }[] = [];
  for (const figure of figures) {
    drawn.push({ signed: new SignedSums(figure), sums: new Float64Array(draws * figure.width) });
    yield undefined;
  }
  const rows = drawsAtATime(stride, draws);
  const words = new Uint32Array(rows * stride);
  const random = createRandom(`${seed}/signs`);
  for (let start = 0; drawn.length > 0 && start < draws; start += rows) {
    random.fillInts(words, twoTo32);
    yield undefined;
    for (const { signed, sums } of drawn) {
      signed.write(words, stride, sums, start, Math.min(rows, draws - start));
      yield undefined;
    }
  }
  return drawn.map(({ sums }) => sums);
}

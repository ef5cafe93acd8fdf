import { BlockSampler } from './blockSampler';
import { KindSampler } from './kindSampler';
import { twoTo32 } from './random';
import type { UnitFeatures } from './unitSums';

/**
 * Random words that are made at a time, four megabytes: a figure uses those before it turns to its next ones, and its tables are read
 * from a processor's fast memory.
 */
export const wordsAtATime = 1 << 20;
/** Up to here a unit is chosen by whole numbers alone; a unit's chance is then off 1/n by less than 2^-21. */
const integerLimit = 2048;

/** Draws a figure's units with replacement, as many as there are, and adds up what was drawn. */
export class Resampler {
  /** Random words for one resample. */
  readonly wordsPerDraw: number;
  readonly #figure: UnitFeatures;
  /** Draws many units at once; absent where they are drawn one by one. */
  readonly #many: BlockSampler | KindSampler | undefined;

  /** `resamples`: how many there will be, as tables must be worth their while. */
  constructor(figure: UnitFeatures, resamples: number) {
    this.#many = figure.width <= 2 ? blocksOf(figure) : KindSampler.of(figure, resamples);
    this.#figure = figure;
    this.wordsPerDraw = this.#many?.wordsPerSum ?? figure.units;
  }

  /** Sums of the first `count` resamples of random words, `width` numbers each, written from resample `start` on. */
  write(words: Uint32Array, target: Float64Array, start: number, count: number): void {
    const figure = this.#figure;
    const { width } = figure;
    const sums = new Float64Array(width);
    const stride = this.wordsPerDraw;
    for (let row = 0; row < count; row++) {
      if (this.#many !== undefined) this.#many.draw(words, row * stride, sums);
      else if (width === 1 && figure.units <= integerLimit) addSingle(figure, words, row * stride, sums);
      else if (width === 2 && figure.units <= integerLimit) addPair(figure, words, row * stride, sums);
      else addWide(figure, words, row * stride, sums);
      const place = (start + row) * width;
      for (let part = 0; part < width; part++) target[place + part] = sums[part] ?? Number.NaN;
    }
  }
}

/** A block costs about as much as three plain draws. */
function blocksOf(figure: UnitFeatures): BlockSampler | undefined {
  const blocks = new BlockSampler(columnsOf(figure));
  return 3 * blocks.cost <= figure.units * figure.width ? blocks : undefined;
}

function columnsOf({ features, width, units }: UnitFeatures): readonly Float64Array[] {
  return Array.from({ length: width }, (_, part) =>
    Float64Array.from({ length: units }, (__, unit) => features[unit * width + part] ?? Number.NaN),
  );
}

/** One number a unit, in four sums at once: a single sum would wait for each addition. */
function addSingle({ features, units }: UnitFeatures, words: Uint32Array, from: number, sums: Float64Array): void {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let place = from;
  const end = from + units;
  for (; place + 3 < end; place += 4) {
    one += features[Math.imul((words[place] ?? 0) >>> 11, units) >>> 21] ?? Number.NaN;
    two += features[Math.imul((words[place + 1] ?? 0) >>> 11, units) >>> 21] ?? Number.NaN;
    three += features[Math.imul((words[place + 2] ?? 0) >>> 11, units) >>> 21] ?? Number.NaN;
    four += features[Math.imul((words[place + 3] ?? 0) >>> 11, units) >>> 21] ?? Number.NaN;
  }
  for (; place < end; place++) one += features[Math.imul((words[place] ?? 0) >>> 11, units) >>> 21] ?? Number.NaN;
  sums[0] = one + two + (three + four);
}

function addPair({ features, units }: UnitFeatures, words: Uint32Array, from: number, sums: Float64Array): void {
  let first = 0;
  let second = 0;
  for (let place = from; place < from + units; place++) {
    const at = 2 * (Math.imul((words[place] ?? 0) >>> 11, units) >>> 21);
    first += features[at] ?? Number.NaN;
    second += features[at + 1] ?? Number.NaN;
  }
  sums[0] = first;
  sums[1] = second;
}

function addWide({ features, units, width }: UnitFeatures, words: Uint32Array, from: number, sums: Float64Array): void {
  sums.fill(0);
  const scale = units / twoTo32;
  for (let place = from; place < from + units; place++) {
    const at = width * Math.floor((words[place] ?? 0) * scale);
    for (let part = 0; part < width; part++) sums[part] = (sums[part] ?? 0) + (features[at + part] ?? Number.NaN);
  }
}

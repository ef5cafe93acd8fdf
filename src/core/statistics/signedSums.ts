import { StatisticsArgumentError } from './statisticsArgumentError';
import type { UnitFeatures, UnitSums } from './unitSums';

/** Units whose signs one table holds: a byte of random bits looks up the signed sum of eight units. */
const groupSize = 8;
const patterns = 256;

/** Up to here all sign patterns are walked; beyond it they are drawn, as in `signFlipP`. */
export const exactExchangeLimit = 16;

/**
 * Signed sums of a figure's units, ±f for each: what a permutation test on pairs needs, where exchanging a unit's two values
 * turns the sign of its features. Units whose features are all 0 look the same either way and are left out.
 */
export class SignedSums {
  /** Units that change under an exchange. */
  readonly moving: number;
  /** Random words for the signs of one draw. */
  readonly wordsPerDraw: number;
  readonly #width: number;
  readonly #groups: number;
  readonly #table: Float64Array;

  /** One number for each unit, or two. */
  constructor({ features, width, units }: UnitFeatures) {
    if (width !== 1 && width !== 2) throw new StatisticsArgumentError('SignedSums', 'width', width, '1 or 2');
    const moving = movingUnits({ features, width, units });
    this.moving = moving.length;
    this.wordsPerDraw = Math.ceil(moving.length / 32);
    this.#width = width;
    this.#groups = Math.ceil(moving.length / groupSize);
    this.#table = tableOf(features, moving, width, this.#groups);
  }

  /** The exact share of patterns whose figure lies at least `threshold` off 0; for at most `exactExchangeLimit` moving units. */
  exactShare(estimate: UnitSums['estimate'], threshold: number): number {
    const all = 2 ** this.moving;
    const word = new Uint32Array(1);
    const sums = new Float64Array(this.#width);
    let hits = 0;
    for (let pattern = 0; pattern < all; pattern++) {
      word[0] = pattern;
      this.write(word, sums, 0, 1);
      hits += isHit(estimate(sums), threshold) ? 1 : 0;
    }
    return hits / all;
  }

  /** The signed sums of the first `count` draws of random words, written from draw `start` on. */
  write(words: Uint32Array, target: Float64Array, start: number, count: number): void {
    const stride = this.wordsPerDraw;
    for (let draw = 0; draw < count; draw++) {
      if (this.#width === 1) target[start + draw] = this.#single(words, draw * stride);
      else this.#pair(words, draw * stride, target, 2 * (start + draw));
    }
  }

  #single(words: Uint32Array, start: number): number {
    const table = this.#table;
    const groups = this.#groups;
    let one = 0;
    let two = 0;
    for (let group = 0; group < groups; group += 4) {
      const word = words[start + (group >>> 2)] ?? 0;
      const base = group * patterns;
      one += table[base + (word & 255)] ?? 0;
      two += table[base + 256 + ((word >>> 8) & 255)] ?? 0;
      one += table[base + 512 + ((word >>> 16) & 255)] ?? 0;
      two += table[base + 768 + (word >>> 24)] ?? 0;
    }
    return one + two;
  }

  /** Two numbers a unit, as rates have. */
  #pair(words: Uint32Array, start: number, target: Float64Array, place: number): void {
    const table = this.#table;
    const groups = this.#groups;
    let first = 0;
    let second = 0;
    for (let group = 0; group < groups; group += 4) {
      const word = words[start + (group >>> 2)] ?? 0;
      const base = 2 * group * patterns;
      const one = base + 2 * (word & 255);
      const two = base + 512 + 2 * ((word >>> 8) & 255);
      const three = base + 1024 + 2 * ((word >>> 16) & 255);
      const four = base + 1536 + 2 * (word >>> 24);
      first += (table[one] ?? 0) + (table[two] ?? 0) + ((table[three] ?? 0) + (table[four] ?? 0));
      second += (table[one + 1] ?? 0) + (table[two + 1] ?? 0) + ((table[three + 1] ?? 0) + (table[four + 1] ?? 0));
    }
    target[place] = first;
    target[place + 1] = second;
  }
}

/** Whether a figure lies at least `threshold` off 0. A draw without a figure does: it cannot speak for a difference. */
export function isHit(figure: number, threshold: number): boolean {
  return !(Math.abs(figure) < threshold);
}

/** The units that change under an exchange. */
export function movingUnits({ features, width, units }: UnitFeatures): readonly number[] {
  const moving: number[] = [];
  for (let unit = 0; unit < units; unit++) {
    let moves = false;
    for (let part = 0; part < width; part++) moves ||= features[unit * width + part] !== 0;
    if (moves) moving.push(unit);
  }
  return moving;
}

/** Bit 1: the features as they are, bit 0: with the other sign. Filled up to whole words with units that add nothing. */
function tableOf(features: Float64Array, moving: readonly number[], width: number, groups: number): Float64Array {
  const featureOf = (place: number, part: number): number => {
    const unit = moving[place];
    return unit === undefined ? 0 : (features[unit * width + part] ?? 0);
  };
  const table = new Float64Array(Math.ceil(groups / 4) * 4 * patterns * width);
  for (let group = 0; group < groups; group++) {
    const start = group * patterns * width;
    for (let part = 0; part < width; part++) {
      let lowest = 0;
      for (let place = 0; place < groupSize; place++) lowest -= featureOf(group * groupSize + place, part);
      table[start + part] = lowest;
      for (let place = 0; place < groupSize; place++) {
        const twice = 2 * featureOf(group * groupSize + place, part);
        const size = 1 << place;
        for (let pattern = 0; pattern < size; pattern++) {
          table[start + (size + pattern) * width + part] = (table[start + pattern * width + part] ?? 0) + twice;
        }
      }
    }
  }
  return table;
}

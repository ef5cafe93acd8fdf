/** Number of values of a random word; `fillInts` with it gives whole words. */
const twoTo32 = 4294967296;

/**
 * A repeatable stream of random numbers: the same seed gives the same stream on every machine. Not for secrets. It is
 * sfc32, the "small fast chaotic" generator of C. Doty-Humphrey's PractRand, with 128 bits of state. One word is a
 * counter, so no seed leads into a cycle shorter than 2^32.
 */
class SmallFastRandom {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seedWords: readonly [number, number, number]) {
    [this.#a, this.#b, this.#c] = seedWords;
    // The first outputs still depend visibly on the seed; PractRand discards a dozen or more too.
    for (let round = 0; round < 20; round++) this.next();
  }

  /** A share in [0, 1), a multiple of 2^-32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / twoTo32;
  }

  /** A whole number in [0, n), for a whole n from 1 to 2^32. A value's chance is off 1/n by less than 2^-32. */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** Fills the array like repeated calls of `int(n)`. */
  fillInts(target: Uint32Array, n: number): void {
    for (let index = 0; index < target.length; index++) target[index] = this.next() * n;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.int(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}

export type Random = SmallFastRandom;

/** 32-bit FNV-1a with a given start and multiplier, then MurmurHash3's final mix to separate similar seeds. */
function hash(text: string, start: number, multiplier: number): number {
  let state = start;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), multiplier);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return state ^ (state >>> 16);
}

/** A fresh stream. A number seeds like its decimal text, so that `7` in a setting and `--seed 7` mean the same. */
export function createRandom(seed: number | string): Random {
  const text = String(seed);
  return new SmallFastRandom([
    hash(text, 0x811c9dc5, 0x01000193),
    hash(text, 0x9e3779b9, 0x01000197),
    hash(text, 0x3c6ef372, 0x0100019d),
  ]);
}

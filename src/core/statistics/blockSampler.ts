/** More cells would not fit the fast memory of a processor. */
const mostCells = 4096;
/** A distribution with more cells is not doubled again. */
const mostToDouble = 256;
/** Cells rarer than this are below the rounding of the others and left out. */
const rarest = 1e-18;
const twoTo32 = 4294967296;
/** Two whole numbers below 2^26 fit into one double: the first times this, plus the second. */
const packing = 67108864;

/** Chances of the sum of some drawn units: two whole numbers, both counted from the smallest possible sum. */
interface Chances {
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly chance: readonly number[];
}

/** Walker's alias table: a word's highest bits choose a cell, the others one of its two sums. */
interface Block {
  /** How often it is drawn for one resample. */
  readonly times: number;
  readonly shift: number;
  readonly limits: Float64Array;
  readonly sums: Float64Array;
}

/**
 * Sums of units drawn with replacement, many units for one random word. Where units have few distinct values on a grid, as labels
 * and counts have, the chances of the sum of 2, 4, 8 … drawn units follow exactly from those of one; a resample is then a handful of
 * such sums. They are distributed as if each unit had been drawn, to the rounding of doubles and 2^-32 for each word.
 */
export class BlockSampler {
  /** Random words for a resample; infinite where the values do not lie on a grid, and nothing can be drawn. */
  readonly wordsPerSum: number;
  readonly #blocks: readonly Block[];
  readonly #grids: readonly Grid[];
  readonly #units: number;

  /** One or two columns with a number for each unit; as many units are drawn as there are. */
  constructor(columns: readonly Float64Array[]) {
    const grids = columns.map(gridOf);
    this.#units = columns[0]?.length ?? 0;
    this.#grids = grids.filter((grid) => grid !== undefined);
    const reach = this.#grids.every(({ places }) => Math.max(...places) * this.#units < packing);
    const fits = this.#units > 0 && this.#grids.length === columns.length && columns.length <= 2 && reach;
    this.#blocks = fits ? blocksOf(chancesOf(this.#grids), this.#units) : [];
    this.wordsPerSum = fits ? this.#blocks.reduce((sum, { times }) => sum + times, 0) : Number.POSITIVE_INFINITY;
  }

  /** The column sums of one resample, from the words behind `start`. */
  draw(words: Uint32Array, start: number, sums: Float64Array): void {
    let total = 0;
    let place = start;
    for (const block of this.#blocks) {
      const { times, shift, limits, sums: cells } = block;
      for (const end = place + times; place < end; place++) {
        const word = words[place] ?? 0;
        const cell = word >>> shift;
        total += cells[2 * cell + (word < (limits[cell] ?? 0) ? 0 : 1)] ?? Number.NaN;
      }
    }
    const first = Math.floor(total / packing);
    const one = this.#grids[0];
    const other = this.#grids[1];
    if (one !== undefined) sums[0] = this.#units * one.low + one.step * first;
    if (other !== undefined) sums[1] = this.#units * other.low + other.step * (total - first * packing);
  }
}

/** Values as `low + step · place`. */
interface Grid {
  readonly low: number;
  readonly step: number;
  readonly places: readonly number[];
}

function gridOf(values: Float64Array): Grid | undefined {
  const distinct = [...new Set(values)].sort((one, other) => one - other);
  const [low = 0] = distinct;
  let step = 0;
  for (const value of distinct) step = commonStep(step, value - low);
  if (step === 0) step = 1;
  const highest = ((distinct.at(-1) ?? low) - low) / step;
  // A step that rounding made has as many places as a double has digits.
  if (!(highest <= mostCells)) return undefined;
  const places = Array.from(values, (value) => Math.round((value - low) / step));
  const isExact = places.every((place, unit) => Math.abs(low + step * place - (values[unit] ?? 0)) <= step * 1e-6);
  return isExact ? { low, step, places } : undefined;
}

/** Euclid's algorithm, with what is left of a division by rounding taken for nothing. */
function commonStep(one: number, other: number): number {
  let [large, rest] = [Math.max(one, other), Math.min(one, other)];
  const nothing = large * 1e-9;
  while (rest > nothing) [large, rest] = [rest, Math.abs(large - rest * Math.round(large / rest))];
  return large;
}

function chancesOf([one, other]: readonly Grid[]): Chances {
  const counts = new Map<number, number>();
  one?.places.forEach((place, unit) => {
    const key = place * packing + (other?.places[unit] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const keys = [...counts.keys()];
  return {
    first: keys.map((key) => Math.floor(key / packing)),
    second: keys.map((key) => key % packing),
    chance: [...counts.values()].map((count) => count / (one?.places.length ?? 1)),
  };
}

function blocksOf(single: Chances, units: number): readonly Block[] {
  const blocks: Block[] = [];
  let chances = single;
  for (let left = units; left > 0; left = Math.floor(left / 2)) {
    const next = left > 1 && chances.chance.length <= mostToDouble ? doubled(chances) : undefined;
    const isLast = next === undefined || next.chance.length > mostCells;
    // What the larger blocks leave over is drawn by its binary places.
    const times = isLast ? left : left % 2;
    if (times > 0) blocks.push(blockOf(chances, times));
    if (isLast) break;
    chances = next;
  }
  return blocks;
}

function doubled({ first, second, chance }: Chances): Chances {
  const width = 2 * Math.max(...second) + 1;
  const sums = new Float64Array((2 * Math.max(...first) + 1) * width);
  const cells = Int32Array.from(first, (place, cell) => place * width + (second[cell] ?? 0));
  const chances = Float64Array.from(chance);
  for (let one = 0; one < cells.length; one++) {
    const [base, share] = [cells[one] ?? 0, chances[one] ?? 0];
    for (let other = 0; other < cells.length; other++) {
      const at = base + (cells[other] ?? 0);
      sums[at] = (sums[at] ?? 0) + share * (chances[other] ?? 0);
    }
  }
  const kept: number[] = [];
  sums.forEach((sum, at) => {
    if (sum > rarest) kept.push(at);
  });
  return {
    first: kept.map((at) => Math.floor(at / width)),
    second: kept.map((at) => at % width),
    chance: kept.map((at) => sums[at] ?? 0),
  };
}

function blockOf({ first, second, chance }: Chances, times: number): Block {
  const bits = Math.max(1, Math.ceil(Math.log2(chance.length)));
  const cells = 2 ** bits;
  const whole = chance.reduce((sum, share) => sum + share, 0);
  const shares = Float64Array.from({ length: cells }, (_, cell) => ((chance[cell] ?? 0) / whole) * cells);
  const limits = new Float64Array(cells);
  const sums = new Float64Array(2 * cells);
  const sumOf = (cell: number): number => (first[cell] ?? 0) * packing + (second[cell] ?? 0);
  const settle = (cell: number, share: number, alias: number): void => {
    // As a bound on the whole word, so that a draw needs no masking.
    limits[cell] = ((cell + share) / cells) * twoTo32;
    sums[2 * cell] = sumOf(cell);
    sums[2 * cell + 1] = sumOf(alias);
  };
  const small: number[] = [];
  const large: number[] = [];
  shares.forEach((share, cell) => (share < 1 ? small : large).push(cell));
  for (let less = small.pop(); less !== undefined; less = small.pop()) {
    const more = large.at(-1);
    const share = shares[less] ?? 0;
    if (more === undefined) {
      settle(less, 1, less);
      continue;
    }
    settle(less, share, more);
    const rest = (shares[more] ?? 0) + share - 1;
    shares[more] = rest;
    if (rest < 1) {
      large.pop();
      small.push(more);
    }
  }
  for (const cell of large) settle(cell, 1, cell);
  return { times, shift: 32 - bits, limits, sums };
}

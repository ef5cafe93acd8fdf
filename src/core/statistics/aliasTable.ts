/**
 * Walker's alias table: one random word draws a value. Its highest bits choose a cell, the others one of the cell's two values; a
 * value's chance is right to 2^-32.
 */
export class AliasTable {
  readonly #shift: number;
  readonly #mask: number;
  /** Four numbers a cell, so that it is read in one go: the limit below which a word's lower bits mean the first value, and both values. */
  readonly #cells: Int32Array;

  /** Whole numbers of 31 bits, and as many chances, which need not add up to 1; at least one, and no more than 2^22. */
  constructor(values: Int32Array, chances: Float64Array) {
    const bits = Math.max(2, Math.ceil(Math.log2(chances.length)));
    const cells = 2 ** bits;
    this.#shift = 32 - bits;
    this.#mask = 2 ** this.#shift - 1;
    this.#cells = new Int32Array(4 * cells);
    this.#fill(values, sharesOf(chances, cells));
  }

  /** The sum of what the words from `start` to before `end` draw, as a whole number of 32 bits: the caller sees to it that it fits. */
  total(words: Uint32Array, start: number, end: number): number {
    const cells = this.#cells;
    const shift = this.#shift;
    const mask = this.#mask;
    let sum = 0;
    for (let place = start; place < end; place++) {
      const word = words[place] ?? 0;
      const cell = (word >>> shift) << 2;
      // 0 or 1 by the sign of a difference: a branch on a random bit costs several times as much.
      const other = ((cells[cell] ?? 0) - (word & mask) - 1) >>> 31;
      sum = (sum + (cells[cell + 1 + other] ?? 0)) | 0;
    }
    return sum;
  }

  /** Pairs each cell that is not full with one that overflows. */
  #fill(values: Int32Array, shares: Float64Array): void {
    const whole = 2 ** this.#shift;
    const cells = shares.length;
    const small = new Int32Array(cells);
    const large = new Int32Array(cells);
    let smalls = 0;
    let larges = 0;
    for (let cell = 0; cell < cells; cell++) {
      if ((shares[cell] ?? 0) < 1) small[smalls++] = cell;
      else large[larges++] = cell;
    }
    while (smalls > 0 && larges > 0) {
      const less = small[--smalls] ?? 0;
      const more = large[larges - 1] ?? 0;
      const share = shares[less] ?? 0;
      this.#set(less, Math.round(share * whole), values[less] ?? 0, values[more] ?? 0);
      const rest = (shares[more] ?? 0) + share - 1;
      shares[more] = rest;
      if (rest < 1) {
        larges -= 1;
        small[smalls++] = more;
      }
    }
    // What is left is full but for rounding.
    for (const [rest, count] of [
      [small, smalls],
      [large, larges],
    ] as const) {
      for (let place = 0; place < count; place++) {
        const cell = rest[place] ?? 0;
        this.#set(cell, whole, values[cell] ?? 0, values[cell] ?? 0);
      }
    }
  }

  #set(cell: number, limit: number, value: number, other: number): void {
    this.#cells[4 * cell] = limit;
    this.#cells[4 * cell + 1] = value;
    this.#cells[4 * cell + 2] = other;
  }
}

/** Chances as multiples of a cell's. */
function sharesOf(chances: Float64Array, cells: number): Float64Array {
  let whole = 0;
  for (const chance of chances) whole += chance;
  const shares = new Float64Array(cells);
  for (let cell = 0; cell < chances.length; cell++) shares[cell] = ((chances[cell] ?? 0) / whole) * cells;
  return shares;
}

import { AliasTable } from './aliasTable';
import type { UnitFeatures } from './unitSums';

/** Most sums in a table: they then fit into a processor's fast memory. */
const mostSums = 4096;
/** Additions that tables may take, for each unit that would be drawn one by one; an addition takes some twenty times as long. */
const additionsADraw = 0.01;
/** Some ten milliseconds. */
const mostAdditions = 250_000;

/** Chances of sums over a number of drawn units; a sum of several columns is packed into one number. */
type Chances = ReadonlyMap<number, number>;

interface SumTable {
  readonly table: AliasTable;
  readonly sums: Float64Array;
}

/**
 * Sums of units drawn with replacement where units have several whole numbers and are of few kinds, as pairs of labels are: a word draws
 * the sum of as many units as a table can hold. The sums are distributed as if each unit had been drawn, to 2^-32 for each cell of a table.
 */
export class KindSampler {
  /** Random words for a sum of as many units as there are. */
  readonly wordsPerSum: number;
  readonly #radices: Float64Array;
  readonly #times: number;
  readonly #whole: SumTable;
  readonly #rest: SumTable | undefined;

  private constructor(radices: Float64Array, times: number, whole: SumTable, rest: SumTable | undefined) {
    this.#radices = radices;
    this.#times = times;
    this.#whole = whole;
    this.#rest = rest;
    this.wordsPerSum = times + (rest === undefined ? 0 : 1);
  }

  /**
   * For so many resamples. `undefined` where a number is not whole, the kinds are too many, or the sums of all columns do not fit into
   * one number.
   */
  static of(figure: UnitFeatures, resamples: number): KindSampler | undefined {
    const { units } = figure;
    const radices = radicesOf(figure);
    const kinds = radices && kindsOf(figure, radices);
    if (radices === undefined || kinds === undefined) return undefined;
    const chances = [kinds];
    const limit = Math.min(mostAdditions, additionsADraw * units * resamples);
    let additions = 0;
    for (let last: Chances = kinds; chances.length < units;) {
      additions += last.size * kinds.size;
      const next = additions > limit ? undefined : oneMore(last, kinds);
      if (next === undefined) break;
      chances.push((last = next));
    }
    const times = Math.floor(units / chances.length);
    const rest = chances[units - times * chances.length - 1];
    return new KindSampler(radices, times, tableOf(chances.at(-1) ?? kinds), rest && tableOf(rest));
  }

  /** The column sums of one resample, from the words behind `start`. */
  draw(words: Uint32Array, start: number, sums: Float64Array): void {
    const { table, sums: drawn } = this.#whole;
    const end = start + this.#times;
    let total = 0;
    for (let place = start; place < end; place++) total += drawn[table.total(words, place, place + 1)] ?? Number.NaN;
    if (this.#rest !== undefined) total += this.#rest.sums[this.#rest.table.total(words, end, end + 1)] ?? Number.NaN;
    for (let part = this.#radices.length - 1; part >= 0; part--) {
      const radix = this.#radices[part] ?? 1;
      const above = Math.floor(total / radix);
      sums[part] = total - above * radix;
      total = above;
    }
  }
}

/** For each column a number larger than its sum over any units drawn. */
function radicesOf({ features, width, units }: UnitFeatures): Float64Array | undefined {
  const radices = new Float64Array(width).fill(1);
  for (const [place, feature] of features.entries()) {
    if (!(Number.isInteger(feature) && feature >= 0)) return undefined;
    const part = place % width;
    radices[part] = Math.max(radices[part] ?? 1, units * feature + 1);
  }
  return radices.reduce((room, radix) => room * radix, 1) > Number.MAX_SAFE_INTEGER ? undefined : radices;
}

/** The chance of each kind; its numbers are the digits of one, to the bases of `radices`, the last column lowest. */
function kindsOf({ features, width, units }: UnitFeatures, radices: Float64Array): Chances | undefined {
  const kinds = new Map<number, number>();
  for (let unit = 0; unit < units; unit++) {
    const kind = radices.reduce((number, radix, part) => number * radix + (features[unit * width + part] ?? 0), 0);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1 / units);
    if (kinds.size > mostSums) return undefined;
  }
  // In an order of their own, so that nothing depends on that of the units.
  return new Map([...kinds].sort(([one], [other]) => one - other));
}

/** With one more unit; `undefined` where that are too many sums for a table. */
function oneMore(chances: Chances, kinds: Chances): Chances | undefined {
  const sums = new Map<number, number>();
  for (const [sum, chance] of chances) {
    for (const [kind, share] of kinds) sums.set(sum + kind, (sums.get(sum + kind) ?? 0) + chance * share);
    if (sums.size > mostSums) return undefined;
  }
  return sums;
}

function tableOf(chances: Chances): SumTable {
  const sums = Float64Array.from(chances.keys());
  const table = new AliasTable(Int32Array.from(sums.keys()), Float64Array.from(chances.values()));
  return { table, sums };
}

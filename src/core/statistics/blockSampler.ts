import type { AliasTable } from './aliasTable';
import { fineLattice, gridOf, mostPlaces } from './lattice';
import { sumTables, type UnitPlaces } from './sumTables';
import { SumReach } from './sumReach';

/** Lengths of a table of sums, and what making one costs in drawn words of one resample out of ten thousand. */
const lengths: readonly { readonly length: number; readonly cost: number }[] = [
  { length: 256, cost: 1 },
  { length: 1024, cost: 5 },
  { length: 4096, cost: 20 },
  { length: 16384, cost: 85 },
];

/** How a sum of all units is put together: so many sums of `size` units, and one of the `rest`. */
interface Blocks {
  readonly length: number;
  readonly size: number;
  readonly times: number;
  readonly rest: number;
  readonly cost: number;
}

/**
 * Sums of units drawn with replacement, many units for one random word. The chances of the sum of 50 drawn units, say, follow from
 * those of one: they are its characteristic function to the power of 50. A resample is then a handful of such sums. Where units lie
 * on a grid, as labels and counts do, sums are distributed as if each unit had been drawn, to 2^-32 for each word; for one column off
 * a grid, see `fineLattice`.
 */
export class BlockSampler {
  /** Random words for a resample; infinite where nothing can be drawn. */
  readonly wordsPerSum: number;
  /** The words, and what the tables take, as words of each of ten thousand resamples. */
  readonly cost: number;
  readonly #units: UnitPlaces | undefined;
  readonly #reaches: readonly SumReach[];
  readonly #blocks: Blocks | undefined;
  #tables: { readonly whole: AliasTable; readonly rest: AliasTable | undefined } | undefined;
  /** The sum of all starting places, by column. */
  readonly #from: readonly number[];
  readonly #steps: readonly [number, number | undefined];
  /** How many sums of blocks can be added up before either of the two packed places may leave its half of a word. */
  readonly #together: number;

  /** One or two columns with a number for each unit; as many units are drawn as there are. Tables are made at the first draw. */
  constructor(columns: readonly Float64Array[]) {
    this.#units = unitPlaces(columns);
    this.#reaches = (this.#units?.places ?? []).map((places) => new SumReach(places, this.#units?.chances ?? places));
    this.#blocks = this.#units === undefined ? undefined : cheapest(this.#reaches, columns[0]?.length ?? 0);
    const blocks = this.#blocks;
    this.wordsPerSum = blocks === undefined ? Number.POSITIVE_INFINITY : blocks.times + (blocks.rest > 0 ? 1 : 0);
    this.cost = blocks?.cost ?? Number.POSITIVE_INFINITY;
    const units = columns[0]?.length ?? 0;
    const [one, other] = this.#units?.lattices ?? [];
    this.#steps = [one?.step ?? Number.NaN, other?.step];
    const [outside = 1, inside = 1] = this.#reaches.map((reach) => reach.of(blocks?.size ?? 1).length);
    this.#together = Math.max(1, Math.floor(Math.min(32767 / outside, 65535 / inside)));
    this.#from = this.#reaches.map((reach, column) => {
      const { low = 0, step = 0 } = this.#units?.lattices[column] ?? {};
      const places = (blocks?.times ?? 0) * reach.of(blocks?.size ?? 1).from + restFrom(reach, blocks);
      return units * low + step * places;
    });
  }

  /** The column sums of one resample, from the words behind `start`. */
  draw(words: Uint32Array, start: number, sums: Float64Array): void {
    if (this.#units === undefined || this.#blocks === undefined) return;
    this.#tables ??= sumTables(this.#units, this.#reaches, this.#blocks);
    const { whole, rest } = this.#tables;
    const end = start + this.#blocks.times;
    let first = 0;
    let second = 0;
    for (let place = start; place < end; place += this.#together) {
      const sum = whole.total(words, place, Math.min(end, place + this.#together));
      first += sum >>> 16;
      second += sum & 65535;
    }
    if (rest !== undefined) {
      const sum = rest.total(words, end, end + 1);
      first += sum >>> 16;
      second += sum & 65535;
    }
    sums[0] = (this.#from[0] ?? Number.NaN) + this.#steps[0] * first;
    if (this.#steps[1] !== undefined) sums[1] = (this.#from[1] ?? Number.NaN) + this.#steps[1] * second;
  }
}

function restFrom(reach: SumReach, blocks: Blocks | undefined): number {
  return blocks === undefined || blocks.rest === 0 ? 0 : reach.of(blocks.rest).from;
}

/** Places and chances of one drawn unit; `undefined` where there is no lattice for it. */
function unitPlaces(columns: readonly Float64Array[]): UnitPlaces | undefined {
  const [one, other] = columns;
  if (one === undefined || one.length === 0 || columns.length > 2) return undefined;
  const grid = gridOf(one);
  if (other === undefined) {
    const fine = grid === undefined ? fineLattice(one) : undefined;
    if (fine !== undefined) return { lattices: [fine], places: [fine.places], chances: fine.chances };
  }
  const second = other === undefined ? undefined : gridOf(other);
  if (grid === undefined || (other !== undefined && second === undefined)) return undefined;
  const counts = new Map<number, number>();
  for (const [unit, place] of grid.places.entries()) {
    const key = place * mostPlaces + (second?.places[unit] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = Float64Array.from(counts.keys());
  const first = keys.map((key) => Math.floor(key / mostPlaces));
  const chances = Float64Array.from(counts.values(), (count) => count / one.length);
  if (second === undefined) return { lattices: [grid], places: [first], chances };
  return { lattices: [grid, second], places: [first, keys.map((key) => key % mostPlaces)], chances };
}

function cheapest(reaches: readonly SumReach[], units: number): Blocks | undefined {
  let best: Blocks | undefined;
  for (const { length, cost } of lengths) {
    const largest = largestBlock(reaches, units, length);
    if (largest === 0) continue;
    // Equal blocks, and a last one that is as good as full.
    const size = Math.ceil(units / Math.ceil(units / largest));
    const times = Math.floor(units / size);
    const rest = units - size * times;
    const whole = cost + times + (rest > 0 ? 1 : 0);
    if (best === undefined || whole < best.cost) best = { length, size, times, rest, cost: whole };
  }
  return best;
}

/** The most units whose sums have a table of this length; 0 for none. */
function largestBlock(reaches: readonly SumReach[], units: number, length: number): number {
  const fits = (count: number): boolean =>
    reaches.reduce((cells, reach) => cells * reach.of(count).length, 1) <= length;
  let most = 0;
  for (let step = 2 ** Math.floor(Math.log2(units)); step >= 1; step /= 2) {
    if (most + step <= units && fits(most + step)) most += step;
  }
  return most;
}

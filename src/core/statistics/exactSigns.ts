import { gridOf } from './lattice';

/** Additions that the chances of all sums would take one unit at a time, a nanosecond each at most; beyond it signs are drawn. */
const mostAdditions = 3_000_000;

/** Numbers on a grid with a zero: ±f of each unit has whole places only. */
interface SignedPlaces {
  readonly step: number;
  /** Larger than 0; the sum of ±place over all units runs from −reach to reach. */
  readonly sizes: readonly number[];
  readonly reach: number;
  /** The sum with the signs as they are. */
  readonly seen: number;
}

/**
 * The exact share of all 2^n sign patterns of `values` whose figure lies at least as far off 0 as the one of the signs seen. The
 * chances of the sums are those of n fair coins, added up one or two units at a time; that is possible where the numbers lie on a grid.
 * `undefined` where they do not, or where it would take too long. A pattern without a figure counts: it cannot speak for a difference.
 */
export function exactSignShare(values: Float64Array, figureOf: (sum: number) => number): number | undefined {
  const signed = signedPlaces(values);
  if (signed === undefined) return undefined;
  const { step, sizes, reach, seen } = signed;
  // Patterns with the same figure on paper may differ by rounding; they are ties and count.
  const threshold = Math.abs(figureOf(step * seen)) * (1 - 1e-10);
  const chances = chancesOfSums(sizes, reach);
  let share = 0;
  for (let place = 0; place <= reach; place++) {
    const chance = chances[place] ?? 0;
    if (chance > 0 && !(Math.abs(figureOf(step * (2 * place - reach))) < threshold)) share += chance;
  }
  // The pattern seen is one of them: what underflows is the smallest double instead.
  return Math.min(1, Math.max(Number.MIN_VALUE, share));
}

function signedPlaces(values: Float64Array): SignedPlaces | undefined {
  // With 0 among them, the grid of the absolute values starts at 0.
  const absolute = new Float64Array(values.length + 1);
  for (let unit = 0; unit < values.length; unit++) absolute[unit + 1] = Math.abs(values[unit] ?? 0);
  const grid = gridOf(absolute);
  if (grid === undefined) return undefined;
  const sizes: number[] = [];
  let reach = 0;
  let seen = 0;
  let additions = 0;
  for (const [unit, value] of values.entries()) {
    const size = grid.places[unit + 1] ?? 0;
    if (size === 0) continue;
    sizes.push(size);
    reach += size;
    seen += value < 0 ? -size : size;
  }
  // In rising order the sums stay short for longest.
  sizes.sort((one, other) => one - other);
  let length = 0;
  for (const size of sizes) {
    length += size;
    additions += length;
  }
  return additions > mostAdditions ? undefined : { step: grid.step, sizes, reach, seen };
}

/**
 * Chances that the units with a plus add up to each number from 0 to `reach`; `sizes` in rising order. Fair coins make them the same
 * from either end, so only the lower half is added up, and as much of the upper one is filled in as the next coins read.
 */
function chancesOfSums(sizes: readonly number[], reach: number): Float64Array {
  const chances = new Float64Array(reach + 1);
  chances[0] = 1;
  let length = 0;
  for (let unit = 0; unit < sizes.length; unit++) {
    const size = sizes[unit] ?? 0;
    const isPair = sizes[unit + 1] === size;
    const added = isPair ? 2 * size : size;
    mirror(chances, length, (length + added) >> 1);
    length += added;
    if (isPair) addPair(chances, size, length >> 1);
    else addOne(chances, size, length >> 1);
    unit += isPair ? 1 : 0;
  }
  mirror(chances, length, length);
  return chances;
}

/** Fills the upper half of 0 to `length` from the lower one, as far as `to`; nothing lies beyond `length`. */
function mirror(chances: Float64Array, length: number, to: number): void {
  for (let place = (length >> 1) + 1; place <= to; place++) chances[place] = chances[length - place] ?? 0;
}

/** One more coin of this size, up to place `to`. Downwards, so that what is read is still as it was. */
function addOne(chances: Float64Array, size: number, to: number): void {
  for (let place = to; place >= size; place--) {
    chances[place] = ((chances[place] ?? 0) + (chances[place - size] ?? 0)) / 2;
  }
  for (let place = Math.min(to, size - 1); place >= 0; place--) chances[place] = (chances[place] ?? 0) / 2;
}

/** Two more coins of one size in one pass. */
function addPair(chances: Float64Array, size: number, to: number): void {
  const both = 2 * size;
  for (let place = to; place >= both; place--) {
    const one = chances[place - size] ?? 0;
    chances[place] = ((chances[place] ?? 0) + (one + one) + (chances[place - both] ?? 0)) / 4;
  }
  for (let place = Math.min(to, both - 1); place >= size; place--) {
    chances[place] = ((chances[place] ?? 0) + 2 * (chances[place - size] ?? 0)) / 4;
  }
  for (let place = Math.min(to, size - 1); place >= 0; place--) chances[place] = (chances[place] ?? 0) / 4;
}

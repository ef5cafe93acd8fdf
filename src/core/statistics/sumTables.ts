import { AliasTable } from './aliasTable';
import { FourierTransform } from './fourierTransform';
import type { SumReach } from './sumReach';

/** Above the rounding of a transform, and as good as never. */
const rarest = 1e-14;
/** Two places are packed into one number: the first times this, plus the second. */
const packing = 65536;

/** One drawn unit: the places of each column in each of its cells, and the chance of the cell. */
export interface UnitPlaces {
  readonly lattices: readonly { readonly low: number; readonly step: number }[];
  readonly places: readonly Float64Array[];
  readonly chances: Float64Array;
}

/** Sums of `size` and of `rest` units, whose reach fits into `length` cells. */
interface TableSizes {
  readonly length: number;
  readonly size: number;
  readonly rest: number;
}

/**
 * Tables from which the sum of `size` drawn units comes, and that of `rest`: places above the smallest of their reach, two columns
 * packed into one number. The columns are laid one behind the other, so that a sum of units is a sum of whole numbers, and counted
 * round the table's length, which loses nothing but what is beyond the reach.
 */
export function sumTables(
  units: UnitPlaces,
  reaches: readonly SumReach[],
  { length, size, rest }: TableSizes,
): { readonly whole: AliasTable; readonly rest: AliasTable | undefined } {
  const inner = reaches[1]?.of(size).length ?? 1;
  const [real, imaginary] = scratchOf(length);
  for (const [cell, chance] of units.chances.entries()) {
    const key = (units.places[0]?.[cell] ?? 0) * inner + (units.places[1]?.[cell] ?? 0);
    const place = key % length;
    real[place] = (real[place] ?? 0) + chance;
  }
  const transform = FourierTransform.of(length);
  transform.run(real, imaginary);
  raise(real, imaginary, size, rest);
  // With its parts exchanged a transform is its own inverse: sums of `size` units come out as the real part.
  transform.run(imaginary, real);
  return {
    whole: tableOf(real, reaches, size, inner),
    rest: rest === 0 ? undefined : tableOf(imaginary, reaches, rest, inner),
  };
}

const scratch = new Map<number, readonly [Float64Array, Float64Array]>();

/** Two arrays of zeros that are used again: tables are made one after the other, and nothing keeps them. */
function scratchOf(length: number): readonly [Float64Array, Float64Array] {
  let arrays = scratch.get(length);
  if (arrays === undefined) scratch.set(length, (arrays = [new Float64Array(length), new Float64Array(length)]));
  for (const array of arrays) array.fill(0);
  return arrays;
}

/** Replaces the transform P of real numbers by P^one + i·P^other, so that one inverse transform serves both. */
function raise(real: Float64Array, imaginary: Float64Array, one: number, other: number): void {
  const length = real.length;
  for (let k = 0; k <= length / 2; k++) {
    let baseRe = real[k] ?? 0;
    let baseIm = imaginary[k] ?? 0;
    let oneRe = 1;
    let oneIm = 0;
    let otherRe = 1;
    let otherIm = 0;
    for (let bits = one, otherBits = other; bits > 0; bits >>>= 1, otherBits >>>= 1) {
      if ((bits & 1) === 1) {
        const re = oneRe * baseRe - oneIm * baseIm;
        oneIm = oneRe * baseIm + oneIm * baseRe;
        oneRe = re;
      }
      if ((otherBits & 1) === 1) {
        const re = otherRe * baseRe - otherIm * baseIm;
        otherIm = otherRe * baseIm + otherIm * baseRe;
        otherRe = re;
      }
      const square = baseRe * baseRe - baseIm * baseIm;
      baseIm *= 2 * baseRe;
      baseRe = square;
    }
    // The transform of real numbers has conjugates in its other half.
    const mirrored = (length - k) % length;
    real[mirrored] = oneRe + otherIm;
    imaginary[mirrored] = otherRe - oneIm;
    real[k] = oneRe - otherIm;
    imaginary[k] = oneIm + otherRe;
  }
}

function tableOf(sums: Float64Array, [first, second]: readonly SumReach[], count: number, inner: number): AliasTable {
  const length = sums.length;
  const outside = first?.of(count) ?? { from: 0, length: 1 };
  const inside = second?.of(count) ?? { from: 0, length: 1 };
  const values = new Int32Array(outside.length * inside.length);
  const chances = new Float64Array(outside.length * inside.length);
  let kept = 0;
  for (let a = 0; a < outside.length; a++) {
    const row = (outside.from + a) * inner + inside.from;
    for (let b = 0; b < inside.length; b++) {
      const chance = (sums[(row + b) % length] ?? 0) / length;
      if (chance < rarest) continue;
      values[kept] = a * packing + b;
      chances[kept] = chance;
      kept += 1;
    }
  }
  return new AliasTable(values.subarray(0, kept), chances.subarray(0, kept));
}

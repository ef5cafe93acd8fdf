import { percentilesOf, type BootstrapOptions } from './bootstrap';
import type { Interval } from './interval';
import { summedInterval } from './summedInterval';
import type { UnitSums } from './unitSums';

/** Several columns of whole numbers in one: a number's digits to the bases of `radices`, the last column lowest. */
interface PackedColumns {
  readonly numbers: Float64Array;
  readonly radices: Float64Array;
}

/**
 * The interval that `summedInterval` gives, from the same draws and to the last bit, in a third of the time for figures of more than
 * two sums over whole numbers, as labels and counts are: a unit's numbers are packed into one, and one addition adds them all.
 */
export function packedInterval(figure: UnitSums, options: BootstrapOptions): Interval | undefined {
  // Up to two columns are drawn many units at once.
  const packed = figure.width > 2 && figure.units > 1 ? packedColumns(figure) : undefined;
  if (packed === undefined) return summedInterval(figure, options);
  const { random, resamples = 10_000 } = options;
  const { numbers, radices } = packed;
  const drawn = new Uint32Array(figure.units);
  const sums = new Float64Array(figure.width);
  const estimates = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    random.fillInts(drawn, figure.units);
    unpack(sumOfDrawn(numbers, drawn), radices, sums);
    estimates[resample] = figure.estimate(sums);
  }
  return percentilesOf(estimates, options);
}

/** `undefined` where a number is not whole, or the sums of all columns do not fit into one number without rounding. */
function packedColumns({ features, width, units }: UnitSums): PackedColumns | undefined {
  const radices = new Float64Array(width).fill(1);
  for (const [place, feature] of features.entries()) {
    if (!(Number.isInteger(feature) && feature >= 0)) return undefined;
    const part = place % width;
    radices[part] = Math.max(radices[part] ?? 1, units * feature + 1);
  }
  if (radices.reduce((room, radix) => room * radix, 1) > Number.MAX_SAFE_INTEGER) return undefined;
  const numbers = Float64Array.from({ length: units }, (_, unit) =>
    radices.reduce((number, radix, part) => number * radix + (features[unit * width + part] ?? 0), 0),
  );
  return { numbers, radices };
}

/** In four sums at once, which do not wait for each other; whole numbers have the same sum in any order. */
function sumOfDrawn(numbers: Float64Array, drawn: Uint32Array): number {
  const count = drawn.length;
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let place = 0;
  for (; place + 3 < count; place += 4) {
    one += numbers[drawn[place] ?? 0] ?? Number.NaN;
    two += numbers[drawn[place + 1] ?? 0] ?? Number.NaN;
    three += numbers[drawn[place + 2] ?? 0] ?? Number.NaN;
    four += numbers[drawn[place + 3] ?? 0] ?? Number.NaN;
  }
  for (; place < count; place++) one += numbers[drawn[place] ?? 0] ?? Number.NaN;
  return one + two + (three + four);
}

function unpack(total: number, radices: Float64Array, sums: Float64Array): void {
  let rest = total;
  for (let part = radices.length - 1; part >= 0; part--) {
    const radix = radices[part] ?? 1;
    const above = Math.floor(rest / radix);
    sums[part] = rest - above * radix;
    rest = above;
  }
}

/** Standard deviations off the mean from which numbers are put in order: 7 % of normal ones on either side, and 2.5 % are wanted. */
const tailsFrom = 1.5;

/** The ends of an interval that contains all but a share of some numbers on either side, and how far they spread. */
export interface OuterPercentiles {
  readonly low: number;
  readonly high: number;
  /** Standard deviation of the numbers, with n and not n − 1. */
  readonly deviation: number;
}

/** The numbers that are finite, in front of the others' places in the same array. */
export function finiteOf(values: Float64Array): Float64Array {
  let kept = 0;
  for (const value of values) if (Number.isFinite(value)) values[kept++] = value;
  return values.subarray(0, kept);
}

/**
 * The percentiles at `tail` and 1 − `tail` of the numbers, linear between the two neighbours in order (type 7 of Hyndman and Fan,
 * The American Statistician 50, 1996). Where they lie more than 1.5 standard deviations off the mean, as those of an interval do,
 * only the numbers beyond are put in order, which takes less than half of the time. At least one number, all of them finite; their order
 * may be another one afterwards.
 */
export function outerPercentiles(values: Float64Array, tail: number): OuterPercentiles {
  const { mean, deviation } = spreadOf(values);
  const last = values.length - 1;
  const { lowest, highest } = tailsOf(values, mean - tailsFrom * deviation, mean + tailsFrom * deviation);
  return {
    low: at(values, tail * last, lowest, 0),
    high: at(values, (1 - tail) * last, highest, values.length - highest.length),
    deviation,
  };
}

function spreadOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

/** The numbers below one limit and those above the other, in order. */
function tailsOf(
  values: Float64Array,
  below: number,
  above: number,
): { readonly lowest: Float64Array; readonly highest: Float64Array } {
  const low = new Float64Array(values.length);
  const high = new Float64Array(values.length);
  let lows = 0;
  let highs = 0;
  for (const value of values) {
    if (value < below) low[lows++] = value;
    else if (value > above) high[highs++] = value;
  }
  return { lowest: low.subarray(0, lows).sort(), highest: high.subarray(0, highs).sort() };
}

/** What stands at a position among all values in order, of which `part` are those from place `before` on. */
function at(values: Float64Array, position: number, part: Float64Array, before: number): number {
  const below = Math.floor(position);
  const above = Math.min(below + 1, values.length - 1);
  const isWithin = below >= before && above < before + part.length;
  const sorted = isWithin ? part : values.sort();
  const first = isWithin ? before : 0;
  const low = sorted[below - first] ?? Number.NaN;
  const high = sorted[above - first] ?? Number.NaN;
  return low + (position - below) * (high - low);
}

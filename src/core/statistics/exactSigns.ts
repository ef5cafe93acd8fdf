/** Additions that the chances of all sums may take, a nanosecond each; beyond it signs are drawn. */
const mostAdditions = 3_000_000;
/** Places of a grid; one that rounding made has more. */
const mostPlaces = 4096;

/** Patterns with the same figure on paper may differ by rounding; they are ties and count. */
export function thresholdOf(seen: number): number {
  return Math.abs(seen) * (1 - 1e-10);
}

/**
 * The exact share of all 2^n sign patterns of `values` whose figure lies at least as far off 0 as the one of the signs seen. The chances of
 * the sums are those of n fair coins, added up coin by coin; that is possible where the numbers lie on a grid. `undefined` where they
 * do not, or where it would take too long.
 */
export function exactSignShare(values: Float64Array, figureOf: (sum: number) => number): number | undefined {
  // With 0 among them, the grid of the absolute values starts at 0.
  const absolute = new Float64Array(values.length + 1);
  absolute.set(values.map(Math.abs), 1);
  const grid = gridOf(absolute);
  if (grid === undefined) return undefined;
  const sizes = grid.places.subarray(1);
  const seen = values.reduce((sum, value, unit) => sum + Math.sign(value) * (sizes[unit] ?? 0), 0);
  // In rising order the sums stay short for longest.
  const coins = sizes.filter((size) => size > 0).sort();
  let reach = 0;
  let additions = 0;
  for (const size of coins) {
    reach += size;
    additions += reach;
  }
  if (additions > mostAdditions) return undefined;
  // Chances that the units with a plus add up to each number from 0 to `reach`.
  const chances = new Float64Array(reach + 1);
  chances[0] = 1;
  let length = 0;
  for (const size of coins) {
    length += size;
    // Downwards, so that what is read is still as it was.
    for (let place = length; place >= 0; place--) {
      const without = chances[place] ?? 0;
      chances[place] = (without + (place < size ? 0 : (chances[place - size] ?? 0))) / 2;
    }
  }
  const threshold = thresholdOf(figureOf(grid.step * seen));
  let share = 0;
  for (let place = 0; place <= reach; place++) {
    const chance = chances[place] ?? 0;
    if (chance > 0 && !(Math.abs(figureOf(grid.step * (2 * place - reach))) < threshold)) share += chance;
  }
  // The pattern seen is one of them: what underflows is the smallest double instead.
  return Math.min(1, Math.max(Number.MIN_VALUE, share));
}

/** The grid on which the numbers lie, with a place for each of them; `undefined` where there is none or it is too long. */
export function gridOf(
  values: Float64Array,
): { readonly low: number; readonly step: number; readonly places: Float64Array } | undefined {
  const distinct = Float64Array.from(new Set(values)).sort();
  const low = distinct[0] ?? 0;
  let step = 0;
  for (const value of distinct) step = commonStep(step, value - low);
  if (step === 0) step = 1;
  const highest = ((distinct.at(-1) ?? low) - low) / step;
  // A step that rounding made has as many places as a double has digits.
  if (!(highest < mostPlaces)) return undefined;
  const places = values.map((value) => Math.round((value - low) / step));
  for (const [unit, place] of places.entries()) {
    if (!(Math.abs(low + step * place - (values[unit] ?? 0)) <= step * 1e-6)) return undefined;
  }
  return { low, step, places };
}

/** Euclid's algorithm, with what is left of a division by rounding taken for nothing. */
function commonStep(one: number, other: number): number {
  let large = Math.max(one, other);
  let rest = Math.min(one, other);
  const nothing = large * 1e-9;
  while (rest > nothing) [large, rest] = [rest, Math.abs(large - rest * Math.round(large / rest))];
  return large;
}

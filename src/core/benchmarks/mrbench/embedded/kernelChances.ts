import { denseFeatureList } from './denseFeatures';
import type { EmbeddedModel, KernelHead } from './embeddedModel';
import { squaredSteps } from './scaleFeatures';

/**
 * One plus the likeness (0..1) of a reply to each support, by all features and by those that a worked solution cannot change. The one
 * lets the fit move the mean.
 */
export interface Likeness {
  readonly all: Float64Array;
  readonly blind: Float64Array;
}

const width = denseFeatureList.length;
const solutionPlaces = Int32Array.from(
  denseFeatureList.flatMap(({ ofSolution }, place) => (ofSolution === true ? [place] : [])),
);

/** 1 + exp(−gamma d) for each support, d the mean over features of the squared difference in standard deviations. */
export function likeness(scaled: Int8Array, { supports, gamma }: Pick<EmbeddedModel, 'supports' | 'gamma'>): Likeness {
  const lengths = squaredLengths(supports);
  const count = lengths.length;
  const all = new Float64Array(count);
  const blind = new Float64Array(count);
  const own = Float64Array.from(scaled);
  const ownLength = squaredLengths(own)[0] ?? 0;
  for (let row = 0; row < count; row++) {
    const from = row * width;
    // |s − o|² = |s|² + |o|² − 2·s·o: whole numbers, so nothing is lost. Four sums keep the processor's adders busy.
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    let place = 0;
    for (; place + 3 < width; place += 4) {
      one += (supports[from + place] ?? 0) * (own[place] ?? 0);
      two += (supports[from + place + 1] ?? 0) * (own[place + 1] ?? 0);
      three += (supports[from + place + 2] ?? 0) * (own[place + 2] ?? 0);
      four += (supports[from + place + 3] ?? 0) * (own[place + 3] ?? 0);
    }
    for (; place < width; place++) one += (supports[from + place] ?? 0) * (own[place] ?? 0);
    const squares = (lengths[row] ?? 0) + ownLength - 2 * (one + two + three + four);
    // By index: an iterator over so few places would cost more than the sums.
    let seen = 0;
    let at = solutionPlaces.length;
    while (at-- > 0) {
      const solutionPlace = solutionPlaces[at] ?? 0;
      const difference = (supports[from + solutionPlace] ?? 0) - (own[solutionPlace] ?? 0);
      seen += difference * difference;
    }
    all[row] = 1 + Math.exp((-gamma * squares) / (squaredSteps * width));
    blind[row] = 1 + Math.exp((-gamma * (squares - seen)) / (squaredSteps * (width - solutionPlaces.length)));
  }
  return { all, blind };
}

const lengthsOf = new WeakMap<Float64Array, Float64Array>();

/** The sum of squares of each row, made once for the same rows. */
function squaredLengths(rows: Float64Array): Float64Array {
  let lengths = lengthsOf.get(rows);
  if (lengths === undefined) {
    lengths = new Float64Array(Math.floor(rows.length / width));
    for (let place = 0; place < lengths.length * width; place++) {
      const row = Math.floor(place / width);
      lengths[row] = (lengths[row] ?? 0) + (rows[place] ?? 0) ** 2;
    }
    lengthsOf.set(rows, lengths);
  }
  return lengths;
}

/** Least chance of a label: the regression may leave 0..1. */
const least = 0.003;

/** Chances of the three labels by the supports' labels, weighted by their likeness. */
export function kernelChances({ duals, scales, shares }: KernelHead, near: Float64Array): Float64Array {
  const chances = Float64Array.from(shares, (share, kind) => {
    const own = duals[kind];
    let sum = 0;
    if (own !== undefined) for (let row = 0; row < near.length; row++) sum += (own[row] ?? 0) * (near[row] ?? 0);
    return Math.max(least, share + (scales[kind] ?? 0) * sum);
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
}

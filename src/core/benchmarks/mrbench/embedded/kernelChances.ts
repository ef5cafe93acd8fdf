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
  const count = Math.floor(supports.length / width);
  const all = new Float64Array(count);
  const blind = new Float64Array(count);
  const own = Float64Array.from(scaled);
  for (let row = 0; row < count; row++) {
    const from = row * width;
    // Four sums of whole numbers keep the processor's adders busy: this loop is a third of the whole work.
    let [one, two, three, four] = [0, 0, 0, 0];
    let place = 0;
    for (; place + 3 < width; place += 4) {
      one += squared((supports[from + place] ?? 0) - (own[place] ?? 0));
      two += squared((supports[from + place + 1] ?? 0) - (own[place + 1] ?? 0));
      three += squared((supports[from + place + 2] ?? 0) - (own[place + 2] ?? 0));
      four += squared((supports[from + place + 3] ?? 0) - (own[place + 3] ?? 0));
    }
    for (; place < width; place++) one += squared((supports[from + place] ?? 0) - (own[place] ?? 0));
    const squares = one + two + three + four;
    // By index: an iterator over so few places would cost more than the sums.
    let seen = 0;
    let at = solutionPlaces.length;
    while (at-- > 0) {
      const solutionPlace = solutionPlaces[at] ?? 0;
      seen += squared((supports[from + solutionPlace] ?? 0) - (own[solutionPlace] ?? 0));
    }
    all[row] = 1 + Math.exp((-gamma * squares) / (squaredSteps * width));
    blind[row] = 1 + Math.exp((-gamma * (squares - seen)) / (squaredSteps * (width - solutionPlaces.length)));
  }
  return { all, blind };
}

/** The square of a difference in steps. */
function squared(value: number): number {
  return value * value;
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

import { denseFeatureList } from './denseFeatures';
import type { EmbeddedModel, KernelHead } from './embeddedModel';
import { squaredSteps } from './scaleFeatures';

const width = denseFeatureList.length;

/** A head’s part of the supports, as whole numbers: the features that count for it, and the weighted sum of squares of each row. */
interface SeenSupports {
  readonly columns: Int32Array;
  readonly rows: Float32Array;
  readonly squares: Float64Array;
}

/**
 * One plus the likeness (0..1) of a reply to each support, 1 + exp(−gamma d), d the mean over features of the squared difference in standard
 * deviations, each feature weighted by its relevance. The one lets the fit move the mean. All sums are of whole numbers, so nothing is lost.
 */
export function likeness(
  scaled: Int8Array,
  { supports, gamma }: Pick<EmbeddedModel, 'supports' | 'gamma'>,
  relevance: Uint8Array,
): Float64Array {
  const { columns, rows, squares } = seenSupports(supports, relevance);
  const seen = columns.length;
  const own = Float64Array.from(columns, (column) => (relevance[column] ?? 0) * (scaled[column] ?? 0));
  const ownSquares = own.reduce((sum, value, place) => sum + value * (scaled[columns[place] ?? 0] ?? 0), 0);
  const total = columns.reduce((sum, column) => sum + (relevance[column] ?? 0), 0);
  const near = new Float64Array(squares.length).fill(2);
  if (total === 0) return near;
  for (let row = 0; row < near.length; row++) {
    const from = row * seen;
    // Four sums keep the processor's adders busy.
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    let place = 0;
    for (; place + 3 < seen; place += 4) {
      one += (rows[from + place] ?? 0) * (own[place] ?? 0);
      two += (rows[from + place + 1] ?? 0) * (own[place + 1] ?? 0);
      three += (rows[from + place + 2] ?? 0) * (own[place + 2] ?? 0);
      four += (rows[from + place + 3] ?? 0) * (own[place + 3] ?? 0);
    }
    for (; place < seen; place++) one += (rows[from + place] ?? 0) * (own[place] ?? 0);
    const distance = (squares[row] ?? 0) + ownSquares - 2 * (one + two + three + four);
    near[row] = 1 + Math.exp((-gamma * distance) / (squaredSteps * total));
  }
  return near;
}

const known = new WeakMap<Uint8Array, { readonly of: Float64Array; readonly seen: SeenSupports }>();

/** Made once for the same supports and relevance. */
function seenSupports(supports: Float64Array, relevance: Uint8Array): SeenSupports {
  const made = known.get(relevance);
  if (made?.of === supports) return made.seen;
  const columns = Int32Array.from(relevance.keys()).filter((column) => (relevance[column] ?? 0) > 0);
  const count = Math.floor(supports.length / width);
  const rows = new Float32Array(count * columns.length);
  const squares = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    for (const [place, column] of columns.entries()) {
      const value = supports[row * width + column] ?? 0;
      rows[row * columns.length + place] = value;
      squares[row] = (squares[row] ?? 0) + (relevance[column] ?? 0) * value * value;
    }
  }
  const seen = { columns, rows, squares };
  known.set(relevance, { of: supports, seen });
  return seen;
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

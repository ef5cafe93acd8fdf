import { type DimensionId, dimensionIds, labelsOf, type MrLabel } from '../labels';
import {
  type DimensionHead,
  type EmbeddedModel,
  type KernelHead,
  leavesPerTree,
  splitsPerTree,
  type TermHead,
  type TreesHead,
  type Triple,
} from './embeddedModel';
import { denseFeatureList, type MeasuredReply } from './measureReply';

/** Standard deviations at which a feature is cut off, and steps in one. */
const widest = 3;
const steps = 40;

/**
 * Features as whole steps of 1/40 standard deviation from the mean, cut off at three standard deviations; 0 where a feature never
 * varied.
 */
export function scaleFeatures(dense: Float64Array, means: Float64Array, deviations: Float64Array): Int8Array {
  return Int8Array.from(dense, (value, place) => {
    const deviation = deviations[place] ?? 0;
    if (deviation < 1e-9) return 0;
    const scaled = (value - (means[place] ?? 0)) / deviation;
    return Math.round(steps * Math.max(-widest, Math.min(widest, scaled)));
  });
}

/** Squared steps that make one squared standard deviation. */
const squaredSteps = steps * steps;

/** Terms of a reply that the model knows, with their values; values have length 1 together. */
export interface TermValues {
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/** Logarithms of counts times rarity, scaled to length 1 (tf-idf); a term that the model does not know has no part. */
export function termValues(
  terms: ReadonlyMap<string, number>,
  { places: known, rarity }: { readonly places: ReadonlyMap<string, number>; readonly rarity: Float64Array },
): TermValues {
  const places: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [term, count] of terms) {
    const place = known.get(term);
    if (place === undefined) continue;
    const value = (1 + Math.log(count)) * (rarity[place] ?? 0);
    places.push(place);
    values.push(value);
    squares += value * value;
  }
  const length = squares === 0 ? 1 : Math.sqrt(squares);
  return { places: Int32Array.from(places), values: Float64Array.from(values, (value) => value / length) };
}

/** Turns scores into chances in place, and returns them. */
export function softmax(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let kind = 0; kind < scores.length; kind++) {
    const power = Math.exp((scores[kind] ?? 0) - most);
    scores[kind] = power;
    sum += power;
  }
  for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) / sum;
  return scores;
}

/** Chances of the three labels by the reply's terms. */
function termChances({ weights, scales, intercepts }: TermHead, { places, values }: TermValues): Float64Array {
  const scores = Float64Array.from(intercepts);
  for (const [kind, own] of weights.entries()) {
    let sum = 0;
    for (let at = 0; at < places.length; at++) sum += (own[places[at] ?? -1] ?? 0) * (values[at] ?? 0);
    scores[kind] = (scores[kind] ?? 0) + (scales[kind] ?? 0) * sum;
  }
  return softmax(scores);
}

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
function kernelChances({ duals, scales, shares }: KernelHead, near: Float64Array): Float64Array {
  const chances = Float64Array.from(shares, (share, kind) => {
    const own = duals[kind];
    let sum = 0;
    if (own !== undefined) for (let row = 0; row < near.length; row++) sum += (own[row] ?? 0) * (near[row] ?? 0);
    return Math.max(least, share + (scales[kind] ?? 0) * sum);
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
}

/** Chances of the three labels by the boosted trees. */
function treesChances(head: TreesHead, scaled: Int8Array): Float64Array {
  const scores = Float64Array.from(head.starts);
  const trees = head.leaves.length / leavesPerTree;
  for (let tree = 0; tree < trees; tree++) {
    const kind = tree % scores.length;
    scores[kind] = (scores[kind] ?? 0) + head.scale * leafOf(head, tree, scaled);
  }
  return softmax(scores);
}

/** The leaf's steps that a reply reaches in one tree. With `without`, that feature is taken for average. */
export function leafOf({ columns, cuts, leaves }: TreesHead, tree: number, scaled: Int8Array, without = -1): number {
  const base = splitsPerTree * tree;
  let node = 0;
  while (node < splitsPerTree) {
    const column = columns[base + node] ?? 0;
    const value = column === without ? 0 : (scaled[column] ?? 0);
    node = value <= (cuts[base + node] ?? 0) ? 2 * node + 1 : 2 * node + 2;
  }
  return leaves[leavesPerTree * tree + node - splitsPerTree] ?? 0;
}

/** The label of one dimension, and the chances (adding up to 1) of the three labels in rubric order. */
export interface PredictedLabel {
  readonly label: MrLabel;
  readonly chances: Float64Array;
}

export type HeadChances = readonly [terms: Float64Array, kernel: Float64Array, trees: Float64Array];

/** A reply as the heads read it. */
export interface PreparedReply {
  readonly values: TermValues;
  readonly scaled: Int8Array;
}

/** Scales a measured reply's features and values its terms. */
export function prepareReply(model: EmbeddedModel, { dense, terms }: MeasuredReply): PreparedReply {
  return { values: termValues(terms, model), scaled: scaleFeatures(dense, model.means, model.deviations) };
}

/** The chances that each head gives, for every dimension. */
export function headChances(
  model: EmbeddedModel,
  { values, scaled }: PreparedReply,
): Readonly<Record<DimensionId, HeadChances>> {
  const chances = dimensionIds.map((dimension) => {
    const { terms, kernel, trees } = model.heads[dimension];
    const near = likeness(scaled, model, kernel.relevance);
    return [dimension, [termChances(terms, values), kernelChances(kernel, near), treesChances(trees, scaled)]] as const;
  });
  return Object.fromEntries(chances) as unknown as Record<DimensionId, HeadChances>;
}

/** The labels of all eight dimensions. */
export function predictLabels(
  model: EmbeddedModel,
  reply: PreparedReply,
): Readonly<Record<DimensionId, PredictedLabel>> {
  const chances = headChances(model, reply);
  const labels = dimensionIds.map(
    (dimension) => [dimension, decide(dimension, model.heads[dimension], chances[dimension])] as const,
  );
  return Object.fromEntries(labels) as unknown as Record<DimensionId, PredictedLabel>;
}

function decide(dimension: DimensionId, { mix, offsets }: DimensionHead, heads: HeadChances): PredictedLabel {
  const chances = mixedChances(heads, mix);
  return { label: labelsOf(dimension)[greatest(chances, offsets)], chances };
}

/** The weighted mean of the heads' chances. */
export function mixedChances(heads: HeadChances, mix: Triple): Float64Array {
  return new Float64Array(3).map((_, kind) =>
    heads.reduce((sum, own, head) => sum + (mix[head] ?? 0) * (own[kind] ?? 0), 0),
  );
}

/** The class with the greatest logarithm of its chance plus its offset; the first of equal ones. */
export function greatest(chances: Float64Array, offsets: Triple): 0 | 1 | 2 {
  const [first, second, third] = [0, 1, 2].map((kind) => Math.log((chances[kind] ?? 0) + 1e-9) + (offsets[kind] ?? 0));
  if ((first ?? 0) >= (second ?? 0) && (first ?? 0) >= (third ?? 0)) return 0;
  return (second ?? 0) >= (third ?? 0) ? 1 : 2;
}

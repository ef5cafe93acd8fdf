import { type DimensionId, labelsOf, type MrLabel } from '../labels';
import {
  type EmbeddedModel,
  type KernelHead,
  leavesPerTree,
  splitsPerTree,
  type TermHead,
  type TreesHead,
  type Triple,
} from './embeddedModel';
import type { MeasuredReply } from './measureReply';

const widest = 3;
const steps = 40;

/** Steps of 1/40 standard deviation from the mean, clipped at three deviations; 0 for a constant feature. */
export function scaleFeatures(
  dense: Float64Array,
  { means, deviations }: Pick<EmbeddedModel['features'], 'means' | 'deviations'>,
): Int8Array {
  return Int8Array.from(dense, (value, index) => {
    const deviation = deviations[index] ?? 0;
    if (deviation < 1e-9) return 0;
    const scaled = (value - (means[index] ?? 0)) / deviation;
    return Math.round(steps * Math.max(-widest, Math.min(widest, scaled)));
  });
}

export interface TermValues {
  readonly indexes: Int32Array;
  readonly values: Float64Array;
}

/** Tf-idf with log counts, scaled to length 1. Terms unknown to the model are left out. */
export function termValues(
  counts: ReadonlyMap<string, number>,
  { indexes, terms }: Pick<EmbeddedModel, 'indexes' | 'terms'>,
): TermValues {
  const known = [...counts].flatMap(([term, count]) => {
    const index = indexes.get(term);
    return index === undefined ? [] : [{ index, value: (1 + Math.log(count)) * (terms.rarity[index] ?? 0) }];
  });
  const length = Math.sqrt(known.reduce((sum, { value }) => sum + value * value, 0)) || 1;
  return {
    indexes: Int32Array.from(known, ({ index }) => index),
    values: Float64Array.from(known, ({ value }) => value / length),
  };
}

export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  scores.set(powers.map((power) => power / sum));
  return scores;
}

function termChances({ weights, scales, intercepts }: TermHead, { indexes, values }: TermValues): Float64Array {
  const scores = weights.map((own, kind) => {
    const sum = values.reduce((total, value, at) => total + (own[indexes[at] ?? -1] ?? 0) * value, 0);
    return (intercepts[kind] ?? 0) + (scales[kind] ?? 0) * sum;
  });
  return softmax(Float64Array.from(scores));
}

/** One model's view of the supports: the features it uses, and each row's weighted sum of squares. */
interface SeenSupports {
  readonly columns: Int32Array;
  readonly rows: Float32Array;
  readonly squares: Float64Array;
}

/** 1 + exp(−gamma d), where d is the mean squared difference in standard deviations, weighted by relevance. */
export function likeness(
  scaled: Int8Array,
  { supports, gamma }: EmbeddedModel['kernel'],
  relevance: Uint8Array,
): Float64Array {
  const { columns, rows, squares } = seenSupports(supports, relevance, scaled.length);
  const seen = columns.length;
  const own = Float64Array.from(columns, (column) => (relevance[column] ?? 0) * (scaled[column] ?? 0));
  const ownSquares = own.reduce((sum, value, at) => sum + value * (scaled[columns[at] ?? 0] ?? 0), 0);
  const total = relevance.reduce((sum, weight) => sum + weight, 0);
  const near = new Float64Array(squares.length);
  for (let row = 0; row < near.length; row++) {
    const from = row * seen;
    // Four sums use the processor's adders in parallel: this loop takes most of the time of a reply.
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    let at = 0;
    for (; at + 3 < seen; at += 4) {
      one += (rows[from + at] ?? 0) * (own[at] ?? 0);
      two += (rows[from + at + 1] ?? 0) * (own[at + 1] ?? 0);
      three += (rows[from + at + 2] ?? 0) * (own[at + 2] ?? 0);
      four += (rows[from + at + 3] ?? 0) * (own[at + 3] ?? 0);
    }
    for (; at < seen; at++) one += (rows[from + at] ?? 0) * (own[at] ?? 0);
    const distance = (squares[row] ?? 0) + ownSquares - 2 * (one + two + three + four);
    near[row] = 1 + Math.exp((-gamma * distance) / (steps * steps * Math.max(1, total)));
  }
  return near;
}

const known = new WeakMap<Uint8Array, { readonly of: Int8Array; readonly seen: SeenSupports }>();

function seenSupports(supports: Int8Array, relevance: Uint8Array, width: number): SeenSupports {
  const made = known.get(relevance);
  if (made?.of === supports) return made.seen;
  const columns = Int32Array.from(relevance.keys()).filter((column) => (relevance[column] ?? 0) > 0);
  const squares = new Float64Array(Math.floor(supports.length / width));
  const rows = Float32Array.from({ length: squares.length * columns.length }, (_, at) => {
    const row = Math.floor(at / columns.length);
    const column = columns[at % columns.length] ?? 0;
    const value = supports[row * width + column] ?? 0;
    squares[row] = (squares[row] ?? 0) + (relevance[column] ?? 0) * value * value;
    return value;
  });
  const seen = { columns, rows, squares };
  known.set(relevance, { of: supports, seen });
  return seen;
}

/** Lowest probability of a label, because the regression may leave 0 to 1. */
const least = 0.003;

function kernelChances({ duals, scales, shares }: KernelHead, near: Float64Array): Float64Array {
  const chances = Float64Array.from(shares, (share, kind) => {
    const own = duals[kind] ?? duals[0];
    let sum = 0;
    for (let row = 0; row < near.length; row++) sum += (own[row] ?? 0) * (near[row] ?? 0);
    return Math.max(least, share + (scales[kind] ?? 0) * sum);
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
}

function treesChances(head: TreesHead, scaled: Int8Array): Float64Array {
  const scores = Float64Array.from(head.starts);
  for (let tree = 0; tree < head.count; tree++) {
    const kind = tree % scores.length;
    scores[kind] = (scores[kind] ?? 0) + head.scale * leafOf(head, tree, scaled);
  }
  return softmax(scores);
}

/** The steps of the leaf that a reply reaches in one tree. */
function leafOf({ columns, cuts, leaves }: TreesHead, tree: number, scaled: Int8Array): number {
  const base = splitsPerTree * tree;
  let node = 0;
  while (node < splitsPerTree) {
    const value = scaled[columns[base + node] ?? 0] ?? 0;
    node = value <= (cuts[base + node] ?? 0) ? 2 * node + 1 : 2 * node + 2;
  }
  return leaves[leavesPerTree * tree + node - splitsPerTree] ?? 0;
}

export interface PreparedReply {
  readonly values: TermValues;
  readonly scaled: Int8Array;
}

export function prepareReply(model: EmbeddedModel, { dense, terms }: MeasuredReply): PreparedReply {
  return { values: termValues(terms, model), scaled: scaleFeatures(dense, model.features) };
}

export type HeadChances = readonly [terms: Float64Array, kernel: Float64Array, trees: Float64Array];

export function headChances(
  model: EmbeddedModel,
  { values, scaled }: PreparedReply,
  dimension: DimensionId,
): HeadChances {
  const { terms, kernel, trees } = model.heads[dimension];
  const near = likeness(scaled, model.kernel, kernel.relevance);
  return [termChances(terms, values), kernelChances(kernel, near), treesChances(trees, scaled)];
}

export interface EmbeddedVerdict {
  readonly label: MrLabel;
  readonly chance: number;
}

export function predictLabel(model: EmbeddedModel, reply: PreparedReply, dimension: DimensionId): EmbeddedVerdict {
  const { mix, offsets } = model.heads[dimension];
  const chances = mixedChances(headChances(model, reply, dimension), mix);
  const kind = greatest(chances, offsets);
  return { label: labelsOf(dimension)[kind], chance: chances[kind] ?? 0 };
}

export function mixedChances(heads: HeadChances, mix: Triple): Float64Array {
  return new Float64Array(3).map((_, kind) =>
    heads.reduce((sum, own, head) => sum + (mix[head] ?? 0) * (own[kind] ?? 0), 0),
  );
}

/** The class with the largest log probability plus offset; the first if equal. */
export function greatest(chances: Float64Array, offsets: Triple): 0 | 1 | 2 {
  const lifted = (kind: 0 | 1 | 2): number => Math.log((chances[kind] ?? 0) + 1e-9) + offsets[kind];
  return ([1, 2] as const).reduce<0 | 1 | 2>((best, kind) => (lifted(kind) > lifted(best) ? kind : best), 0);
}

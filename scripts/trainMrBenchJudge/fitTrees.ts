import { leavesPerTree, splitsPerTree, type TreesHead } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { softmax } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import type { Random } from '../../src/core/statistics/random';
import type { BinnedColumns } from './binnedColumns';
import { growTree } from './growTree';
import { largestStep, triple } from './quantize';

export interface TreesSettings {
  readonly rounds: number;
  /** At most 3, the depth of the stored trees. */
  readonly depth: number;
  readonly rate: number;
}

const none = new Float64Array();
const noCuts = new Int8Array();

/** Penalty on leaf values, and least weight of a leaf, in units of summed second derivatives. */
const penalty = 8;
const leastWeight = 4;
/** Shares of columns and of rows that a round looks at. */
const columnShare = 0.15;
const rowShare = 0.5;

/**
 * Gradient boosting of the multinomial deviance with second-order leaves (Chen and Guestrin 2016). `codes` has a class
 * 0..2 for each row, −1 for none. `columns` are the features that may be used.
 */
export function fitTrees(
  data: BinnedColumns,
  columns: readonly number[],
  codes: Int8Array,
  classWeights: Float64Array,
  { rounds, depth, rate }: TreesSettings,
  random: Random,
): TreesHead {
  const members = Int32Array.from(codes.keys()).filter((row) => (codes[row] ?? 0) >= 0);
  const counts = new Float64Array(3).fill(1);
  for (const row of members) {
    const code = codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + (classWeights[code] ?? 0);
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const starts = triple((kind) => Math.log((counts[kind] ?? 0) / total));
  const scores = starts.map((start) => new Float64Array(codes.length).fill(start));
  const slopes = starts.map(() => new Float64Array(codes.length));
  const curves = starts.map(() => new Float64Array(codes.length));
  const trees = 3 * rounds;
  const asked = new Uint8Array(trees * splitsPerTree);
  const cuts = new Int8Array(trees * splitsPerTree).fill(127);
  const leaves = new Float64Array(trees * leavesPerTree);
  const chance = new Float64Array(3);
  for (let round = 0; round < rounds; round++) {
    for (const row of members) {
      for (let kind = 0; kind < 3; kind++) chance[kind] = scores[kind]?.[row] ?? 0;
      softmax(chance);
      const weight = classWeights[codes[row] ?? 0] ?? 0;
      for (const [kind, slope] of slopes.entries()) {
        const own = chance[kind] ?? 0;
        slope[row] = weight * (own - (codes[row] === kind ? 1 : 0));
        const curve = curves[kind] ?? none;
        curve[row] = Math.max(1e-6, weight * own * (1 - own));
      }
    }
    const drawn = members.filter(() => random.next() < rowShare);
    const tried = random.shuffle(columns).slice(0, Math.max(1, Math.round(columns.length * columnShare)));
    for (let kind = 0; kind < 3; kind++) {
      const tree = 3 * round + kind;
      const part = {
        columns: asked.subarray(tree * splitsPerTree, (tree + 1) * splitsPerTree),
        cuts: cuts.subarray(tree * splitsPerTree, (tree + 1) * splitsPerTree),
        leaves: leaves.subarray(tree * leavesPerTree, (tree + 1) * leavesPerTree),
      };
      growTree(part, data, tried, drawn, {
        slopes: slopes[kind] ?? none,
        curves: curves[kind] ?? none,
        depth,
        rate,
        penalty,
        leastWeight,
      });
      const own = scores[kind] ?? none;
      for (const row of members) own[row] = (own[row] ?? 0) + leafOfBins(part, data, row);
    }
  }
  const scale = largestStep(leaves, 32767);
  return {
    starts,
    count: trees,
    columns: asked,
    cuts,
    leaves: Int16Array.from(leaves, (leaf) => Math.round(leaf / scale)),
    scale,
  };
}

function leafOfBins(
  { columns, cuts, leaves }: { readonly columns: Uint8Array; readonly cuts: Int8Array; readonly leaves: Float64Array },
  data: BinnedColumns,
  row: number,
): number {
  let node = 0;
  while (node < splitsPerTree) {
    const column = columns[node] ?? 0;
    const own = data.cuts[column] ?? noCuts;
    const bin = data.bins[column]?.[row] ?? 0;
    // Bin b holds values up to its cut; the last bin has none and lies above every cut but the filler.
    const left = cuts[node] === 127 || (bin < own.length && (own[bin] ?? 0) <= (cuts[node] ?? 0));
    node = left ? 2 * node + 1 : 2 * node + 2;
  }
  return leaves[node - splitsPerTree] ?? 0;
}

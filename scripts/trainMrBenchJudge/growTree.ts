import { splitsPerTree } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import type { BinnedColumns } from './binnedColumns';

/** One full tree of depth 3 as the model stores it; a filler (cut 127) sends everything left. */
export interface GrownTree {
  readonly columns: Uint8Array;
  readonly cuts: Int8Array;
  readonly leaves: Float64Array;
}

export interface Growth {
  /** First and second derivatives of the loss by row. */
  readonly slopes: Float64Array;
  readonly curves: Float64Array;
  readonly depth: number;
  readonly rate: number;
  readonly penalty: number;
  readonly leastWeight: number;
}

const noBins = new Uint8Array();
const slopeSums = new Float64Array(64);
const curveSums = new Float64Array(64);

/** Grows one tree over the rows named in `members`, greedily by the gain of each split. */
export function growTree(
  tree: GrownTree,
  data: BinnedColumns,
  tried: readonly number[],
  members: Int32Array,
  growth: Growth,
): void {
  const grow = (node: number, level: number, rows: Int32Array): void => {
    let slope = 0;
    let curve = 0;
    for (const row of rows) {
      slope += growth.slopes[row] ?? 0;
      curve += growth.curves[row] ?? 0;
    }
    if (level === 3) {
      tree.leaves[node - splitsPerTree] = rows.length === 0 ? 0 : (-growth.rate * slope) / (curve + growth.penalty);
      return;
    }
    const split =
      level >= growth.depth || curve < 2 * growth.leastWeight
        ? undefined
        : bestSplit(data, tried, rows, slope, curve, growth);
    if (split === undefined) {
      grow(2 * node + 1, level + 1, rows);
      grow(2 * node + 2, level + 1, new Int32Array());
      return;
    }
    const bins = data.bins[split.column] ?? noBins;
    tree.columns[node] = split.column;
    tree.cuts[node] = data.cuts[split.column]?.[split.bin] ?? 0;
    grow(
      2 * node + 1,
      level + 1,
      rows.filter((row) => (bins[row] ?? 0) <= split.bin),
    );
    grow(
      2 * node + 2,
      level + 1,
      rows.filter((row) => (bins[row] ?? 0) > split.bin),
    );
  };
  grow(0, 0, members);
}

function bestSplit(
  data: BinnedColumns,
  tried: readonly number[],
  rows: Int32Array,
  slope: number,
  curve: number,
  { slopes, curves, penalty, leastWeight }: Growth,
): { readonly column: number; readonly bin: number } | undefined {
  let best: { readonly column: number; readonly bin: number } | undefined;
  let most = (slope * slope) / (curve + penalty) + 1e-9;
  for (const column of tried) {
    const bins = data.bins[column] ?? noBins;
    const cuts = data.cuts[column]?.length ?? 0;
    slopeSums.fill(0, 0, cuts + 1);
    curveSums.fill(0, 0, cuts + 1);
    for (const row of rows) {
      const bin = bins[row] ?? 0;
      slopeSums[bin] = (slopeSums[bin] ?? 0) + (slopes[row] ?? 0);
      curveSums[bin] = (curveSums[bin] ?? 0) + (curves[row] ?? 0);
    }
    let leftSlope = 0;
    let leftCurve = 0;
    for (let bin = 0; bin < cuts; bin++) {
      leftSlope += slopeSums[bin] ?? 0;
      leftCurve += curveSums[bin] ?? 0;
      if (leftCurve < leastWeight || curve - leftCurve < leastWeight) continue;
      const rightSlope = slope - leftSlope;
      const gain =
        (leftSlope * leftSlope) / (leftCurve + penalty) + (rightSlope * rightSlope) / (curve - leftCurve + penalty);
      if (gain > most) {
        most = gain;
        best = { column, bin };
      }
    }
  }
  return best;
}

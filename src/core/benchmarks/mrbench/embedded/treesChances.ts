import { leavesPerTree, splitsPerTree, type TreesHead } from './embeddedModel';
import { softmax } from './softmax';

/** Chances of the three labels by the boosted trees. */
export function treesChances(head: TreesHead, scaled: Int8Array): Float64Array {
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

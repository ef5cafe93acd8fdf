import type { ConfusionCounts } from './confusionTable';

/**
 * Sums over clusters of the products of their cell counts, `[a][b]`; cells are those of the `labels` × `labels` table row by row, without the
 * row and column of missing verdicts. The variance of any figure that is a sum over cells follows from it.
 */
export function clusterProducts(clusters: readonly ConfusionCounts[], labels: number): readonly (readonly number[])[] {
  const cells = labels * labels;
  const products = Array.from({ length: cells }, () => new Array<number>(cells).fill(0));
  for (const cluster of clusters) {
    const counts = cluster.slice(0, labels).flatMap((row) => row.slice(0, labels));
    for (const [a, first] of counts.entries()) {
      const row = products[a];
      if (first === 0 || row === undefined) continue;
      for (const [b, second] of counts.entries()) row[b] = (row[b] ?? 0) + first * second;
    }
  }
  return products;
}

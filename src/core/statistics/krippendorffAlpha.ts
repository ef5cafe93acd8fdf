import { estimateOf, type UnitSums } from './bootstrap';
import { sum } from './sum';

/** How many raters gave one thing each label, in the order of the scale. */
export type LabelCounts = readonly number[];

export type AlphaScale = 'nominal' | 'ordinal';

/**
 * Alpha over things with any number of raters, at most 1; chance gives 0. It is 1 − observed / expected disagreement.
 * `undefined` if no thing has two raters, or if all labels are the same, so that agreement cannot be told from chance.
 * Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011.
 */
export function krippendorffAlpha(things: readonly LabelCounts[], scale: AlphaScale): number | undefined {
  const value = estimateOf(alphaSums([things], things[0]?.length ?? 0, scale));
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Alpha from sums over clusters, for the bootstrap. Clusters are drawn because labels of one dialogue are alike. Each
 * cluster has its pairable labels by kind, then the coincidences of each two kinds.
 */
export function alphaSums(clusters: readonly (readonly LabelCounts[])[], labels: number, scale: AlphaScale): UnitSums {
  const width = labels + (labels * (labels - 1)) / 2;
  const columns = Array.from({ length: width }, () => new Float64Array(clusters.length));
  for (const [position, cluster] of clusters.entries()) {
    const own = new Float64Array(width);
    for (const counts of cluster) addThing(own, counts, labels);
    for (const [part, column] of columns.entries()) column[position] = own[part] ?? 0;
  }
  return { columns, estimate: (sums) => alphaOf(sums, labels, scale) };
}

/** Labels on things that at least two raters labelled; others do not count. */
export function pairableOf(things: readonly LabelCounts[]): number {
  return sum(things.map(sum).filter((raters) => raters > 1));
}

function addThing(sums: Float64Array, counts: LabelCounts, labels: number): void {
  const raters = sum(counts);
  if (raters < 2) return;
  let pair = labels;
  for (let one = 0; one < labels; one += 1) {
    const count = counts[one] ?? 0;
    sums[one] = (sums[one] ?? 0) + count;
    for (let other = one + 1; other < labels; other += 1, pair += 1) {
      // Ordered pairs of raters, weighted so that a thing counts once per rater.
      sums[pair] = (sums[pair] ?? 0) + (count * (counts[other] ?? 0)) / (raters - 1);
    }
  }
}

function alphaOf(sums: Float64Array, labels: number, scale: AlphaScale): number {
  const total = sums.subarray(0, labels).reduce((all, count) => all + count, 0);
  let observed = 0;
  let expected = 0;
  let pair = labels;
  for (let one = 0; one < labels; one += 1) {
    const first = sums[one] ?? 0;
    // Labels that lie between the two, for the distance of ranks.
    let between = 0;
    for (let other = one + 1; other < labels; other += 1, pair += 1) {
      const second = sums[other] ?? 0;
      const distance = scale === 'nominal' ? 1 : (between + (first + second) / 2) ** 2;
      observed += (sums[pair] ?? 0) * distance;
      expected += first * second * distance;
      between += second;
    }
  }
  return expected === 0 ? Number.NaN : 1 - ((total - 1) * observed) / expected;
}

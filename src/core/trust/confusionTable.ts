import { kappaOfCounts, type Label } from '../statistics/agreement';
import type { RatedLabel } from './ratedLabel';

/**
 * Counts of one dimension: row = human, column = judge, both in the order of `labels`; the last row and column stand for “no
 * verdict”, which no person gives. Square, so that Cohen's kappa can be read from it.
 */
export type ConfusionCounts = readonly (readonly number[])[];

/** Labels in the order of the scale, those outside of it as they turn up. */
export function labelsInUse(rated: readonly RatedLabel[], scale: readonly Label[]): readonly Label[] {
  const given = rated.flatMap(({ human, judge }) => (judge === undefined ? [human] : [human, judge]));
  return [...new Set<Label>([...scale, ...given])];
}

/** The counts of each cluster, in order of appearance. A verdict that is missing counts as one of its own. */
export function countsByCluster(rated: readonly RatedLabel[], labels: readonly Label[]): readonly ConfusionCounts[] {
  const places = new Map(labels.map((label, place) => [label, place]));
  const clusters = new Map<string, number[][]>();
  for (const { cluster, human, judge } of rated) {
    let counts = clusters.get(cluster);
    if (counts === undefined) clusters.set(cluster, (counts = emptyCounts(labels.length + 1)));
    const row = counts[places.get(human) ?? labels.length];
    const column = judge === undefined ? labels.length : (places.get(judge) ?? labels.length);
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  }
  return [...clusters.values()];
}

/** The counts of several clusters together; `size` is the number of labels and one more. */
export function addedCounts(clusters: readonly ConfusionCounts[], size: number): ConfusionCounts {
  const sums = emptyCounts(size);
  for (const counts of clusters) {
    for (let row = 0; row < size; row++) {
      const from = counts[row];
      const into = sums[row];
      if (from === undefined || into === undefined) continue;
      for (let column = 0; column < size; column++) into[column] = (into[column] ?? 0) + (from[column] ?? 0);
    }
  }
  return sums;
}

/** Cohen's kappa with “no verdict” as a label that only the judge uses; `undefined` where it is not defined. */
export function kappaOf(counts: ConfusionCounts): number | undefined {
  return kappaOfCounts(counts);
}

/**
 * Mean over labels of F1 = 2tp / (2tp + fp + fn), 0..1, over the labels that occur on either side. “No verdict” is a miss of the
 * person's label and no label of its own. Undefined without pairs.
 */
export function macroF1Of(counts: ConfusionCounts): number | undefined {
  const scores: number[] = [];
  for (let label = 0; label < counts.length - 1; label++) {
    const hits = counts[label]?.[label] ?? 0;
    const given = (counts[label] ?? []).reduce((sum, count) => sum + count, 0);
    const said = counts.reduce((sum, row) => sum + (row[label] ?? 0), 0);
    if (given + said > 0) scores.push((2 * hits) / (given + said));
  }
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function emptyCounts(size: number): number[][] {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0));
}

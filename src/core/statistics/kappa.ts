import { bootstrapInterval, type BootstrapOptions } from './bootstrap';
import { spreadInterval } from './hiddenSpread';
import type { Interval } from './interval';

/**
 * Minimum labels to say anything about a judge. Below 40 labels the interval of kappa spans half of its scale. Replies
 * to one dialogue are alike, so at least ten dialogues are needed to estimate spread. Ten labels must differ from the
 * commonest, to test the judge on them.
 */
export const leastGold = { labels: 40, clusters: 10, uncommon: 10 } as const;

/** Percentile bootstrap over clusters, or `spreadInterval` if all agree alike: such a judge may still err. */
export function kappaInterval<T>(
  clusters: readonly T[],
  kappaOf: (drawn: readonly T[]) => number | undefined,
  options: Omit<BootstrapOptions, 'level'>,
): Interval | undefined {
  const value = kappaOf(clusters);
  if (value === undefined) return undefined;
  return spreadInterval(bootstrapInterval(clusters, kappaOf, options), {
    value,
    units: clusters.length,
    scale: [-1, 1],
  });
}

/** Pairs of labels, three numbers each: stratum, person's label, judge's label, all counted from 0. */
export type StratifiedPairs = readonly number[];

/**
 * Cohen's kappa within strata: observed minus expected agreement, summed over strata, divided by the headroom above
 * chance. Expected agreement uses each stratum's own labels, so telling strata apart earns nothing. Strata count by
 * their pairs and headroom. Without `strata` it is Cohen's kappa. `undefined` if no stratum has headroom.
 */
export function stratifiedKappa(
  groups: readonly StratifiedPairs[],
  { strata, labels }: { readonly strata?: number | undefined; readonly labels: number },
): number | undefined {
  const count = strata ?? 1;
  const same = new Uint32Array(count);
  const human = new Uint32Array(count * labels);
  const judge = new Uint32Array(count * labels);
  for (const pairs of groups) {
    for (let index = 0; index < pairs.length; index += 3) {
      // By index: a slice for each pair takes most of the time of an interval.
      const stratum = pairs[index] ?? 0;
      const given = pairs[index + 1] ?? 0;
      const said = pairs[index + 2] ?? 0;
      if (given === said) same[stratum] = (same[stratum] ?? 0) + 1;
      human[stratum * labels + given] = (human[stratum * labels + given] ?? 0) + 1;
      judge[stratum * labels + said] = (judge[stratum * labels + said] ?? 0) + 1;
    }
  }
  let [beyond, headroom] = [0, 0];
  for (let stratum = 0; stratum < count; stratum += 1) {
    let n = 0;
    let expected = 0;
    for (let label = stratum * labels; label < (stratum + 1) * labels; label += 1) {
      n += human[label] ?? 0;
      expected += (human[label] ?? 0) * (judge[label] ?? 0);
    }
    // Whole numbers (times n) detect a stratum without headroom exactly.
    if (n > 0 && expected < n * n) {
      const weight = strata === undefined ? 1 : n;
      beyond += ((same[stratum] ?? 0) * n - expected) / weight;
      headroom += (n * n - expected) / weight;
    }
  }
  return headroom === 0 ? undefined : beyond / headroom;
}

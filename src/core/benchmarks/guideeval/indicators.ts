/** How many of the scores are 0, 0.5 and 1, in this order; missing ones are not counted. */
export function perceptionCounts(scores: readonly (number | undefined)[]): readonly [number, number, number] {
  const count = (wanted: number): number => scores.filter((score) => score === wanted).length;
  return [count(0), count(0.5), count(1)];
}

/** Shares of the three perception scores (the paper's Figure 4a); undefined when there is no usable score. */
export interface PerceptionDistribution {
  readonly '0': number;
  readonly '0.5': number;
  readonly '1': number;
}

/** How the usable perception scores of one state spread; missing scores are left out of the denominator. */
export function perceptionDistribution(scores: readonly (number | undefined)[]): PerceptionDistribution | undefined {
  const [none, half, full] = perceptionCounts(scores);
  const usable = none + half + full;
  return usable === 0 ? undefined : { '0': none / usable, '0.5': half / usable, '1': full / usable };
}

/** The band in which the paper wants the mean question level after errors and confusion, both ends included. */
export const moderateRange = [1, 2] as const;

/** Whether a mean E-Heuristic lies in the wanted band; undefined for an undefined mean. Information, not a score. */
export function ehInModerateRange(mean: number | undefined): boolean | undefined {
  return mean === undefined ? undefined : mean >= moderateRange[0] && mean <= moderateRange[1];
}

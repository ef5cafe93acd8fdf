/** Shares of the three perception scores (the paper's Figure 4a); undefined when there is no usable score. */
export interface PerceptionDistribution {
  readonly '0': number;
  readonly '0.5': number;
  readonly '1': number;
}

/** How the usable perception scores of one state spread; missing scores are left out of the denominator. */
export function perceptionDistribution(scores: readonly (number | undefined)[]): PerceptionDistribution | undefined {
  const usable = scores.filter((score) => score !== undefined);
  if (usable.length === 0) return undefined;
  const share = (wanted: number): number => usable.filter((score) => score === wanted).length / usable.length;
  return { '0': share(0), '0.5': share(0.5), '1': share(1) };
}

/** The band in which the paper wants the mean question level after errors and confusion, both ends included. */
export const moderateRange = [1, 2] as const;

/** Whether a mean E-Heuristic lies in the wanted band; undefined for an undefined mean. Information, not a score. */
export function ehInModerateRange(mean: number | undefined): boolean | undefined {
  return mean === undefined ? undefined : mean >= moderateRange[0] && mean <= moderateRange[1];
}

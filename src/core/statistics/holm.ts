import { checkArgument } from './statisticsArgumentError';

type PValues = readonly (number | undefined)[];

/** The tested ones with their positions, smallest first. */
function ranked(pValues: PValues): readonly { readonly p: number; readonly index: number }[] {
  return pValues.flatMap((p, index) => (p === undefined ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
}

/**
 * Holm's step-down correction over the metrics of one comparison: adjusted p-values, 0..1, in the order given. A metric that was
 * not tested (undefined) stays so and does not count towards the correction.
 * Source: S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
 */
export function holmAdjusted(pValues: PValues): (number | undefined)[] {
  const tested = ranked(pValues);
  const adjusted = pValues.map((): number | undefined => undefined);
  let floor = 0;
  for (const [rank, { p, index }] of tested.entries()) {
    checkArgument(p >= 0 && p <= 1, 'holmAdjusted', 'a p-value', p, 'from 0 to 1');
    floor = Math.max(floor, Math.min(1, p * (tested.length - rank)));
    adjusted[index] = floor;
  }
  return adjusted;
}

/**
 * The level that each p-value's own step of Holm's correction asks of it: `alpha` over the number of tests less those that are
 * significant with a smaller p. What is not waits at the first step that failed. This is what a metric must be planned with: alone at 0.05 it
 * would be promised a verdict that the correction then takes away. A metric that was not tested has none.
 */
export function holmLevels(pValues: PValues, alpha: number): (number | undefined)[] {
  const tested = ranked(pValues);
  const significant = holmAdjusted(pValues).filter((p) => p !== undefined && p < alpha).length;
  const levels = pValues.map((): number | undefined => undefined);
  for (const [rank, { index }] of tested.entries()) {
    levels[index] = alpha / (tested.length - Math.min(rank, significant));
  }
  return levels;
}

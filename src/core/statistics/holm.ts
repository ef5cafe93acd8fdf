import { checkArgument } from './statisticsArgumentError';

type PValues = readonly (number | undefined)[];

/** Tested p-values with their positions, smallest first. */
function ranked(pValues: PValues): readonly { readonly p: number; readonly index: number }[] {
  return pValues.flatMap((p, index) => (p === undefined ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
}

/**
 * Holm's step-down correction over the metrics of one comparison: adjusted p-values, 0..1, in the given order. Untested
 * metrics stay undefined and do not count.
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
 * The level that Holm's correction requires of each p-value: `alpha` over the number of tests less the significant ones
 * with a smaller p. Others share the first failed step. Use it to plan: planning with 0.05 would promise a verdict that
 * the correction then removes. Untested metrics have none.
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

import { StatisticsArgumentError } from './statisticsArgumentError';

/**
 * Holm's step-down correction over the metrics of one comparison: adjusted p-values, 0..1, in the order given. A metric that was
 * not tested (undefined) stays so and does not count towards the correction. Throws StatisticsArgumentError outside [0, 1].
 * Source: S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
 */
export function holmAdjusted(pValues: readonly (number | undefined)[]): (number | undefined)[] {
  const tested = pValues.flatMap((p, index) => (p === undefined ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number | undefined>(pValues.length).fill(undefined);
  let floor = 0;
  tested.forEach(({ p, index }, rank) => {
    if (!(p >= 0 && p <= 1)) {
      throw new StatisticsArgumentError('holmAdjusted', 'a p-value', p, 'from 0 to 1');
    }
    floor = Math.max(floor, Math.min(1, p * (tested.length - rank)));
    adjusted[index] = floor;
  });
  return adjusted;
}

import type { NormalLevel } from './criticalValue';
import type { Interval } from './interval';
import { meanInterval } from './meanInterval';

/**
 * Two runs on the units scored in both; after − before, in score units. `differences` follows the order of `before`: feed it to
 * `bootstrapMeanInterval` or `signFlipP`. "Improved" means a higher score; for a metric where less is better, swap the words.
 */
export interface PairedDifference {
  readonly pairs: number;
  readonly meanDifference: number | undefined;
  readonly halfWidth: number | undefined;
  readonly interval: Interval | undefined;
  readonly improved: number;
  readonly same: number;
  readonly worse: number;
  readonly differences: readonly number[];
}

/** Scores by unit id. A missing, undefined or non-finite score takes the unit out of the comparison. */
export function pairedDifference(
  before: ReadonlyMap<string, number | undefined>,
  after: ReadonlyMap<string, number | undefined>,
  level: NormalLevel = 0.95,
): PairedDifference {
  const differences: number[] = [];
  for (const [id, earlier] of before) {
    const later = after.get(id);
    if (earlier !== undefined && later !== undefined && Number.isFinite(earlier) && Number.isFinite(later)) {
      differences.push(later - earlier);
    }
  }
  const { n, mean, halfWidth, interval } = meanInterval(differences, level);
  return {
    pairs: n,
    meanDifference: mean,
    halfWidth,
    interval,
    improved: differences.filter((difference) => difference > 0).length,
    same: differences.filter((difference) => difference === 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    differences,
  };
}

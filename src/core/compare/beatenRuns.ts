import { marginOfGuard, metricName, usualGuardMargin } from '../benchmark/aims';
import type { RunSession } from '../run/runSession';
import { twoSidedCritical } from '../statistics/quantiles';
import { compareRuns } from './compareRuns';
import { type ComparisonOptions, type MetricComparison, significanceLevel } from './comparison';
import { untested } from './decision';

export interface BeatenRuns {
  /** For each run the index of one that beats it; `undefined` where none does. */
  readonly by: readonly (number | undefined)[];
  /** The corrected p of a pair must be below this, since there are many pairs. */
  readonly level: number;
  readonly pairs: number;
  /** Pairs in which both metrics were tested. */
  readonly tested: number;
}

type Options = Pick<ComparisonOptions, 'guardMargin' | 'smallest' | 'resamples' | 'draws'>;

/**
 * A run beats another if it is better on one metric by test, and no worse on the other: not by test, and by its
 * interval less than the margin. Both are at the level of one pair of many. `metrics`: names as in aims. `runs`: the
 * earliest first. `pause` is awaited before each pair and may reject. Rejects with `RunSessionError`, too.
 */
export async function beatenRuns(
  runs: readonly RunSession[],
  metrics: readonly [string, string],
  judge: string,
  { guardMargin = usualGuardMargin, ...more }: Options,
  pause: () => Promise<void>,
): Promise<BeatenRuns> {
  const by = new Array<number | undefined>(runs.length).fill(undefined);
  const pairs = (runs.length * (runs.length - 1)) / 2;
  const level = significanceLevel / Math.max(1, pairs);
  let tested = 0;
  for (const [later, after] of runs.entries()) {
    for (const [earlier, before] of runs.slice(0, later).entries()) {
      await pause();
      const { seed } = after.manifest;
      const options = { judge: { before: judge, after: judge }, seed, aimsOnly: true, ...more } as const;
      const { benchmarks } = compareRuns(before, after, { ...options, aims: { targets: metrics, guards: [] } });
      const rows = benchmarks.flatMap(({ id, metrics: all }) =>
        all.filter((one) => metrics.includes(metricName(id, one)) && !untested.has(one.outcome)),
      );
      const [first, second] = rows;
      if (first === undefined || second === undefined) continue;
      tested += 1;
      const beats = (sign: 1 | -1): boolean => {
        const isBetter = ({ outcome, pCorrected = 1 }: MetricComparison): boolean =>
          outcome === (sign === 1 ? 'better' : 'worse') && pCorrected < level;
        const keeps = (row: MetricComparison): boolean =>
          row.outcome !== (sign === 1 ? 'worse' : 'better') &&
          mostLoss(row, sign, level) < marginOfGuard(row.scale, guardMargin);
        return (isBetter(first) && keeps(second)) || (isBetter(second) && keeps(first));
      };
      if (beats(1)) by[earlier] ??= later;
      if (beats(-1)) by[later] ??= earlier;
    }
  }
  return { by, level, pairs, tested };
}

/** What the later run (1) or the earlier one (-1) may lose. The interval is widened to this level as a normal one. */
function mostLoss({ direction, difference, interval }: MetricComparison, sign: 1 | -1, level: number): number {
  if (difference === undefined || interval === undefined) return Number.POSITIVE_INFINITY;
  const wider = Math.max(1, twoSidedCritical(level) / twoSidedCritical(1 - interval.level));
  const isLowBetter = direction === 'down' ? -1 : 1;
  const ends = [interval.low, interval.high].map((end) => difference + (end - difference) * wider);
  return Math.max(...ends.map((end) => -end * isLowBetter * sign));
}

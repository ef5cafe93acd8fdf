import { metricName, usualGuardMargin } from '../benchmark/aims';
import type { RunSession } from '../run/runSession';
import { compareRuns } from './compareRuns';
import { type ComparisonOptions, type MetricComparison, significanceLevel } from './comparison';

export interface BeatenRuns {
  /** For each run the place of one that beats it; `undefined` where none does. */
  readonly by: readonly (number | undefined)[];
  /** The corrected p of a pair must be below this, since there are many pairs. */
  readonly level: number;
  /** Pairs in which both metrics were tested. */
  readonly tested: number;
}

/**
 * A run beats another if it is better on one metric by test, and on the other loses at most the margin, by its
 * interval. `metrics`: names as in aims. `runs`: the earliest first. Throws `RunSessionError`.
 */
export function beatenRuns(
  runs: readonly RunSession[],
  metrics: readonly [string, string],
  judge: string,
  { guardMargin = usualGuardMargin, ...more }: Pick<ComparisonOptions, 'guardMargin' | 'resamples' | 'draws'> = {},
): BeatenRuns {
  const by = new Array<number | undefined>(runs.length).fill(undefined);
  const level = significanceLevel / Math.max(1, (runs.length * (runs.length - 1)) / 2);
  let tested = 0;
  for (const [later, after] of runs.entries()) {
    for (const [earlier, before] of runs.slice(0, later).entries()) {
      const { seed } = after.manifest;
      const options = { judge: { before: judge, after: judge }, seed, aimsOnly: true, ...more } as const;
      const { benchmarks } = compareRuns(before, after, { ...options, aims: { targets: metrics, guards: [] } });
      const rows = benchmarks.flatMap(({ id, metrics: all }) =>
        all.filter((one) => metrics.includes(metricName(id, one))).map((one) => gainOf(one, guardMargin)),
      );
      const [first, second] = rows;
      if (first?.p === undefined || second?.p === undefined) continue;
      tested += 1;
      const beats = (sign: 1 | -1): boolean =>
        rows.some((row, at) => (row.p ?? 1) < level && row.gain * sign > 0 && rows[1 - at]?.keeps(sign) === true);
      if (beats(1)) by[earlier] ??= later;
      if (beats(-1)) by[later] ??= earlier;
    }
  }
  return { by, level, tested };
}

/** Of the later run. `keeps`: whether the later (1) or the earlier run (-1) loses at most the margin. */
function gainOf({ direction, difference = 0, interval, pCorrected: p, scale }: MetricComparison, margin: number) {
  const better = direction === 'up' ? 1 : direction === 'down' ? -1 : Number.NaN;
  const most = margin * (scale[1] - scale[0]);
  const keeps = (sign: 1 | -1): boolean =>
    interval !== undefined && Math.min(interval.low * better * sign, interval.high * better * sign) >= -most;
  return { gain: difference * better, p, keeps };
}

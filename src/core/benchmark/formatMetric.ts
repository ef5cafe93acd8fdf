import { t } from '../text/countWords';
import { formatNumber, formatRange } from '../text/formatNumber';
import type { MetricValue } from './metric';

const fewUnits = 10;

/** `n/a` without a value. Small samples show their counts: `0.80 (4/5)`. */
export function formatMetric({ value, unit, n, hits }: MetricValue): string {
  if (value === undefined) return 'n/a';
  const counts = hits !== undefined && n < fewUnits ? ` (${hits}/${n})` : '';
  return formatNumber(value, unit) + counts;
}

/** Why metrics lack a value or interval, and how many values rest on fewer trials than others; one line each. */
export function lackingNotes(metrics: readonly MetricValue[]): readonly string[] {
  const most = Math.max(0, ...metrics.map(({ incomplete = 0 }) => incomplete));
  const notes = metrics.flatMap(({ title, value, lacking }) =>
    lacking === undefined ? [] : [`${title}: ${value === undefined ? 'n/a' : t`no interval`}, ${lacking}`],
  );
  const fewer = t`“Unscored” counts single trials: up to ${most} of a metric’s n rest on fewer trials than planned`;
  return most === 0 ? notes : [...notes, fewer];
}

/** `0.52 to 0.88`; a dash without an interval. */
export function formatInterval({ ci, unit }: MetricValue): string {
  return ci === undefined ? '–' : formatRange(ci, unit);
}

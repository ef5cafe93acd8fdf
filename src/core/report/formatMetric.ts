import type { MetricValue } from '../benchmarks/metric';

/** Below this many units the counts stand beside the value. */
const fewUnits = 10;

/** A number in a metric's unit: percent with one decimal, all else with two; U+2212 for minus, which lines up with digits. */
export function formatNumber(value: number, unit: MetricValue['unit']): string {
  // Adding 0 turns a rounded -0 into 0.
  const text =
    unit === 'percent' ? `${(Number(value.toFixed(1)) + 0).toFixed(1)}%` : (Number(value.toFixed(2)) + 0).toFixed(2);
  return text.replace('-', '\u2212');
}

/** A metric's value, `n/a` where it has none, with the counts where units are few: `0.80 (4/5)`. */
export function formatMetric({ value, unit, n, hits }: MetricValue): string {
  if (value === undefined) return 'n/a';
  const counts = hits !== undefined && n < fewUnits ? ` (${hits}/${n})` : '';
  return formatNumber(value, unit) + counts;
}

/** `0.52 to 0.88`; a dash where there is no interval. */
export function formatInterval({ ci, unit }: MetricValue): string {
  return ci === undefined ? '–' : `${formatNumber(ci.low, unit)} to ${formatNumber(ci.high, unit)}`;
}

/** `95%`. */
export function formatLevel(level: number): string {
  return `${Math.round(level * 1000) / 10}%`;
}

/** The confidence of a report's intervals as text, from the first metric that has one. */
export function intervalTitle(metrics: readonly MetricValue[]): string {
  const found = metrics.find(({ ci }) => ci !== undefined)?.ci;
  return `${formatLevel(found?.level ?? 0.95)} interval`;
}

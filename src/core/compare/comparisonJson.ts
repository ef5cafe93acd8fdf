import type { Comparison } from './comparison';
import { comparisonSentence } from './comparisonSentence';
import { forestRow } from './forestRow';

/**
 * What `compare --json` prints: the comparison with its sentence and the rows of its forest plot. `null` stands where there is no
 * value. Other tools rely on it, so members are added and never changed.
 */
export function comparisonJson(comparison: Comparison): string {
  const benchmarks = comparison.benchmarks.map((benchmark) => ({
    ...benchmark,
    metrics: benchmark.metrics.map((metric) => ({ ...metric, forest: forestRow(metric) })),
  }));
  const whole = { ...comparison, summary: comparisonSentence(comparison), benchmarks };
  return `${JSON.stringify(whole, (_key, value: unknown) => (value === undefined ? null : value), 2)}\n`;
}

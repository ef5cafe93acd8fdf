import type { Comparison, ComparisonWord, MetricComparison } from './comparison';
import { comparisonSentence } from './comparisonSentence';

/**
 * What a check makes of a comparison. `nothing`: no metric has a value in both runs. `untested`: there are values, and none could be
 * tested. A check that passes on either would pass on no evidence at all.
 */
export type ComparisonOutcome =
  | { readonly kind: 'tested'; readonly worse: readonly string[] }
  | { readonly kind: 'untested' | 'nothing'; readonly reason: string };

const untestedWords: ReadonlySet<ComparisonWord> = new Set<ComparisonWord>(['notComparable', 'tooFew', 'simulated']);

/** Sorts a comparison; `worse` names metrics as `benchmark/block/metric`, `reason` is a sentence. */
export function comparisonOutcome(comparison: Comparison): ComparisonOutcome {
  const rows = comparison.benchmarks.flatMap(({ id, metrics }) => metrics.map((metric) => ({ id, metric })));
  if (rows.every(({ metric }) => metric.difference === undefined)) {
    return { kind: 'nothing', reason: nothingReason(comparison) };
  }
  if (rows.every(({ metric }) => untestedWords.has(metric.word))) {
    return { kind: 'untested', reason: comparisonSentence(comparison) };
  }
  const worse = rows.filter(({ metric }) => metric.word === 'worse').map(({ id, metric }) => metricPath(id, metric));
  return { kind: 'tested', worse };
}

function nothingReason(comparison: Comparison): string {
  const { benchmarks } = comparison;
  if (benchmarks.length > 0 && benchmarks.every(({ samples }) => samples.both === 0)) {
    return 'Nothing to compare: the runs have no sample in common.';
  }
  return comparisonSentence(comparison);
}

function metricPath(benchmark: string, { block = '', id }: MetricComparison): string {
  return [benchmark, block, id].filter((part) => part !== '').join('/');
}

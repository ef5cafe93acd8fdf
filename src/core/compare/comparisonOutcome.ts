import { t } from '../text/countWords';
import type { Comparison } from './comparison';
import { untested } from './decision';
import { comparisonSentence } from './comparisonSentence';

/**
 * The result of a comparison used as a check. `nothing`: no metric has a value in both runs. `untested`: there are
 * values, but no target could be tested. A check must not pass on either, as there is no evidence.
 */
type ComparisonOutcome =
  | { readonly kind: 'tested'; readonly worse: readonly string[] }
  | { readonly kind: 'untested' | 'nothing'; readonly reason: string };

/** `worse` names metrics as `benchmark/block/metric`, `reason` is a sentence. */
export function comparisonOutcome(comparison: Comparison): ComparisonOutcome {
  const { benchmarks } = comparison;
  const rows = benchmarks.flatMap(({ id, metrics }) => metrics.map((metric) => ({ id, metric })));
  if (rows.every(({ metric }) => metric.difference === undefined)) {
    const isShared = benchmarks.length === 0 || benchmarks.some(({ samples }) => samples.both > 0);
    const none = t`Nothing to compare: the runs have no sample in common.`;
    const reason = isShared ? comparisonSentence(comparison) : none;
    return { kind: 'nothing', reason };
  }
  const worse = rows.filter(({ metric }) => metric.outcome === 'worse');
  const hasEvidence = rows.some(({ metric: { role, outcome } }) => role === 'target' && !untested.has(outcome));
  if (worse.length === 0 && !hasEvidence) return { kind: 'untested', reason: comparisonSentence(comparison) };
  return {
    kind: 'tested',
    worse: worse.map(({ id, metric: { block = '', id: name } }) => [id, block, name].filter(Boolean).join('/')),
  };
}

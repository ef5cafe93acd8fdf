import type { Comparison } from '../compare/comparison';
import { comparisonWords, differenceText, signedNumber } from '../compare/differenceText';
import type { BaselineChanges, MetricChange } from './comparisonViewModel';
import { shortenRevision } from './headerFacts';

/** The changes of the later run from the earlier one, for the overview; metrics without a difference are left out. */
export function comparisonViewChanges(comparison: Comparison, label?: string): BaselineChanges {
  const metrics = comparison.benchmarks.flatMap((benchmark) => {
    const known = new Set(benchmark.blocks.map(({ id }) => id));
    return benchmark.metrics.flatMap((metric): readonly MetricChange[] => {
      const { block = '', id, word, insideBand, difference, unit } = metric;
      if (difference === undefined) return [];
      return [
        {
          benchmark: benchmark.id,
          block: known.has(block) ? block : '',
          metric: id,
          judge: comparison.after.judge,
          word,
          wordText: comparisonWords[word] + (insideBand === true ? ', inside the noise band' : ''),
          text: differenceText(metric),
          short: signedNumber(difference, unit),
        },
      ];
    });
  });
  return { against: label ?? shortenRevision(comparison.before.revision), metrics };
}

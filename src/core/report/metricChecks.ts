import type { Comparison, ComparisonWord } from '../compare/comparison';
import { comparisonWords, differenceText, obstacleText } from '../compare/comparisonWords';
import { simulatedTitle } from './simulatedWords';

/** A metric of a comparison as a check: it fails where it got worse, and is skipped where it could not be tested. */
export interface MetricCheck {
  readonly benchmark: string;
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'skipped';
  /** The word with the difference, or why there is no verdict. */
  readonly message: string;
}

const skippedWords: ReadonlySet<ComparisonWord> = new Set<ComparisonWord>(['notComparable', 'tooFew', 'simulated']);

/** A check for each metric; for runs without a benchmark in common one that is skipped and says so. */
export function metricChecks(comparison: Comparison): readonly MetricCheck[] {
  const checks = comparison.benchmarks.flatMap(({ id: benchmark, blocks, metrics, simulatedParts = [] }) =>
    metrics.map((metric): MetricCheck => {
      const { word, title, block } = metric;
      const where = blocks.find(({ id }) => id === block)?.title ?? '';
      const isSkipped = skippedWords.has(word);
      const reason = obstacleText(metric, benchmark, comparison) ?? differenceText(metric);
      return {
        benchmark,
        name: where === '' ? title : `${where}: ${title}`,
        kind: isSkipped ? 'skipped' : word === 'worse' ? 'failure' : 'passed',
        message: `${comparisonWords[word]}: ${reason}${simulatedTitle(simulatedParts)}`,
      };
    }),
  );
  if (checks.length > 0) return checks;
  const message = 'not comparable: the runs have no metric in common';
  return [{ benchmark: 'none', name: 'Metrics in common', kind: 'skipped', message }];
}

import { comparedParts } from '../report/understoodPrompt';
import { comparisonAnswer, type LabelledComparison } from './comparisonAnswer';
import type { Comparison } from './comparison';
import { comparisonSentence } from './comparisonSentence';
import { forestRow } from './forestRow';
import { obstacleText } from './obstacleText';
import { whatIsCompared } from './whatIsCompared';

/**
 * What `compare --json` prints: the comparison with its sentence and the rows of its forest plot. `null` stands where there is no
 * value. Other tools rely on it, so members are added and never changed.
 */
export function comparisonJson(comparison: Comparison, label?: string): string {
  const benchmarks = comparison.benchmarks.map((benchmark) => ({
    ...benchmark,
    metrics: benchmark.metrics.map((metric) => ({ ...metric, forest: forestRow(metric) })),
  }));
  const whole = {
    ...comparison,
    summary: comparisonSentence(comparison),
    answer: comparisonAnswer({ comparison, label }),
    compared: whatIsCompared(comparison),
    label,
    benchmarks,
  };
  return `${JSON.stringify(whole, nullForNone, 2)}\n`;
}

/** The short form, a member of other reports: the answer, what differs, and a word for each metric. Plain data without `undefined`. */
export function comparisonSummaryJson({ comparison, label }: LabelledComparison): unknown {
  const { before, comparable, withoutVerdicts, differences, intended, tested, judgeDoubts } = comparison;
  const simulatedParts = comparedParts(comparison);
  const summary = {
    baseline: { runId: before.id, prompt: before.promptPath, revision: before.revision, label },
    answer: comparisonAnswer({ comparison, label }),
    summary: comparisonSentence(comparison),
    compared: whatIsCompared(comparison),
    comparable,
    ...(simulatedParts.length === 0 ? {} : { simulatedParts }),
    ...(withoutVerdicts === undefined ? {} : { withoutVerdicts }),
    tested,
    ...(judgeDoubts === undefined ? {} : { judgeDoubts }),
    differences: differences.map((difference) => ({ ...difference, intended: intended.includes(difference.kind) })),
    metrics: comparison.benchmarks.flatMap(({ id: benchmark, metrics }) =>
      metrics.map((metric) => {
        const { id, block, word, compared, difference, interval, pCorrected, insideBand } = metric;
        return {
          benchmark,
          block,
          id,
          word,
          reason: obstacleText(metric, benchmark, comparison),
          before: compared.before,
          after: compared.after,
          difference,
          interval,
          pCorrected,
          insideBand,
        };
      }),
    ),
  };
  return JSON.parse(JSON.stringify(summary, nullForNone)) as unknown;
}

function nullForNone(_key: string, value: unknown): unknown {
  return value === undefined ? null : value;
}

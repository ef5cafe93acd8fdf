import type { Comparison, MetricComparison } from './comparison';
import { decisionOf } from './decision';
import { decisionWords, stoppedEarlyWords } from './decisionWords';
import { comparisonAnswer, comparisonSentence, type LabelledComparison } from './comparisonSentence';
import { comparedParts, obstacleText, whatIsCompared } from './describeComparison';

/** Output of `compare --json`. Missing values are `null`. Members are added and never changed, so `word` stays. */
export function comparisonJson(comparison: Comparison, label?: string): string {
  const whole = {
    ...comparison,
    decision: decisionJson(comparison),
    summary: comparisonSentence(comparison),
    answer: comparisonAnswer({ comparison, label }),
    compared: whatIsCompared(comparison),
    label,
    benchmarks: comparison.benchmarks.map((benchmark) => ({
      ...benchmark,
      metrics: benchmark.metrics.map((metric) => ({
        ...metric,
        word: metric.outcome,
        forest: forestRow(metric),
      })),
    })),
  };
  return `${JSON.stringify(whole, nullForNone, 2)}\n`;
}

/** The short form inside other reports; plain data without `undefined`. */
export function comparisonSummaryJson({ comparison, label }: LabelledComparison): unknown {
  const { before, comparable, withoutVerdicts, differences, intended, tested, judgeDoubts } = comparison;
  const { furtherRuns, leftOutRuns, baselineWarning, namedAfter } = comparison;
  const simulatedParts = comparedParts(comparison);
  const ifAny = { withoutVerdicts, judgeDoubts, furtherRuns, leftOutRuns, baselineWarning, namedAfter };
  const summary = {
    baseline: { runId: before.id, prompt: before.promptPath, revision: before.revision, label },
    answer: comparisonAnswer({ comparison, label }),
    decision: decisionJson(comparison),
    aims: comparison.aims,
    summary: comparisonSentence(comparison),
    compared: whatIsCompared(comparison),
    comparable,
    ...(simulatedParts.length > 0 && { simulatedParts }),
    tested,
    ...Object.fromEntries(Object.entries(ifAny).filter(([, value]) => value !== undefined)),
    differences: differences.map((difference) => ({ ...difference, intended: intended.includes(difference.kind) })),
    metrics: comparison.benchmarks.flatMap(({ id: benchmark, metrics }) =>
      metrics.map((metric) => {
        const { id, block, role, outcome, compared, difference, interval, pCorrected } = metric;
        const reason = obstacleText(metric, benchmark, comparison);
        const values = { ...compared, difference, interval, pCorrected };
        return { benchmark, block, id, role, outcome, word: outcome, reason, ...values };
      }),
    ),
  };
  return JSON.parse(JSON.stringify(summary, nullForNone)) as unknown;
}

function decisionJson(comparison: Comparison): unknown {
  const decision = decisionOf(comparison);
  return decision && { ...decision, ...decisionWords(comparison), stoppedEarly: stoppedEarlyWords(comparison) };
}

function nullForNone(_key: string, value: unknown): unknown {
  return value === undefined ? null : value;
}

/** A row of a forest plot. Positions are shares of the metric's scale, −1 to 1, so that units can share an axis. */
export interface ForestRow {
  readonly at: number;
  readonly low?: number;
  readonly high?: number;
  readonly good?: 'right' | 'left';
}

export function forestRow(metric: MetricComparison): ForestRow | undefined {
  const { difference, interval, scale, outcome } = metric;
  if (difference === undefined) return undefined;
  const direction = outcome === 'simulated' ? 'none' : metric.direction;
  const width = scale[1] - scale[0];
  const share = (value: number): number => (width > 0 ? Math.max(-1, Math.min(1, value / width)) : 0);
  return {
    at: share(difference),
    ...(interval && { low: share(interval.low), high: share(interval.high) }),
    ...(direction === 'up' ? { good: 'right' } : direction === 'down' ? { good: 'left' } : {}),
  };
}

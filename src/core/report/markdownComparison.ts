import { comparedRunName, comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import type { BenchmarkComparison, Comparison, MetricComparison } from '../compare/comparison';
import {
  comparisonWords,
  differenceName,
  differenceText,
  obstacleText,
  whatIsCompared,
} from '../compare/comparisonWords';
import { comparisonViewNoise } from './comparisonViewNoise';
import { countWords } from './countWords';
import { formatLevel, formatNumber } from './formatMetric';
import { markdownLine } from './markdownText';
import { noVerdicts, simulatedTitle } from './simulatedWords';

/** A comparison as parts of a Markdown page: the answer first, what stands in its way, then a table for each benchmark. */
export function markdownComparison(compared: LabelledComparison): readonly string[] {
  const { comparison, label } = compared;
  const { before, after, differences, intended, benchmarks, level, tested, judgeDoubts } = comparison;
  const open = differences.filter(({ kind, breaks }) => breaks && !intended.includes(kind));
  const noise = comparisonViewNoise(comparison);
  const inBand = benchmarks.some(({ metrics }) => metrics.some(({ insideBand }) => insideBand === true));
  const foot = [
    comparison.withoutVerdicts === true
      ? `${formatLevel(level)} intervals, each for its metric alone. ${noVerdicts}`
      : `${formatLevel(level)} intervals, each for its metric alone; words corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`,
    ...(noise !== undefined && inBand ? [`~: no larger than the noise band. ${noise.sentence}`] : []),
  ];
  return [
    `## Compared with ${markdownLine(comparedRunName(before, after, label))}`,
    `**${markdownLine(comparisonAnswer(compared))}**`,
    markdownLine(whatIsCompared(comparison)),
    ...open.map(
      (difference) => `> **Note:** ${markdownLine(`${difference.meaning} It is ${differenceName(difference)}.`)}`,
    ),
    ...benchmarks.map((benchmark) => metricsTable(benchmark, comparison)),
    ...(judgeDoubts === undefined ? [] : [`> **Note:** ${markdownLine(judgeDoubts.sentence)}`]),
    ...(benchmarks.length === 0 ? [] : [markdownLine(foot.join(' '))]),
  ];
}

function metricsTable(benchmark: BenchmarkComparison, comparison: Comparison): string {
  const { blocks, metrics, simulatedParts = [] } = benchmark;
  const title = benchmark.title + simulatedTitle(simulatedParts);
  const rows = metrics.map((metric) => {
    const block = blocks.find(({ id }) => id === metric.block)?.title ?? '';
    const name = block === '' ? metric.title : `${block}: ${metric.title}`;
    return `| ${[markdownLine(name), valuesOf(metric), ...verdictOf(metric, benchmark, comparison)].join(' | ')} |`;
  });
  const head = '| Metric | Before → after | Difference with interval | |';
  return [`**${markdownLine(title)}**`, '', head, '|---|--:|--:|---|', ...rows].join('\n');
}

function valuesOf({ compared, unit }: MetricComparison): string {
  return [compared.before, compared.after]
    .map((value) => (value === undefined ? 'n/a' : formatNumber(value, unit)))
    .join(' → ');
}

function verdictOf(metric: MetricComparison, { id }: BenchmarkComparison, comparison: Comparison): readonly string[] {
  const reason = obstacleText(metric, id, comparison);
  const word = comparisonWords[metric.word];
  if (reason !== undefined) return ['–', markdownLine(`${word}: ${reason}`)];
  return [differenceText(metric), metric.insideBand === true ? `${word} \\~` : word];
}

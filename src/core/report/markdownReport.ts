import type { LabelledComparison } from '../compare/comparisonAnswer';
import type { RunSession } from '../engine/runSession';
import { boundedText } from './boundedText';
import { CaseReader } from './caseDetail';
import { correctedMetric, correctedTitle, cutMark, labelledCount } from './correctedText';
import { formatInterval, formatMetric, intervalTitle } from './formatMetric';
import { benchmarkCounts, headerFacts } from './headerFacts';
import { judgeDisagreements, type JudgeDisagreement } from './judgeDisagreements';
import { markdownAgreement } from './markdownAgreement';
import { markdownComparison } from './markdownComparison';
import { markdownBlock, markdownLine } from './markdownText';
import type { BenchmarkReport, CaseSummary, MetricBlock, ReportedMetric, RunReport } from './reportModel';
import { outcomeWords } from './outcomeWords';
import { simulatedOn, simulatedTitle } from './simulatedWords';
import { trustBadge } from './trustBadge';
import { worstCases } from './worstCases';

/** Worst cases quoted for each benchmark: a comment on a pull request has to stay readable. */
const mostCases = 5;
/** Code points of a quoted reply. */
const longestReply = 2_000;

/**
 * For a pull request comment or a file: the comparison with another run where there is one, facts, warnings, tables and the worst
 * replies, which cannot act as Markdown.
 */
export function markdownReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const { run, warnings, benchmarks } = report;
  const reader = new CaseReader(session, { majority: run.majority !== undefined });
  const disagreements = judgeDisagreements(session);
  const facts = headerFacts(report).map(({ label, value }) => `| ${label} | ${markdownLine(value)} |`);
  return [
    `# ${markdownLine(run.promptName)}${simulatedTitle(run.simulatedParts)}`,
    ...warnings.map(({ message }) => `> **Note:** ${markdownLine(message)}`),
    ...(compared === undefined ? [] : markdownComparison(compared)),
    ['| Run | |', '|---|---|', ...facts].join('\n'),
    ...benchmarks.flatMap((benchmark) => benchmarkPart(benchmark, report, reader, disagreements)),
  ]
    .join('\n\n')
    .concat('\n');
}

function benchmarkPart(
  benchmark: BenchmarkReport,
  { run }: RunReport,
  reader: CaseReader,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  const { title, question, blocks, cases } = benchmark;
  const worst = worstCases(cases, mostCases);
  return [
    `## ${markdownLine(title)}${simulatedTitle(simulatedOn(run, title))}`,
    `${markdownLine(question)} ${markdownLine(benchmarkCounts(benchmark))}\\.`,
    ...blocks.map((block) => metricTable(block, run.judges.length > 1)),
    ...markdownAgreement(benchmark, disagreements),
    ...(worst.length === 0 ? [] : ['### Worst cases', ...worst.flatMap((summary) => casePart(summary, reader))]),
  ];
}

function metricTable({ title, judge, metrics, correctionNotes = [] }: MetricBlock, named: boolean): string {
  const caption = `**${markdownLine(title)}**${named ? `, judged by ${markdownLine(judge)}` : ''}`;
  const hasBadges = metrics.some(({ judgeTrust }) => judgeTrust !== undefined);
  const head = `| Metric | Value | ${intervalTitle(metrics)} | n | Unscored |${hasBadges ? ' Judge check |' : ''}`;
  const rule = `|---|--:|:-:|--:|--:|${hasBadges ? '---|' : ''}`;
  const rows = metrics.flatMap((metric) => [metricRow(metric, hasBadges), ...correctedRow(metric)]);
  const notes = correctionNotes.flatMap((note) => ['', markdownLine(note)]);
  return [caption, '', head, rule, ...rows, ...notes].join('\n');
}

/** The line below a metric with its corrected score, which only metrics with badges have. */
function correctedRow(metric: ReportedMetric): readonly string[] {
  const corrected = correctedMetric(metric);
  if (corrected === undefined || metric.corrected === undefined) return [];
  const figures = [formatMetric(corrected), formatInterval(corrected), labelledCount(metric.corrected)];
  const title = metric.corrected.cut ? `${correctedTitle}, ${cutMark}` : correctedTitle;
  return [`| ${[title, ...figures, '', ''].join(' | ')} |`];
}

function metricRow(metric: ReportedMetric, hasBadges: boolean): string {
  const cells = [
    markdownLine(metric.title),
    formatMetric(metric),
    formatInterval(metric),
    String(metric.n),
    String(metric.excluded),
    ...(hasBadges ? [markdownLine(trustBadge(metric.judgeTrust)?.full ?? '–')] : []),
  ];
  return `| ${cells.join(' | ')} |`;
}

function casePart(summary: CaseSummary, reader: CaseReader): readonly string[] {
  const detail = reader.detail(summary.id);
  const reply = (detail?.turns ?? [])
    .filter(({ role }) => role === 'reply')
    .map(({ text }) => text)
    .join('\n\n');
  const verdicts = summary.chips.map(
    ({ judgeTitle, label, outcome, turn }) =>
      `- ${markdownLine(judgeTitle)}${turn === undefined ? '' : ` \\(turn ${turn}\\)`}: ${markdownLine(label)}, ${outcomeWords[outcome]}`,
  );
  return [
    `**${markdownLine(summary.title)}**, ${markdownLine(summary.group)}, \`${codeOf(summary.id)}\``,
    'Student:',
    markdownBlock(summary.quote),
    'Reply:',
    markdownBlock(boundedText(reply, longestReply)),
    verdicts.join('\n'),
  ];
}

/** An id inside a code span. */
function codeOf(id: string): string {
  return boundedText(id).replace(/[`|\p{Cc}\p{Cf}]/gu, '?');
}

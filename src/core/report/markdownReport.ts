import type { LabelledComparison } from '../compare/comparisonAnswer';
import type { RunSession } from '../engine/runSession';
import { CaseReader } from './caseDetail';
import { correctedMetric, correctedTitle, cutMark, labelledCount } from './correctedText';
import { formatInterval, formatMetric, intervalTitle, lackingNotes } from './formatMetric';
import { countOf, countWords, verbFor } from './countWords';
import { benchmarkCounts, headerFacts } from './headerFacts';
import { judgeDisagreements, type JudgeDisagreement } from './judgeDisagreements';
import { markdownAgreement } from './markdownAgreement';
import { markdownCases, partGap, type MarkdownCases } from './markdownCases';
import { markdownComparison } from './markdownComparison';
import { markdownLine } from './markdownText';
import type { BenchmarkReport, MetricBlock, ReportedMetric, RunReport } from './reportModel';
import { simulatedOn, simulatedTitle } from './simulatedWords';
import { trustBadge } from './trustBadge';
import { turnRates, type TurnRates } from './turnRates';

/** Characters of the page: GitHub refuses a comment of more than 65,536. */
const mostCharacters = 60_000;
/** What the line about parts that are left out takes at most. */
const noteRoom = 400;

/**
 * For a pull request comment or a file: the comparison with another run where there is one, facts, warnings, tables and the worst
 * replies, which cannot act as Markdown. Replies and cases that a comment has no room for are left out, then the lists of
 * disagreements; never a table or a warning.
 */
export function markdownReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const { run, benchmarks } = report;
  const reader = new CaseReader(session, { majority: run.majority !== undefined });
  const head = pageHead(report, compared);
  const sections = (listed: readonly JudgeDisagreement[]): readonly (readonly string[])[] =>
    benchmarks.map((benchmark) => benchmarkPart(benchmark, report, listed));
  const roomBeside = (some: readonly (readonly string[])[]): number =>
    mostCharacters - noteRoom - [...head, ...some.flat()].join(partGap).length;
  const listed = sections(judgeDisagreements(session));
  const isListed = roomBeside(listed) >= 0;
  const parts = isListed ? listed : sections([]);
  const room = roomBeside(parts);
  const cases = markdownCases(benchmarks, reader, room);
  return [
    ...head,
    ...parts.flatMap((part, place) => [...part, ...(cases.parts[place] ?? [])]),
    ...leftOutNote(cases, isListed || run.judges.length < 2, room < 0),
  ]
    .join(partGap)
    .concat('\n');
}

function pageHead(report: RunReport, compared: LabelledComparison | undefined): readonly string[] {
  const { run, warnings } = report;
  const facts = headerFacts(report).map(({ label, value }) => `| ${label} | ${markdownLine(value)} |`);
  return [
    `# ${markdownLine(run.promptName)}${simulatedTitle(run.simulatedParts)}`,
    ...warnings.map(({ message }) => `> **Note:** ${markdownLine(message)}`),
    ...(compared === undefined ? [] : markdownComparison(compared)),
    ['| Run | |', '|---|---|', ...facts].join('\n'),
  ];
}

/** One line about what there was no room for, and where it is; none where everything is here. */
function leftOutNote(
  { worst, leftOut, shortened }: MarkdownCases,
  isListed: boolean,
  isTooLong: boolean,
): readonly string[] {
  const what = [
    ...(leftOut === 0
      ? []
      : [`${countOf(leftOut, worst, 'worst case', 'worst cases')} ${verbFor(leftOut, 'is', 'are')} left out`]),
    ...(shortened === 0 ? [] : [`${countWords(shortened, 'reply is', 'replies are')} cut shorter`]),
    ...(isListed ? [] : ['the lists of where the judges disagree are left out']),
  ];
  if (what.length === 0) return [];
  const end = isTooLong ? ' Even so it is longer than that.' : '';
  return [`To fit a comment on GitHub, ${what.join(', ')}. The HTML report and the stored run have them whole.${end}`];
}

function benchmarkPart(
  benchmark: BenchmarkReport,
  { run }: RunReport,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  const { title, question, blocks } = benchmark;
  return [
    `## ${markdownLine(title)}${simulatedTitle(simulatedOn(run, title))}`,
    `${markdownLine(question)} ${markdownLine(benchmarkCounts(benchmark))}\\.`,
    ...blocks.map((block) => metricTable(block, run.judges.length > 1)),
    ...turnRates(benchmark).map(turnTable),
    ...markdownAgreement(benchmark, disagreements),
  ];
}

function metricTable({ title, judge, metrics, correctionNotes = [] }: MetricBlock, named: boolean): string {
  const caption = `**${markdownLine(title)}**${named ? `, judged by ${markdownLine(judge)}` : ''}`;
  const hasBadges = metrics.some(({ judgeTrust }) => judgeTrust !== undefined);
  const head = `| Metric | Value | ${intervalTitle(metrics)} | n | Unscored |${hasBadges ? ' Judge check |' : ''}`;
  const rule = `|---|--:|:-:|--:|--:|${hasBadges ? '---|' : ''}`;
  const rows = metrics.flatMap((metric) => [metricRow(metric, hasBadges), ...correctedRow(metric)]);
  const notes = [...lackingNotes(metrics), ...correctionNotes].flatMap((note) => ['', markdownLine(note)]);
  return [caption, '', head, rule, ...rows, ...notes].join('\n');
}

function turnTable({ title, head, rows }: TurnRates): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownLine).join(' | ')} |`;
  const rule = `|---|${head
    .slice(1)
    .map(() => '--:|')
    .join('')}`;
  return [`**${markdownLine(title)}**`, '', line(head), rule, ...rows.map(line)].join('\n');
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

import {
  formatInterval,
  formatLevel,
  formatMetric,
  formatNumber,
  intervalTitle,
  lackingNotes,
} from '../benchmark/formatMetric';
import type { BenchmarkComparison, Comparison, MetricComparison } from '../compare/comparison';
import { comparedRunName, comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import {
  comparisonWords,
  differenceName,
  differenceText,
  noVerdicts,
  obstacleText,
  whatIsCompared,
} from '../compare/comparisonWords';
import { CaseReader } from '../results/caseDetail';
import { failureTagTable } from '../results/failureTags';
import { benchmarkCounts, headerFacts, noScores } from '../results/headerFacts';
import { agreementTable, type JudgeDisagreement, judgeDisagreements } from '../results/judgesAgreement';
import type { BenchmarkReport, MetricBlock, RunReport } from '../results/reportModel';
import { turnRates } from '../results/turnRates';
import { simulatedOn, simulatedTitle, understoodLines } from '../results/understoodPrompt';
import type { RunSession } from '../run/runSession';
import { countOf, countWords, verbFor } from '../text/countWords';
import { markdownLine } from '../text/readableText';
import { comparisonViewNoise } from './comparisonViewNoise';
import { markdownCases, type MarkdownCases, partGap } from './markdownCases';
import { trustBadge } from './trustBadge';

/** Characters of the page: GitHub refuses a comment of more than 65,536. */
const mostCharacters = 60_000;
/** Sentences of the prompt above the tables. */
const mostSentences = 12;
/** What the line about parts that are left out takes at most. */
const noteRoom = 400;
/** Disagreements listed for each benchmark: a comment on a pull request has to stay readable. */
const mostListed = 20;

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

/** Cells are Markdown already. Figures stand to the right; `rules` names another place for all columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[], rules?: string): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule =
    rules ??
    `|---|${head
      .slice(1)
      .map(() => '--:|')
      .join('')}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function titled(title: string, ...parts: readonly string[]): string {
  return [`**${markdownLine(title)}**`, ...parts].join(partGap);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdownLine(line)}`).join('\n');
}

function pageHead(report: RunReport, compared: LabelledComparison | undefined): readonly string[] {
  const { run, warnings } = report;
  const understood = run.understood === undefined ? [] : understoodLines(run.understood, mostSentences);
  const facts = headerFacts(report).map(({ label, value }) => `| ${label} | ${markdownLine(value)} |`);
  return [
    `# ${markdownLine(run.promptName)}${simulatedTitle(run.simulatedParts)}`,
    ...warnings.flatMap(({ kind, message }) => [
      note(message),
      ...(kind === 'simulated' && understood.length > 0 ? [bullets(understood)] : []),
    ]),
    ...(compared === undefined ? [] : markdownComparison(compared)),
    ['| Run | |', '|---|---|', ...facts].join('\n'),
  ];
}

function note(message: string): string {
  return `> **Note:** ${markdownLine(message)}`;
}

/** One line about what there was no room for, and where it is; none where everything is here. */
function leftOutNote(
  { worst, leftOut, shortened }: MarkdownCases,
  isListed: boolean,
  isTooLong: boolean,
): readonly string[] {
  const what = [
    leftOut > 0 && `${countOf(leftOut, worst, 'worst case', 'worst cases')} ${verbFor(leftOut, 'is', 'are')} left out`,
    shortened > 0 && `${countWords(shortened, 'reply is', 'replies are')} cut shorter`,
    !isListed && 'the lists of where the judges disagree are left out',
  ].filter((part) => part !== false);
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
    ...(blocks.length === 0 ? [noScores(run)] : blocks.map((block) => metricTable(block, run.judges.length > 1))),
    ...turnRates(benchmark).map((rates) =>
      titled(
        rates.title,
        table(
          rates.head.map(markdownLine),
          rates.rows.map((row) => row.map(markdownLine)),
        ),
      ),
    ),
    ...markdownAgreement(benchmark, disagreements),
    ...failureTagPart(benchmark),
  ];
}

function failureTagPart({ failureTags }: BenchmarkReport): readonly string[] {
  const tags = failureTagTable(failureTags);
  if (tags === undefined) return [];
  const rows = tags.rows.map(({ title, count, share }) => [markdownLine(title), String(count), share]);
  const counts = rows.length === 0 ? [] : [table(['Tag', 'Replies', 'Share'], rows)];
  return [titled(tags.title, markdownLine(tags.about), ...counts)];
}

function metricTable({ title, judge, metrics }: MetricBlock, named: boolean): string {
  const caption = `**${markdownLine(title)}**${named ? `, judged by ${markdownLine(judge)}` : ''}`;
  const hasBadges = metrics.some(({ judgeTrust }) => judgeTrust !== undefined);
  const head = ['Metric', 'Value', intervalTitle(metrics), 'n', 'Unscored', ...(hasBadges ? ['Judge check'] : [])];
  const rows = metrics.map((metric) => [
    markdownLine(metric.title),
    formatMetric(metric),
    formatInterval(metric),
    String(metric.n),
    String(metric.excluded),
    ...(hasBadges ? [markdownLine(trustBadge(metric.judgeTrust)?.full ?? '–')] : []),
  ]);
  const rules = `|---|--:|:-:|--:|--:|${hasBadges ? '---|' : ''}`;
  return [caption, table(head, rows, rules), ...lackingNotes(metrics).map(markdownLine)].join(partGap);
}

/** How far the judges agree and where they do not; none where there is one judge. */
function markdownAgreement(
  { id, agreement, majority }: BenchmarkReport,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  if (agreement === undefined) return [];
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const cells = rows.map((row) => [markdownLine(row.title), ...row.cells]);
  const own = disagreements.filter((one) => one.case.startsWith(`${id}/`));
  const more = own.length - mostListed;
  const lines = [
    ...own.slice(0, mostListed).map(disagreementLine),
    ...(more > 0 ? [`- ${countWords(more, 'more', 'more')}; the JSON form lists all.`] : []),
  ];
  return [
    titled(title, table(['Judge', ...head], cells)),
    bullets(notes),
    ...(own.length === 0 ? [] : ['### Where the judges disagree', lines.join('\n')]),
  ];
}

function disagreementLine({ case: place, judgeTitle, turn, criterionId, labels }: JudgeDisagreement): string {
  const parts = [place, judgeTitle, turn === undefined ? undefined : `turn ${turn}`, criterionId];
  const about = parts.filter((part) => part !== undefined).join(', ');
  return `- ${markdownLine(about)}: ${labels.map(({ judge, label }) => `${markdownLine(judge)} ${markdownLine(label)}`).join('; ')}`;
}

/** The answer first, what stands in its way, then a table for each benchmark. */
function markdownComparison(compared: LabelledComparison): readonly string[] {
  const { comparison, label } = compared;
  const { before, after, differences, intended, benchmarks, level, tested, judgeDoubts } = comparison;
  const open = differences.filter(({ kind, breaks }) => breaks && !intended.includes(kind));
  const noise = comparisonViewNoise(comparison);
  const inBand = benchmarks.some(({ metrics }) => metrics.some(({ insideBand }) => insideBand === true));
  const alone = `${formatLevel(level)} intervals, each for its metric alone`;
  const words = `words corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`;
  const foot = [
    comparison.withoutVerdicts === true ? `${alone}. ${noVerdicts}` : `${alone}; ${words}`,
    ...(noise !== undefined && inBand ? [`~: no larger than the noise band. ${noise.sentence}`] : []),
  ];
  return [
    `## Compared with ${markdownLine(comparedRunName(before, after, label))}`,
    `**${markdownLine(comparisonAnswer(compared))}**`,
    markdownLine(whatIsCompared(comparison)),
    ...open.map((difference) => note(`${difference.meaning} It is ${differenceName(difference)}.`)),
    ...benchmarks.map((benchmark) => metricsTable(benchmark, comparison)),
    ...(judgeDoubts === undefined ? [] : [note(judgeDoubts.sentence)]),
    ...(benchmarks.length === 0 ? [] : [markdownLine(foot.join(' '))]),
  ];
}

function metricsTable(benchmark: BenchmarkComparison, comparison: Comparison): string {
  const { blocks, metrics, simulatedParts = [] } = benchmark;
  const rows = metrics.map((metric) => {
    const block = blocks.find(({ id }) => id === metric.block)?.title ?? '';
    const name = block === '' ? metric.title : `${block}: ${metric.title}`;
    return [markdownLine(name), valuesOf(metric), ...verdictOf(metric, benchmark, comparison)];
  });
  const head = ['Metric', 'Before → after', 'Difference with interval', ''];
  return titled(benchmark.title + simulatedTitle(simulatedParts), table(head, rows, '|---|--:|--:|---|'));
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

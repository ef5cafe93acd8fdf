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
import type { BenchmarkReport, MetricBlock, ReportedMetric, RunReport } from '../results/reportModel';
import { turnRates, type TurnRates } from '../results/turnRates';
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
    ...warnings.flatMap(({ kind, message }) => [
      `> **Note:** ${markdownLine(message)}`,
      ...(kind === 'simulated' && run.understood !== undefined && run.understood.of > 0
        ? [
            understoodLines(run.understood, mostSentences)
              .map((line) => `- ${markdownLine(line)}`)
              .join('\n'),
          ]
        : []),
    ]),
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
    ...(blocks.length === 0 ? [noScores(run)] : blocks.map((block) => metricTable(block, run.judges.length > 1))),
    ...turnRates(benchmark).map(turnTable),
    ...markdownAgreement(benchmark, disagreements),
    ...failureTagPart(benchmark),
  ];
}

function failureTagPart({ failureTags }: BenchmarkReport): readonly string[] {
  const table = failureTagTable(failureTags);
  if (table === undefined) return [];
  const rows = table.rows.map(({ title, count, share }) => `| ${markdownLine(title)} | ${count} | ${share} |`);
  const head = rows.length === 0 ? [] : ['', '| Tag | Replies | Share |', '|---|--:|--:|', ...rows];
  return [[`**${table.title}**`, '', markdownLine(table.about), ...head].join('\n')];
}

function metricTable({ title, judge, metrics }: MetricBlock, named: boolean): string {
  const caption = `**${markdownLine(title)}**${named ? `, judged by ${markdownLine(judge)}` : ''}`;
  const hasBadges = metrics.some(({ judgeTrust }) => judgeTrust !== undefined);
  const head = `| Metric | Value | ${intervalTitle(metrics)} | n | Unscored |${hasBadges ? ' Judge check |' : ''}`;
  const rule = `|---|--:|:-:|--:|--:|${hasBadges ? '---|' : ''}`;
  const rows = metrics.map((metric) => metricRow(metric, hasBadges));
  const notes = lackingNotes(metrics).flatMap((note) => ['', markdownLine(note)]);
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

/** Disagreements listed for each benchmark: a comment on a pull request has to stay readable. */
const mostListed = 20;

/** How far the judges agree and where they do not, as parts of a Markdown page; none where there is one judge. */
function markdownAgreement(
  { id, agreement, majority }: BenchmarkReport,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  if (agreement === undefined) return [];
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const lines = rows.map(({ title: name, cells }) => `| ${[markdownLine(name), ...cells].join(' | ')} |`);
  const own = disagreements.filter((one) => one.case.startsWith(`${id}/`));
  return [
    [`**${title}**`, '', `| Judge | ${head.join(' | ')} |`, `|---|${head.map(() => '--:').join('|')}|`, ...lines].join(
      '\n',
    ),
    notes.map((note) => `- ${markdownLine(note)}`).join('\n'),
    ...(own.length === 0 ? [] : ['### Where the judges disagree', list(own)]),
  ];
}

function list(disagreements: readonly JudgeDisagreement[]): string {
  const more = disagreements.length - mostListed;
  return [
    ...disagreements.slice(0, mostListed).map(line),
    ...(more > 0 ? [`- ${countWords(more, 'more', 'more')}; the JSON form lists all.`] : []),
  ].join('\n');
}

function line({ case: place, judgeTitle, turn, criterionId, labels }: JudgeDisagreement): string {
  const about = [
    place,
    judgeTitle,
    ...(turn === undefined ? [] : [`turn ${turn}`]),
    ...(criterionId === undefined ? [] : [criterionId]),
  ].join(', ');
  return `- ${markdownLine(about)}: ${labels.map(({ judge, label }) => `${markdownLine(judge)} ${markdownLine(label)}`).join('; ')}`;
}

/** A comparison as parts of a Markdown page: the answer first, what stands in its way, then a table for each benchmark. */
function markdownComparison(compared: LabelledComparison): readonly string[] {
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

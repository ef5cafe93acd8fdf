import { briefQuote } from '../benchmark/judging/replyText';
import type { BenchmarkComparison, Comparison } from '../compare/comparison';
import { comparedRunName, comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import { differenceName, methodText, openDifferences, whatIsCompared } from '../compare/describeComparison';
import { cautionWords } from '../compare/decisionWords';
import { caseDetail } from '../results/caseDetail';
import { benchmarkCounts, headerFacts, noScores, quotationNotFound, warningText } from '../results/headerFacts';
import { type JudgeDisagreement, judgeDisagreements } from '../results/judgesAgreement';
import type { BenchmarkReport, CaseSummary, CaseVerdict, ReportTable, RunReport } from '../results/reportModel';
import { outcomeWords } from '../results/reportModel';
import { simulatedTitle, understoodLines } from '../results/understoodPrompt';
import type { RunSession } from '../run/runSession';
import { countOf, countWords, verbFor } from '../text/countWords';
import { boundedText, markdownBlock, markdownLine } from '../text/readableText';
import { benchmarkTables, comparedTables, ruleTables } from './reportTables';

/** GitHub allows 65,536 characters in a comment; this leaves room for the note on omitted parts. */
const mostCharacters = 59_600;
/** Maximum disagreements per benchmark, to keep a pull request comment readable. */
const mostListed = 20;

/** For a pull request comment. If space runs out, cases go first, then disagreements; tables and warnings stay. */
export function markdownReport(report: RunReport, session: RunSession, compared?: LabelledComparison): string {
  const { run, benchmarks } = report;
  const head = [...pageHead(report, compared), ...ruleTables(report).map(reportTable)];
  const disagreements = judgeDisagreements(session);
  const worst = benchmarks.map(({ cases }) => worstCases(cases, session));
  const count = worst.flat().length;
  const pageOf = (most: number, listed: readonly JudgeDisagreement[]): string => {
    const body = benchmarks.flatMap((benchmark, index) => {
      const own = worst[index]?.slice(0, most) ?? [];
      const part = benchmarkPart(benchmark, report, listed);
      return own.length === 0 ? part : [...part, '### Worst cases', ...own];
    });
    return [...head, ...body].join(partGap);
  };
  let most = mostCases;
  let page = pageOf(most, disagreements);
  while (page.length > mostCharacters && most > 0) page = pageOf(--most, disagreements);
  const isListed = page.length <= mostCharacters;
  if (!isListed) page = pageOf(0, []);
  const out = count - worst.flatMap((own) => own.slice(0, most)).length;
  const what = [
    ...(out > 0 ? [`${countOf(out, count, 'worst case', 'worst cases')} ${verbFor(out, 'is', 'are')} left out`] : []),
    ...(isListed || run.judges.length < 2 ? [] : ['the lists of disagreements between judges are left out']),
  ];
  const end = page.length > mostCharacters ? ' It is still too long.' : '';
  const left = `To fit a comment on GitHub, ${what.join(', ')}. The HTML report and the stored run have them in full.${end}`;
  return `${what.length === 0 ? page : page + partGap + left}\n`;
}

/** Cells that cannot act as Markdown. A column of them is aligned to the right. */
const figures = /^(?:[\d\s,+%–−→()/]|\.(?=\d)|to|n\/a)*$/u;

function reportTable({ title, head, rows, notes }: ReportTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => (figures.test(cell) ? cell : markdownLine(cell))).join(' | ')} |`;
  const rules = head.map((_, column) => (rows.every((row) => figures.test(row[column] ?? '')) ? '--:' : '---'));
  const table = [line(head), `|${rules.join('|')}|`, ...rows.map(line)].join('\n');
  return [`**${markdownLine(title)}**`, table, ...(notes.length === 0 ? [] : [bullets(notes)])].join(partGap);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdownLine(line)}`).join('\n');
}

function pageHead(report: RunReport, compared: LabelledComparison | undefined): readonly string[] {
  const { run, warnings } = report;
  const understood = run.understood === undefined ? [] : understoodLines(run.understood, 12);
  const facts = headerFacts(report).map(({ label, value }) => `| ${label} | ${markdownLine(value)} |`);
  return [
    `# ${markdownLine(run.promptName)}${simulatedTitle(run.simulatedParts)}`,
    ...warnings.flatMap((warning) => [
      note(warningText(warning, run)),
      ...(warning.kind === 'simulated' && understood.length > 0 ? [bullets(understood)] : []),
    ]),
    ...(compared === undefined ? [] : markdownComparison(compared)),
    ['| Run | |', '|---|---|', ...facts].join('\n'),
  ];
}

function note(message: string): string {
  return `> **Note:** ${markdownLine(message)}`;
}

function benchmarkPart(
  benchmark: BenchmarkReport,
  { run }: RunReport,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  const { title, question, blocks } = benchmark;
  return [
    `## ${markdownLine(title)}${simulatedTitle(run.simulatedParts)}`,
    `${markdownLine(question)} ${markdownLine(benchmarkCounts(benchmark))}\\.`,
    ...(blocks.length === 0 ? [noScores(run)] : []),
    ...benchmarkTables(benchmark, run.judges).map(reportTable),
    ...disagreementList(benchmark, disagreements),
  ];
}

function disagreementList({ id }: BenchmarkReport, disagreements: readonly JudgeDisagreement[]): readonly string[] {
  const own = disagreements.filter((one) => one.case.startsWith(`${id}/`));
  const more = own.length - mostListed;
  const lines = [
    ...own.slice(0, mostListed).map(disagreementLine),
    ...(more > 0 ? [`- ${countWords(more, 'more', 'more')}; the JSON form lists all.`] : []),
  ];
  return own.length === 0 ? [] : ['### Where the judges disagree', lines.join('\n')];
}

function disagreementLine({ case: key, judgeTitle, turn, criterionId, labels }: JudgeDisagreement): string {
  const parts = [key, judgeTitle, turn === undefined ? undefined : `turn ${turn}`, criterionId];
  const about = parts.filter((part) => part !== undefined).join(', ');
  const said = labels.map(({ judge, label }) => `${markdownLine(judge)} ${markdownLine(label)}`);
  return `- ${markdownLine(about)}: ${said.join('; ')}`;
}

function markdownComparison(compared: LabelledComparison): readonly string[] {
  const { comparison, label } = compared;
  const { before, after, benchmarks, judgeDoubts } = comparison;
  return [
    `## Compared with ${markdownLine(comparedRunName(before, after, label))}`,
    `**${markdownLine(comparisonAnswer(compared))}**`,
    markdownLine(whatIsCompared(comparison)),
    ...openDifferences(comparison).map((difference) =>
      note(`${difference.meaning} Changed: ${differenceName(difference)}.`),
    ),
    ...cautionWords(comparison).map(markdownLine),
    ...benchmarks.flatMap((benchmark) => comparedPart(benchmark, comparison)),
    ...(judgeDoubts === undefined ? [] : [note(judgeDoubts.sentence)]),
    ...(benchmarks.length === 0 ? [] : [markdownLine(methodText(comparison))]),
  ];
}

function comparedPart(benchmark: BenchmarkComparison, comparison: Comparison): readonly string[] {
  const { title, simulatedParts = [], metrics } = benchmark;
  const { decisive, folded } = comparedTables(benchmark, comparison);
  const count = metrics.filter(({ role }) => role === 'exploratory').length;
  const more = `<details><summary>Exploratory: ${countWords(count, 'metric', 'metrics')}</summary>`;
  return [
    `### ${markdownLine(title)}${simulatedTitle(simulatedParts)}`,
    ...decisive.map(reportTable),
    ...(count === 0 ? [] : [more, ...folded.map(reportTable), '</details>']),
  ];
}

/** Maximum worst cases quoted per benchmark, to keep a pull request comment readable. */
const mostCases = 5;
const longestReply = 1_000;
/** Between the parts of a page. */
const partGap = '\n\n';

/** Cases with something undesired, worst first; ties in run order. */
function worstCases(cases: readonly CaseSummary[], session: RunSession): readonly string[] {
  return cases
    .filter(({ badness = 0 }) => badness > 0)
    .toSorted((left, right) => (right.badness ?? 0) - (left.badness ?? 0))
    .slice(0, mostCases)
    .map((summary) => casePart(summary, session));
}

function verdictLine({ judgeTitle, label, outcome, turn, evidence, evidenceFound }: CaseVerdict): string {
  const where = turn === undefined ? '' : ` \\(turn ${turn}\\)`;
  const lacks = evidence !== undefined && evidenceFound === false;
  const quote = lacks ? `, quotes “${markdownLine(briefQuote(evidence))}”, ${quotationNotFound}` : '';
  return `- ${markdownLine(judgeTitle)}${where}: ${markdownLine(label)}, ${outcomeWords[outcome]}${quote}`;
}

function casePart(summary: CaseSummary, session: RunSession): string {
  const { turns = [], verdicts = [] } = caseDetail(session, summary.id) ?? {};
  const reply = turns.flatMap(({ role, text }) => (role === 'reply' ? [text] : [])).join('\n\n');
  const id = boundedText(summary.id).replace(/[`|\p{Cc}\p{Cf}]/gu, '?');
  return [
    `**${markdownLine(summary.title)}**, ${markdownLine(summary.group)}, \`${id}\``,
    'Student:',
    markdownBlock(summary.quote),
    'Reply:',
    markdownBlock(boundedText(reply, longestReply)),
    verdicts.map(verdictLine).join('\n'),
  ].join(partGap);
}

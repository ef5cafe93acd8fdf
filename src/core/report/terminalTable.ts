import { formatInterval, formatMetric, lackingNotes } from '../benchmark/formatMetric';
import { groupedBy } from '../benchmark/samples';
import {
  benchmarkCounts,
  headerFacts,
  noScores,
  warningText,
  shortenRevision,
  simulatedMark,
} from '../results/headerFacts';
import type { BenchmarkReport, ReportedMetric, ReportTable, RunReport } from '../results/reportModel';
import { citeTables } from '../results/citeReport';
import type { RuleReport } from '../results/ruleModel';
import type { TrustBadge } from '../results/trustModel';
import { simulatedTitle, understoodLines } from '../results/understoodPrompt';
import { columnWidths, displayWidth, fitToWidth, tableRow, wrapLine } from '../text/displayWidth';
import { t } from '../text/countWords';
import { intervalTitle } from '../text/formatNumber';
import { readableLine } from '../text/readableText';
import { furtherTables } from './reportTables';

export interface TerminalStyle {
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether escape sequences for weight and colour may be used; off under NO_COLOR. */
  readonly color: boolean;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The output surface: its width, and how to apply colour or weight if the terminal supports them. */
export interface TerminalPage {
  readonly width: number;
  readonly paint: (code: keyof typeof codes, text: string) => string;
}

export function terminalPage({ width, color }: TerminalStyle, narrowest: number, widest: number): TerminalPage {
  return {
    width: Math.min(widest, Math.max(narrowest, Math.floor(width) || 80)),
    paint: (code, text) => (color && text !== '' ? `\u001B[${codes[code]}m${text}\u001B[0m` : text),
  };
}

export function dimLines(text: string, { width, paint }: TerminalPage, indent = ''): readonly string[] {
  return wrapLine(readableLine(text), width - indent.length).map((line) => paint('dim', indent + line));
}

/** A text behind a mark, in yellow for a warning. */
export function notice(text: string, { width, paint }: TerminalPage, isWarning = true): readonly string[] {
  const mark = isWarning ? '! ' : '· ';
  return wrapLine(readableLine(text), width - 2).map((line, index) =>
    paint(isWarning ? 'yellow' : 'dim', (index === 0 ? mark : '  ') + line),
  );
}

/** Wider tables are harder to read along a row. */
const pageOf = (style: TerminalStyle): TerminalPage => terminalPage(style, 40, 110);
const gap = '  ';
const shownFacts = new Set(['Protocol', 'Started', 'Calls', 'Cost', 'Cost by judge', 'Majority']);

/** The report as a score table for a terminal, warnings first. No untrusted text can move the cursor. */
export function terminalTable(report: RunReport, style: TerminalStyle): string {
  const { run, warnings, benchmarks } = report;
  const page = pageOf(style);
  const { width, paint } = page;
  const name = `${readableLine(run.promptName)} ${shortenRevision(run.revision)}`;
  const student = run.student === undefined ? '' : ` · student ${run.student}${simulatedMark(run, 'student')}`;
  const models = `tutor ${run.tutor}${simulatedMark(run, 'tutor')}${student} · judge ${run.judges.join(', ')}${simulatedMark(run, 'judge')}`;
  const facts = headerFacts(report).filter(({ label }) => shownFacts.has(label));
  // Limited so that the table still fits on a screen.
  const understood = run.understood === undefined ? [] : understoodLines(run.understood, 12);
  return [
    ...warnings.flatMap((warning) => [
      ...notice(warningText(warning, run), page),
      ...(warning.kind === 'simulated' ? understood : []).map((line) =>
        paint('dim', `  ${fitToWidth(readableLine(line), width - 2)}`),
      ),
    ]),
    ...(warnings.length > 0 ? [''] : []),
    paint('bold', fitToWidth(name, width)),
    ...dimLines(models, page),
    ...(report.rules === undefined ? [] : ruleLines(report.rules, page)),
    ...citeTables(report).flatMap((table) => reportTable(table, page)),
    ...benchmarks.flatMap((benchmark) => ['', ...benchmarkLines(benchmark, report, page)]),
    '',
    ...facts.flatMap(({ label, value }) => dimLines(`${label}: ${value}`, page)),
    '',
  ].join('\n');
}

/** The rows of one table with its head, for instance the metrics of human labels; ends without a line end. */
export function metricLines(metrics: readonly ReportedMetric[], style: TerminalStyle): string {
  return metricTable('', metrics, pageOf(style)).slice(2).join('\n');
}

function benchmarkLines(benchmark: BenchmarkReport, { run }: RunReport, page: TerminalPage): readonly string[] {
  const { width, paint } = page;
  const title = `${benchmark.title}${simulatedTitle(run.simulatedParts)}`;
  return [
    paint('bold', paint('cyan', fitToWidth(title, width))),
    ...dimLines(benchmarkCounts(benchmark), page),
    ...benchmark.blocks.flatMap(({ title: block, judge, metrics }) => {
      const by = run.judges.length > 1 ? `, judged by ${readableLine(judge)}` : '';
      return metricTable(`${block}${by}`, metrics, page);
    }),
    ...(benchmark.blocks.length === 0 ? ['', noScores(run)] : []),
    ...furtherTables(benchmark).flatMap((table) => reportTable(table, page)),
  ];
}

/** Each rule with its outcome, and below it what it adds to each target. */
function ruleLines(report: RuleReport, page: TerminalPage): readonly string[] {
  const { width, paint } = page;
  const longest = Math.max(0, ...report.rules.map(({ words }) => displayWidth(words)));
  const left = Math.max(20, width - longest - gap.length);
  const colours = { helps: 'green', hurts: 'red', mixed: 'yellow' } as const;
  return [
    ...['', paint('bold', report.title)],
    ...report.rules.flatMap((rule) => {
      const title = tableRow([readableLine(rule.title), left], [], []);
      const { outcome = 'nothing', words, effects } = rule;
      const row = `${title}${gap}${outcome in colours ? paint(colours[outcome as keyof typeof colours], words) : words}`;
      const found = report.targets.map(({ title: target, n }, index) => {
        return t`${target} ${effects[index]?.text ?? 'n/a'}, n ${n}`;
      });
      const below = [found.join(' · '), ...(rule.advice === undefined ? [] : [rule.advice])];
      return [row.trimEnd(), ...below.flatMap((line) => dimLines(line, page, '   '))];
    }),
    ...report.notes.flatMap((note) => dimLines(note, page, gap)),
  ];
}

/** The title of a row gets a line of its own where it has no room beside the cells. */
function reportTable(
  { title, head, rows, notes }: ReportTable,
  page: TerminalPage,
  isFaint = (_row: number): boolean => false,
): readonly string[] {
  const { width, paint } = page;
  const [longest = 0, ...widths] = columnWidths([head, ...rows]);
  const first = Math.min(longest, width - widths.reduce((sum, one) => sum + one + gap.length, 0));
  const line = ([name = '', ...cells]: readonly string[]): string =>
    first >= Math.min(longest, 12)
      ? tableRow([readableLine(name), first], cells, widths)
      : `${fitToWidth(readableLine(name), width)}\n${fitToWidth(tableRow(['', 0], cells, widths), width)}`;
  return [
    ...['', paint('bold', fitToWidth(title, width)), paint('dim', line(head))],
    ...rows.map((row, index) => (isFaint(index) ? paint('dim', line(row)) : line(row))),
    ...notes.flatMap((note) => dimLines(note, page, gap)),
  ];
}

/** Rows whose judge is not reliable are faint. */
function metricTable(title: string, metrics: readonly ReportedMetric[], page: TerminalPage): readonly string[] {
  const columns = metrics.some(({ badge }) => badge !== undefined) ? 6 : 5;
  const rows = metrics.map((metric) => [
    ...[metric.title, formatMetric(metric), formatInterval(metric), String(metric.n), String(metric.excluded)],
    metric.badge?.short ?? '–',
  ]);
  const table = {
    title,
    head: ['metric', 'value', intervalTitle, 'n', 'excl.', 'judge'].slice(0, columns),
    rows: rows.map((row) => row.slice(0, columns)),
    notes: [...lackingNotes(metrics), ...trustNotes(metrics)],
  };
  return reportTable(table, page, (index) => metrics[index]?.badge?.status === 'beaten');
}

/** Notes below the table: where kappa comes from, once for all equal rows, and which judges are unreliable. */
function trustNotes(metrics: readonly ReportedMetric[]): readonly string[] {
  const shown = metrics.flatMap(({ badge, title }) => (badge === undefined ? [] : [{ ...badge, title }]));
  // With too few labels no agreement is reported.
  const checks = groupedBy(shown, ({ facts, status }) => (facts === '' || status === 'few' ? undefined : facts));
  const doubts = shown.flatMap(({ status, reason, remark, title }) => [
    { said: reason && `${reasonHeads[status]}: ${reason}`, title },
    { said: remark && `the judge was ${remark}`, title },
  ]);
  return [
    ...[...checks].map(
      ([facts, of]) => `κ: the judge’s agreement with people (n ${rangeOf(of.map(({ n }) => n))}, ${facts})`,
    ),
    ...[...groupedBy(doubts, ({ said }) => said)].map(
      ([said, of]) => `! ${[...new Set(of.map(({ title }) => title))].join(', ')}: ${said}`,
    ),
  ];
}

const reasonHeads: Readonly<Record<TrustBadge['status'], string>> = {
  checked: 'checked',
  beaten: 'the judge is not reliable',
  few: 'the judge was checked on too few labels',
  unchecked: 'the judge counts as unchecked',
};

/** `120`, or `1,074 to 1,606`. */
function rangeOf(counts: readonly number[]): string {
  const ends = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en'));
  return [...new Set(ends)].join(' to ');
}

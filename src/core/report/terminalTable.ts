import { formatInterval, formatMetric, intervalTitle, lackingNotes } from '../benchmark/formatMetric';
import type { MetricValue } from '../benchmark/metric';
import { failureTagTable } from '../results/failureTags';
import {
  benchmarkCounts,
  headerFacts,
  judgeMark,
  noScores,
  shortenRevision,
  simulatedMark,
} from '../results/headerFacts';
import { agreementTable } from '../results/judgesAgreement';
import type { BenchmarkReport, ReportedMetric, RunReport } from '../results/reportModel';
import type { TrustBadge } from '../results/trustModel';
import { turnRates, type TurnRates } from '../results/turnRates';
import { simulatedOn, simulatedTitle, understoodLines } from '../results/understoodPrompt';
import { columnWidths, displayWidth, fitToWidth, padTo, tableRow, wrapLine } from '../text/displayWidth';
import { readableLine } from '../text/readableText';
import { trustBadge } from './runTrust';

export interface TerminalStyle {
  readonly width: number;
  /** Whether escape sequences for weight and colour may be used; off under NO_COLOR. */
  readonly color: boolean;
}

const codes = { bold: 1, dim: 2, yellow: 33, cyan: 36 } as const;
/** Sentences of the prompt above a table; a screen has to hold both. */
const mostSentences = 12;
const narrowest = 40;
/** Wider tables are harder to read along a row. */
const widest = 110;
const gap = '  ';
const shownFacts = new Set(['Started', 'Calls', 'Cost', 'Cost by judge', 'Majority']);

/** The report as a score table for a terminal, warnings first. No untrusted text can move the cursor. */
export function terminalTable(report: RunReport, style: TerminalStyle): string {
  const { run, warnings, benchmarks } = report;
  const width = boundedWidth(style);
  const paint = painter(style);
  const name = `${readableLine(run.promptName)} ${shortenRevision(run.revision)}`;
  const student = run.student === undefined ? '' : ` · student ${run.student}${simulatedMark(run, 'student')}`;
  const models = `tutor ${run.tutor}${simulatedMark(run, 'tutor')}${student} · judge ${run.judges.join(', ')}${judgeMark(run)}`;
  const facts = headerFacts(report).filter(({ label }) => shownFacts.has(label));
  return [
    ...warnings.flatMap(({ kind, message }) => [
      ...notice(message, width, paint),
      ...(kind === 'simulated' ? understoodList(run, width, paint) : []),
    ]),
    ...(warnings.length > 0 ? [''] : []),
    paint('bold', fitToWidth(name, width)),
    ...wrapLine(readableLine(models), width).map((line) => paint('dim', line)),
    ...benchmarks.flatMap((benchmark) => ['', ...benchmarkLines(benchmark, report, width, paint)]),
    '',
    ...facts.flatMap(({ label, value }) => wrapLine(`${label}: ${value}`, width).map((line) => paint('dim', line))),
    '',
  ].join('\n');
}

/** The rows of one table with its head, for instance the metrics of human labels; ends without a line end. */
export function metricLines(metrics: readonly ReportedMetric[], style: TerminalStyle): string {
  return tableLines(metrics, boundedWidth(style), painter(style)).join('\n');
}

type Paint = (code: keyof typeof codes, text: string) => string;

function boundedWidth({ width }: TerminalStyle): number {
  return Math.min(widest, Math.max(narrowest, Math.floor(width) || 80));
}

function painter({ color }: TerminalStyle): Paint {
  return (code, text) => (color && text !== '' ? `\u001B[${codes[code]}m${text}\u001B[0m` : text);
}

function notice(message: string, width: number, paint: Paint): readonly string[] {
  return wrapLine(readableLine(message), width - 2).map((line, place) =>
    paint('yellow', (place === 0 ? '! ' : '  ') + line),
  );
}

function understoodList({ understood }: RunReport['run'], width: number, paint: Paint): readonly string[] {
  if (understood === undefined) return [];
  return understoodLines(understood, mostSentences).map((line) =>
    paint('dim', `  ${fitToWidth(readableLine(line), width - 2)}`),
  );
}

function benchmarkLines(
  benchmark: BenchmarkReport,
  { run }: RunReport,
  width: number,
  paint: Paint,
): readonly string[] {
  const title = `${benchmark.title}${simulatedTitle(simulatedOn(run, benchmark.title))}`;
  const counts = wrapLine(benchmarkCounts(benchmark), width).map((line) => paint('dim', line));
  const blocks = benchmark.blocks.flatMap(({ title: block, judge, metrics }) => {
    const by = run.judges.length > 1 ? `, judged by ${readableLine(judge)}` : '';
    return ['', paint('bold', fitToWidth(`${block}${by}`, width)), ...tableLines(metrics, width, paint)];
  });
  const none = benchmark.blocks.length === 0 ? ['', noScores(run)] : [];
  return [
    paint('bold', paint('cyan', fitToWidth(title, width))),
    ...counts,
    ...blocks,
    ...none,
    ...turnRates(benchmark).flatMap((table) => ['', ...turnLines(table, width, paint)]),
    ...agreementLines(benchmark, width, paint),
    ...failureTagLines(benchmark, width, paint),
  ];
}

function failureTagLines({ failureTags }: BenchmarkReport, width: number, paint: Paint): readonly string[] {
  const table = failureTagTable(failureTags);
  if (table === undefined) return [];
  // Behind a title of some thirty characters, a count and a share.
  const bars = Math.max(0, Math.min(30, width - 50));
  const most = Math.max(1, ...table.rows.map(({ count }) => count));
  const titles = Math.max(0, ...table.rows.map(({ title }) => displayWidth(title)));
  const rows = table.rows.map(({ title, count, share }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((bars * count) / most)));
    return `${padTo(fitToWidth(title, titles), titles)}${gap}${padTo(String(count), 4, 'left')}${gap}${padTo(share, 5, 'left')}${gap}${paint('cyan', bar)}`;
  });
  const about = wrapLine(readableLine(table.about), width).map((line) => paint('dim', line));
  return ['', paint('bold', table.title), ...about, ...rows];
}

function turnLines({ title, head, rows }: TurnRates, width: number, paint: Paint): readonly string[] {
  const widths = columnWidths([head, ...rows]);
  const figures = widths.slice(1).reduce((sum, one) => sum + one + gap.length, 0);
  const line = ([name = '', ...cells]: readonly string[]): string => {
    const shown = cells.map((cell, column) => padTo(cell, widths[column + 1] ?? 0, 'left')).join(gap);
    const first = Math.min(widths[0] ?? 0, width - figures);
    // Where both do not fit beside each other, the name has a line of its own.
    return first < (widths[0] ?? 0) ? `${fitToWidth(name, width)}\n  ${shown}` : `${padTo(name, first)}${gap}${shown}`;
  };
  return [paint('bold', fitToWidth(title, width)), paint('dim', line(head)), ...rows.map(line)];
}

function tableLines(metrics: readonly ReportedMetric[], width: number, paint: Paint): readonly string[] {
  const badges = metrics.map(({ judgeTrust }) => trustBadge(judgeTrust));
  const columns = badges.some((badge) => badge !== undefined) ? 5 : 4;
  const head = ['value', intervalTitle(metrics), 'n', 'excl.', 'judge'].slice(0, columns);
  const rows = metrics.map((metric, place) => {
    const { n, excluded } = metric;
    const trust = badges[place]?.short ?? '–';
    return [formatMetric(metric), formatInterval(metric), String(n), String(excluded), trust].slice(0, columns);
  });
  const widths = columnWidths([head, ...rows]);
  const figures = widths.reduce((sum, one) => sum + one + gap.length, 0);
  const titles = metrics.map(({ title }) => readableLine(title));
  const titleWidth = Math.max(8, Math.min(width - figures, Math.max(6, ...titles.map(displayWidth))));
  const barWidth = Math.min(24, width - figures - titleWidth - gap.length);
  return [
    paint('dim', tableRow(['metric', titleWidth], head, widths)),
    ...metrics.map((metric, place) => {
      const row = tableRow([titles[place] ?? '', titleWidth], rows[place] ?? [], widths);
      const line = `${row}${gap}${terminalBar(metric, barWidth)}`.trimEnd();
      return badges[place]?.status === 'beaten' ? paint('dim', line) : line;
    }),
    ...[...lackingNotes(metrics), ...trustNotes(badges, titles)].flatMap((note) =>
      wrapLine(note, width - 2).map((words) => paint('dim', `  ${words}`)),
    ),
  ];
}

/** What the column of judges leaves unsaid: what kappa is and comes from, once for all rows alike, and which judges fail. */
function trustNotes(badges: readonly (TrustBadge | undefined)[], titles: readonly string[]): readonly string[] {
  const checks = new Map<string, number[]>();
  const reasons = new Map<string, string[]>();
  for (const [place, badge] of badges.entries()) {
    if (badge === undefined) continue;
    const { facts, n, reason, remark } = badge;
    // Of too few labels there is no agreement to speak of.
    if (facts !== '' && badge.status !== 'few') checks.set(facts, [...(checks.get(facts) ?? []), n]);
    const said = [
      ...(reason === undefined ? [] : [`${reasonHeads[badge.status]}: ${reason}`]),
      ...(remark === undefined ? [] : [`the judge was ${remark}`]),
    ];
    for (const one of said) reasons.set(one, [...(reasons.get(one) ?? []), titles[place] ?? '']);
  }
  return [
    ...[...checks].map(([facts, counts]) => `κ: the judge’s agreement with people (n ${rangeOf(counts)}, ${facts})`),
    ...[...reasons].map(([said, of]) => `! ${[...new Set(of)].join(', ')}: ${said}`),
  ];
}

const reasonHeads: Readonly<Record<TrustBadge['status'], string>> = {
  checked: 'checked',
  beaten: 'the judge is not to be relied on',
  few: 'the judge was checked on too few labels',
  unchecked: 'the judge counts as unchecked',
};

/** `120`, or `1,074 to 1,606`. */
function rangeOf(counts: readonly number[]): string {
  const ends = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en'));
  return [...new Set(ends)].join(' to ');
}

const narrowestTitle = 8;
/** Room that titles should have before columns are left out for them. */
const wantedTitle = 12;

/** How far the judges of a benchmark agree, in `width` columns. No untrusted text can move the cursor. */
function agreementLines({ agreement, majority }: BenchmarkReport, width: number, paint: Paint): readonly string[] {
  if (agreement === undefined) return [];
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const titles = rows.map((row) => readableLine(row.title));
  const longest = Math.max(displayWidth('judge'), ...titles.map(displayWidth));
  const all = columnWidths([head, ...rows.map(({ cells }) => cells)]);
  const roomLeft = (columns: readonly number[]): number =>
    width - columns.reduce((sum, column) => sum + (all[column] ?? 0) + gap.length, 0);
  const choices = columnChoices(head.length);
  const shown = choices.find((columns) => roomLeft(columns) >= Math.min(longest, wantedTitle)) ?? choices.at(-1) ?? [];
  const titleWidth = Math.max(narrowestTitle, Math.min(roomLeft(shown), longest));
  const line = (name: string, cells: readonly string[]): string =>
    tableRow(
      [name, titleWidth],
      shown.map((column) => cells[column] ?? ''),
      shown.map((column) => all[column] ?? 0),
    );
  return [
    ...['', paint('bold', title), paint('dim', line('judge', head))],
    ...rows.map(({ cells }, place) => line(titles[place] ?? '', cells)),
    ...notes.flatMap((note) => wrapLine(readableLine(note), width - 2)).map((words) => paint('dim', `  ${words}`)),
  ];
}

/** All columns, and what is left of them where they do not fit: first the figures by rank go, then the interval. */
function columnChoices(count: number): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, column) => column);
  const last = all.slice(-2);
  const shorter = [
    [0, 1, 2, ...last],
    [0, 1, ...last],
  ];
  return count > 5 ? [all, ...shorter] : shorter;
}

/** Narrower bars show nothing. */
const narrowestBar = 8;

/** A metric on its scale: dots for the scale, a line for the interval, a point for the value. Empty where there is no room. */
function terminalBar({ value, ci, scale: [from, to] }: MetricValue, width: number): string {
  if (width < narrowestBar || value === undefined || to <= from) return '';
  const at = (number: number): number =>
    Math.min(width - 1, Math.max(0, Math.round(((number - from) / (to - from)) * (width - 1))));
  const cells = Array.from({ length: width }, () => '·');
  if (ci !== undefined) cells.fill('━', at(ci.low), at(ci.high) + 1);
  cells[at(value)] = '●';
  return cells.join('');
}

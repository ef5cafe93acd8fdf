import type { ReliabilityTable } from '../benchmark/goldReply';
import { columnWidths, displayWidth, fitToWidth, tableRow, wrapLine } from '../text/displayWidth';
import { decimalText } from '../text/formatNumber';
import { readableLine } from '../text/readableText';
import type { Interval } from '../statistics/interval';
import type { DimensionAgreement, WithinTutors } from './dimensionAgreement';
import { judgeStanding } from './trustOf';
import type { RatedLabel } from './ratedLabel';

const widest = 110;
const narrowest = 40;
/** Maximum characters of a quoted text. */
const longestQuote = 600;

export function agreementTable(dimensions: readonly DimensionAgreement[], columns: number): string {
  const width = bounded(columns);
  const within = tutorTables(dimensions);
  const head = ['n', 'failed', 'agree', 'deviation', 'kappa', '95% interval', 'macro-F1', 'Pearson', 'majority'];
  const rows = dimensions.map((one) => [
    String(one.n),
    String(one.failed),
    statistic(one.agreement),
    statistic(one.deviation),
    statistic(one.kappa),
    range(one.kappaCi),
    statistic(one.macroF1),
    statistic(one.pearson),
    majorityCell(one),
  ]);
  const ids = dimensions.map(({ id }) => id);
  return [
    ...aligned('dimension', head, ids, rows),
    ...dimensions.flatMap(remarks).flatMap((text) => indented(text, width)),
    ...(within.length === 0 ? [] : ['', ...within]),
    '',
    'Confusion (rows: labels, columns: judge)',
    ...dimensions.flatMap(confusionLines),
  ].join('\n');
}

export function judgesSideBySide(
  judges: readonly { readonly judge: string; readonly dimensions: readonly DimensionAgreement[] }[],
): string {
  const ids = [...new Set(judges.flatMap(({ dimensions }) => dimensions.map(({ id }) => id)))];
  const rows = ids.map((id) =>
    judges.map(({ dimensions }) => {
      const found = dimensions.find((one) => one.id === id);
      return found === undefined ? '–' : `${statistic(found.kappa)} (n ${found.n})`;
    }),
  );
  const heads = judges.map(({ judge }) => fitToWidth(readableLine(judge), 32));
  return ['Kappa side by side', ...aligned('dimension', heads, ids, rows)].join('\n');
}

export function disagreementList(list: readonly RatedLabel[], columns: number): string {
  const width = bounded(columns);
  return list
    .map((one) => {
      const { turn, reply } = one.named ?? one;
      const position = [one.dimension, one.sampleId, one.tutor];
      if (turn !== undefined) position.push(`turn ${turn}`);
      if (one.criterionId !== undefined) position.push(`criterion ${one.criterionId}`);
      return [
        fitToWidth(readableLine(position.filter((part) => part !== '').join(' · ')), width),
        ...(reply === '' ? [] : indented(`Reply: ${quote(reply)}`, width)),
        ...indented(`Label: ${String(one.human)}${reasonOf(one.humanReason)}`, width),
        ...indented(`Judge: ${String(one.judge)}${reasonOf(one.judgeReason)}`, width),
      ].join('\n');
    })
    .join('\n\n');
}

function remarks(one: DimensionAgreement): readonly string[] {
  const standing = judgeStanding(one, one.within);
  if (standing.status === 'checked') return [];
  const says = standing.status === 'few' ? `? ${one.id}: too few labels` : `! ${one.id}: not reliable`;
  return [`${says}: ${standing.reason}.`];
}

function confusionLines({ id, confusion }: DimensionAgreement): readonly string[] {
  const { labels, counts, failed } = confusion;
  const someFailed = failed.some((count) => count > 0);
  const names = labels.map((label) => fitToWidth(readableLine(String(label)), 24));
  const rows = counts.map((row, index) => [...row.map(String), ...(someFailed ? [String(failed[index] ?? 0)] : [])]);
  return aligned(id, [...names, ...(someFailed ? ['failed'] : [])], names, rows).map((line) => `  ${line}`);
}

function indented(text: string, width: number): readonly string[] {
  return wrapLine(readableLine(text), width - 2).map((words) => `  ${words}`);
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined || reason.trim() === '' ? ' (no reason given)' : `. ${quote(reason)}`;
}

function quote(text: string): string {
  const line = readableLine(text);
  return line.length > longestQuote ? `${line.slice(0, longestQuote).trimEnd()}…` : line;
}

function bounded(columns: number): number {
  return Math.min(widest, Math.max(narrowest, Math.floor(columns) || 80));
}

/** Agreement within tutors, then kappa and Pearson of each; empty if no tutor has enough labels. */
function tutorTables(dimensions: readonly DimensionAgreement[]): readonly string[] {
  const known = dimensions.flatMap(({ id, within }) =>
    within === undefined || within.tutors.length === 0 ? [] : [{ id, within }],
  );
  if (known.length === 0) return [];
  const ids = known.map(({ id }) => id);
  const cells = known.map(({ within }) => cellsOf(within));
  const names = [...new Set(known.flatMap(({ within }) => within.tutors.map(({ tutor }) => tutor)))].sort();
  const heads = names.map((name) => (name === '' ? 'not named' : readableLine(name)));
  const byTutor = ([title, key]: readonly [title: string, key: 'kappa' | 'pearson']): readonly string[] => {
    const rows = known.map(({ within: { tutors } }) =>
      names.map((name) => {
        const found = tutors.find(({ tutor }) => tutor === name);
        return found === undefined ? '–' : statistic(found[key]);
      }),
    );
    return ['', `${title} by tutor`, ...aligned('dimension', heads, ids, rows)];
  };
  return [
    'Within tutors (trust uses these statistics; those above also reward telling tutors apart)',
    ...aligned('dimension', [...withinHeads, ...withoutHeads], ids, cells),
    ...byTutor(['Kappa', 'kappa']),
    ...byTutor(['Pearson', 'pearson']),
  ];
}

const withinHeads = ['tutors', 'n', 'agree', 'kappa', '95% interval', 'macro-F1', 'majority'];
const withoutHeads = ['without', 'kappa then', '95% interval'];

function cellsOf(within: WithinTutors): readonly string[] {
  const { tutors, n, agreement, kappa, kappaCi, macroF1, withoutOne: without } = within;
  const counts = [
    String(tutors.length),
    String(n),
    statistic(agreement),
    statistic(kappa),
    range(kappaCi),
    statistic(macroF1),
  ];
  const rest = without
    ? [readableLine(without.tutor), statistic(without.kappa), range(without.kappaCi)]
    : ['–', '–', '–'];
  return [...counts, majorityCell(within), ...rest];
}

function majorityCell({ majority }: Pick<WithinTutors, 'majority'>): string {
  return majority === undefined ? 'n/a' : `${statistic(majority.agreement)} / ${statistic(majority.macroF1)}`;
}

function range(ci: Interval | undefined): string {
  return ci === undefined ? '–' : `${statistic(ci.low)} to ${statistic(ci.high)}`;
}

/** A benchmark's own table; the column `n` holds counts. */
export function reliabilityText({ title, columns, rows }: ReliabilityTable): string {
  const textOf = (cell: number | undefined, index: number): string =>
    columns[index] === 'n' ? String(cell) : statistic(cell);
  const titles = rows.map((row) => row.title);
  return [
    title,
    ...aligned(
      '',
      columns,
      titles,
      rows.map((row) => row.cells.map(textOf)),
    ),
  ].join('\n');
}

/** A text table. The first column is left-aligned under `corner`. */
export function aligned(
  corner: string,
  heads: readonly string[],
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const plain = titles.map(readableLine);
  const first = Math.max(displayWidth(corner), ...plain.map(displayWidth));
  const widths = columnWidths([heads, ...rows]);
  return [
    tableRow([corner, first], heads, widths),
    ...rows.map((row, index) => tableRow([plain[index] ?? '', first], row, widths)),
  ];
}

/** A statistic with three decimals, or `n/a`. The minus sign is U+2212. */
export function statistic(value: number | undefined): string {
  return value === undefined ? 'n/a' : decimalText(value, 3);
}

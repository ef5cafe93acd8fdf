import type { BenchmarkComparison, Comparison, MetricComparison } from '../compare/comparison';
import {
  comparisonWords,
  isStoppedByCorrection,
  obstacleText,
  rangeText,
  signedNumber,
  unitsText,
  valueText,
} from '../compare/comparisonWords';
import { displayWidth, padTo, wrapLine } from '../text/displayWidth';
import { readableLine } from '../text/readableText';

/** Escape codes of the colours and weights in use. */
export const paintCodes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Puts a text into a colour or weight, where the terminal has them. */
export type Paint = (code: keyof typeof paintCodes, text: string) => string;

/** Columns of a title below which it is hard to tell metrics apart; a table gives up columns of figures for them. */
const shortestTitle = 20;
/** All that a terminal narrower than any table of figures leaves. */
const narrowestTitle = 8;
const gap = '  ';

/** A column of figures; all rows have all of them. */
interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
}

interface Row {
  readonly metric: MetricComparison;
  readonly title: string;
  readonly verdict: string;
  /** Stands in the place of figures and verdict where there is no verdict to support. */
  readonly instead: string | undefined;
}

/**
 * The metrics of a block as lines of at most `width` columns, head first. Where room is short the values go first and `needed` next;
 * titles go on in further lines. Untrusted titles and values are plain lines.
 */
export function comparisonTable(
  metrics: readonly MetricComparison[],
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): readonly string[] {
  const rows = metrics.map((metric): Row => {
    const reason = obstacleText(metric, benchmark.id, comparison);
    const word = comparisonWords[metric.word];
    return {
      metric,
      title: readableLine(metric.title),
      verdict: word + (metric.insideBand === true ? ' ~' : ''),
      instead: reason === undefined ? undefined : readableLine(`${word}: ${reason}`),
    };
  });
  const verdictWidth = widestOf([
    'verdict',
    ...rows.map(({ instead, verdict }) => (instead === undefined ? verdict : '')),
  ]);
  const longestTitle = widestOf(['metric', ...rows.map(({ title }) => title)]);
  const room = width - Math.min(longestTitle, shortestTitle) - verdictWidth;
  const { values, tests } = fittingColumns(rows, room, comparison.withoutVerdicts !== true);
  const figures = widthOf([...values, ...tests]) + gap.length + verdictWidth;
  const besideReasons = width - widthOf(values) - gap.length - widestOf(rows.map(({ instead }) => instead ?? ''));
  const titleWidth = Math.min(
    longestTitle,
    Math.max(narrowestTitle, Math.min(width - figures, Math.max(shortestTitle, besideReasons))),
  );
  const line = (columns: readonly Column[], text: (column: Column) => string): string =>
    columns.map((column) => padTo(text(column), column.width, 'left') + gap).join('');
  const head = line([...values, ...tests], (column) => column.head);
  return [
    paint('dim', `${padTo('metric', titleWidth)}${gap}${head}verdict`),
    ...rows.flatMap(({ metric: { word }, title, verdict, instead }, place) => {
      const cell = ({ cells }: Column): string => cells[place] ?? '';
      const start = line(values, cell);
      const painted = word === 'better' ? paint('green', verdict) : word === 'worse' ? paint('red', verdict) : verdict;
      const rest = width - titleWidth - gap.length - displayWidth(start);
      const ends = instead === undefined ? [line(tests, cell) + painted] : wrapLine(instead, rest);
      const titles = wrapLine(title, titleWidth);
      return Array.from({ length: Math.max(titles.length, ends.length) }, (_, at) => {
        const middle = at === 0 ? start : ' '.repeat(displayWidth(start));
        const [name = '', end = ''] = [titles[at], ends[at]];
        return end === '' && at > 0 ? name : padTo(name, titleWidth) + gap + middle + end;
      });
    }),
  ];
}

/** What a row says, in columns that fit beside title and verdict; those of a test only where there are verdicts. */
function fittingColumns(
  rows: readonly Row[],
  room: number,
  isTested: boolean,
): { readonly values: readonly Column[]; readonly tests: readonly Column[] } {
  const metrics = rows.map(({ metric }) => metric);
  const tested = rows.flatMap(({ metric, instead }) => (instead === undefined ? [metric] : []));
  const column = (head: string, cellOf: (metric: MetricComparison) => string, wide = tested): Column => {
    return { head, cells: metrics.map(cellOf), width: widestOf([head, ...wide.map(cellOf)]) };
  };
  const values = [
    column('before', (metric) => valueText(metric.compared.before, metric), metrics),
    column('after', (metric) => valueText(metric.compared.after, metric), metrics),
  ];
  const tests = [
    column('change', ({ difference, unit }) => (difference === undefined ? 'n/a' : signedNumber(difference, unit))),
    column('interval', (metric) => rangeText(metric) ?? '–'),
    column('n', unitsText),
    ...(isTested ? [column('p', pText)] : []),
  ];
  const more = isTested ? [...tests, column('needed', neededText)] : tests;
  const fits = (columns: readonly Column[]): boolean => widthOf(columns) + gap.length <= room;
  if (fits([...values, ...more])) return { values, tests: more };
  return { values: [], tests: fits(more) ? more : tests };
}

/** More units are no advice where the metric's own test would do and only the correction stands in the way: that is a hint. */
function neededText(metric: MetricComparison): string {
  const { word, needed, design } = metric;
  if (isStoppedByCorrection(metric)) return 'hint';
  if (word !== 'noEvidence' || needed === undefined) return '–';
  const text = needed.toLocaleString('en');
  return design === 'paired' ? text : `${text}/${text}`;
}

function pText({ pCorrected: p }: MetricComparison): string {
  if (p === undefined) return '–';
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

function widestOf(texts: readonly string[]): number {
  return Math.max(...texts.map(displayWidth));
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap.length, 0);
}

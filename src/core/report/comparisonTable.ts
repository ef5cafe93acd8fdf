import { displayWidth, padTo, wrapLine } from '../text/displayWidth';
import { formatNumber } from '../benchmark/formatMetric';
import { readableLine } from '../text/readableText';
import type { BenchmarkComparison, Comparison, MetricComparison } from '../compare/comparison';
import { comparisonWords, obstacleText, signedNumber, isStoppedByCorrection } from '../compare/comparisonWords';

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
    return {
      metric,
      title: readableLine(metric.title),
      verdict: comparisonWords[metric.word] + (metric.insideBand === true ? ' ~' : ''),
      instead: reason === undefined ? undefined : readableLine(`${comparisonWords[metric.word]}: ${reason}`),
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
  const line = (cells: readonly Column[], text: (column: Column) => string): string =>
    cells.map((column) => padTo(text(column), column.width, 'left') + gap).join('');
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
  const column = (head: string, cellOf: (metric: MetricComparison) => string, wide = metrics): Column => {
    return { head, cells: metrics.map(cellOf), width: widestOf([head, ...wide.map(cellOf)]) };
  };
  const values = [
    column('before', ({ compared, unit }) => valueText(compared.before, unit)),
    column('after', ({ compared, unit }) => valueText(compared.after, unit)),
  ];
  const tests = [
    column(
      'change',
      ({ difference, unit }) => (difference === undefined ? 'n/a' : signedNumber(difference, unit)),
      tested,
    ),
    column('interval', intervalText, tested),
    column('n', unitsText, tested),
    ...(isTested
      ? [column('p', ({ pCorrected }) => (pCorrected === undefined ? '–' : pText(pCorrected)), tested)]
      : []),
  ];
  const more = isTested ? [...tests, column('needed', neededText, tested)] : tests;
  const choices = [
    { values, tests: more },
    { values: [], tests: more },
  ];
  const fits = (choice: (typeof choices)[number]): boolean =>
    widthOf([...choice.values, ...choice.tests]) + gap.length <= room;
  return choices.find(fits) ?? { values: [], tests };
}

function unitsText({ design, pairs, before, after }: MetricComparison): string {
  return design === 'paired' ? String(pairs) : `${before.n}/${after.n}`;
}

/** More units are no advice where the metric's own test would do and only the correction stands in the way: that is a hint. */
function neededText(metric: MetricComparison): string {
  const { word, needed, design } = metric;
  if (isStoppedByCorrection(metric)) return 'hint';
  if (word !== 'noEvidence' || needed === undefined) return '–';
  const text = needed.toLocaleString('en');
  return design === 'paired' ? text : `${text}/${text}`;
}

function intervalText({ interval, unit }: MetricComparison): string {
  if (interval === undefined) return '–';
  const [low, high] = [interval.low, interval.high].map((end) => formatNumber(end, unit).replace('%', ''));
  return `${low ?? ''} to ${high ?? ''}`;
}

function valueText(value: number | undefined, unit: MetricComparison['unit']): string {
  return value === undefined ? 'n/a' : formatNumber(value, unit);
}

function pText(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

function widestOf(texts: readonly string[]): number {
  return Math.max(...texts.map(displayWidth));
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap.length, 0);
}

import type { BenchmarkComparison, ComparedRun, Comparison, MetricComparison } from '../compare/comparison';
import { comparisonAnswer } from '../compare/comparisonSentence';
import {
  baselinePlaysText,
  groupTitle,
  isStoppedByCorrection,
  methodText,
  metricGroups,
  titleInGroup,
  obstacleText,
  openDifferences,
  rangeText,
  shortHex,
  signedNumber,
  unitsText,
  valueText,
  whatIsCompared,
} from '../compare/describeComparison';
import { cautionWords, outcomeText } from '../compare/decisionWords';
import { flipKinds, flipWords } from '../compare/findFlips';
import { simulatedTitle } from '../results/understoodPrompt';
import { countWords } from '../text/countWords';
import { displayWidth, fitToWidth, padTo, wrapLine } from '../text/displayWidth';
import { readableLine } from '../text/readableText';
import { dimLines, notice, type TerminalPage, terminalPage, type TerminalStyle } from './terminalTable';

/** Differences first, then a table per benchmark. `label`: the earlier revision's. Texts cannot move the cursor. */
export function comparisonText(comparison: Comparison, style: TerminalStyle, label?: string): string {
  const page = terminalPage(style, 60, 120);
  const { width, paint } = page;
  const open = openDifferences(comparison);
  const notices = comparison.differences.flatMap((difference) => {
    const { kind, subject = kind, meaning } = difference;
    const values = [difference.before, difference.after].map((value) => shortHex(value)).join(' → ');
    return notice(`${meaning} (${subject}: ${values})`, page, open.includes(difference));
  });
  const tables = comparison.benchmarks.flatMap((benchmark) => ['', ...benchmarkLines(benchmark, comparison, page)]);
  const hasNeeded = tables.some((line) => line.includes('  needed  verdict'));
  const { before, after } = comparison;
  const head = [runLine('before', before), runLine('after', after), readableLine(whatIsCompared(comparison))];
  return [
    ...notices,
    ...dimLines(judgeAgainCommand(comparison) ?? '', page, '  '),
    ...(notices.length > 0 ? [''] : []),
    ...head.flatMap((line) => wrapLine(line, width)),
    '',
    ...wrapLine(comparisonAnswer({ comparison, label }), width).map((line) => paint('bold', line)),
    ...cautionWords(comparison).flatMap((caution) => wrapLine(caution, width)),
    ...tables,
    '',
    ...footOf(comparison, hasNeeded).flatMap((note) => dimLines(note, page)),
    '',
  ].join('\n');
}

function runLine(name: string, { promptName, revision, tutor, judge, id, simulatedParts = [] }: ComparedRun): string {
  const mark = simulatedTitle(simulatedParts);
  return readableLine(
    `${padTo(name, 6)} ${promptName} ${shortHex(revision)} · tutor ${tutor} · judge ${judge}${mark} · ${id}`,
  );
}

function footOf(comparison: Comparison, hasNeeded: boolean): readonly string[] {
  const { benchmarks, judgeDoubts } = comparison;
  const rows = benchmarks.flatMap(({ metrics }) => metrics);
  return [
    judgeDoubts && `! ${judgeDoubts.sentence}`,
    baselinePlaysText(comparison),
    methodText(comparison),
    hasNeeded &&
      rows.some(isStoppedByCorrection) &&
      'hint: its p alone would be significant, but not after the correction. Evaluate again to see whether it holds.',
    hasNeeded &&
      rows.some(({ outcome, needed }) => outcome === 'noEvidence' && needed !== undefined) &&
      'needed: the n at which a true difference of this size would be found four times out of five, beside the other targets.',
    benchmarks.some(({ flips }) => !flips.flakinessKnown) &&
      'One reply per sample: some fixed or broken verdicts may be chance.',
  ].filter((note) => typeof note === 'string');
}

function benchmarkLines(benchmark: BenchmarkComparison, comparison: Comparison, page: TerminalPage): readonly string[] {
  const { width, paint } = page;
  const tables = metricGroups(benchmark).flatMap(({ metrics, ...group }) => [
    '',
    paint(group.role === 'exploratory' ? 'dim' : 'bold', fitToWidth(groupTitle(group), width)),
    ...comparisonTable(metrics, benchmark, comparison, page),
  ]);
  const title = benchmark.title + simulatedTitle(benchmark.simulatedParts ?? []);
  return [
    paint('bold', paint('cyan', fitToWidth(title, width))),
    ...[samplesLine(benchmark), flipsLine(benchmark)].flatMap((line) => dimLines(line, page)),
    ...(tables.length > 0 ? tables : ['', 'No scores in either run.']),
  ];
}

function samplesLine({ samples: { both, sameReplies, beforeOnly, afterOnly, changed } }: BenchmarkComparison): string {
  return [
    `${countWords(both, 'sample', 'samples')} in both runs`,
    ...(sameReplies === undefined ? [] : [`${both - sameReplies} with other replies`]),
    ...(beforeOnly.length > 0 ? [`${beforeOnly.length} only before`] : []),
    ...(afterOnly.length > 0 ? [`${afterOnly.length} only after`] : []),
    ...(changed.length > 0 ? [`${changed.length} with different content`] : []),
  ].join(', ');
}

function flipsLine({ flips: { counts } }: BenchmarkComparison): string {
  const parts = flipKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString('en')} ${flipWords[kind]}`);
  return parts.length === 0 ? 'no verdicts' : `verdicts: ${parts.join(', ')}`;
}

/** Needs no quoting in a shell. Model names come from files; others are never offered for pasting. */
const plain = /^\w[\w.:@/+-]*$/u;

/** A sentence with the command that makes both runs judged alike; `undefined` if the judge is not the obstacle. */
export function judgeAgainCommand(comparison: Comparison): string | undefined {
  const { before, after } = comparison;
  const open = openDifferences(comparison).filter(({ remedy }) => remedy === 'judgeAgain');
  if (open.length === 0 || before.id === after.id) return undefined;
  const model = open.find(({ kind }) => kind === 'judgeModel');
  if (model === undefined) {
    // Judge prompts only get newer, so what was judged first has the older ones.
    const { id } = after.createdAt < before.createdAt ? after : before;
    const more = ' (add --judge-wording or --no-judge-wording for other judge prompts)';
    return judgeSentence('with today’s judge prompts', [id], more);
  }
  const { judge } = after;
  if (model.after === judge) return judgeSentence('as the later one was', [before.id, '--judge', judge]);
  const server = `${judge} at `;
  if (!model.after.startsWith(server)) return judgeSentence('by the model version that answers now', [before.id]);
  const url = model.after.slice(server.length);
  return judgeSentence('as the later one was', [before.id, '--judge', judge, '--judge-base-url', url]);
}

function judgeSentence(how: string, words: readonly string[], more = ''): string | undefined {
  if (!words.every((word, index) => (index > 0 && word.startsWith('--')) || plain.test(word))) return undefined;
  return `To have a run’s replies judged ${how}: tutor-prompt-lab judge ${words.join(' ')}${more}`;
}

/** Minimum title width at which metrics can be told apart; columns of statistics are dropped to keep it. */
const shortestTitle = 20;
/** Title width in a terminal that is too narrow for the statistics. */
const narrowestTitle = 8;
const gap = '  ';

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
}

interface Row {
  readonly metric: MetricComparison;
  readonly title: string;
  readonly verdict: string;
  /** Shown instead of statistics and verdict if there is no verdict. */
  readonly instead: string | undefined;
}

/** The metrics of a block. In a narrow terminal the values are dropped first, then `needed`; titles wrap. */
function comparisonTable(
  metrics: readonly MetricComparison[],
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  { width, paint }: TerminalPage,
): readonly string[] {
  const rows = metrics.map((metric): Row => {
    const title = readableLine(titleInGroup(metric, benchmark));
    const verdict = readableLine(outcomeText(metric, benchmark.id, comparison));
    const isTested = obstacleText(metric, benchmark.id, comparison) === undefined;
    return { metric, title, verdict, instead: isTested ? undefined : verdict };
  });
  const verdictWidth = widestOf([
    'verdict',
    ...rows.map(({ instead, verdict }) => (instead === undefined ? verdict : '')),
  ]);
  const longestTitle = widestOf(['metric', ...rows.map(({ title }) => title)]);
  const room = width - Math.min(longestTitle, shortestTitle) - verdictWidth;
  const { values, tests } = fittingColumns(rows, room, comparison.withoutVerdicts !== true);
  const statistics = widthOf([...values, ...tests]) + gap.length + verdictWidth;
  const besideReasons = width - widthOf(values) - gap.length - widestOf(rows.map(({ instead }) => instead ?? ''));
  const titleWidth = Math.min(
    longestTitle,
    Math.max(narrowestTitle, Math.min(width - statistics, Math.max(shortestTitle, besideReasons))),
  );
  const line = (columns: readonly Column[], text: (column: Column) => string): string =>
    columns.map((column) => padTo(text(column), column.width, 'left') + gap).join('');
  const head = line([...values, ...tests], (column) => column.head);
  const colors = { better: 'green', worse: 'red' } as const;
  return [
    paint('dim', `${padTo('metric', titleWidth)}${gap}${head}verdict`),
    ...rows.flatMap(({ metric: { outcome }, title, verdict, instead }, index) => {
      const cell = ({ cells }: Column): string => cells[index] ?? '';
      const start = line(values, cell);
      const painted = outcome === 'better' || outcome === 'worse' ? paint(colors[outcome], verdict) : verdict;
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

/** Columns that fit beside title and verdict. Test columns appear only if there are verdicts. */
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

/** Shows `hint` instead of a number if only the correction prevents a verdict. */
function neededText(metric: MetricComparison): string {
  const { outcome, needed, design } = metric;
  if (isStoppedByCorrection(metric)) return 'hint';
  if (outcome !== 'noEvidence' || needed === undefined) return '–';
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

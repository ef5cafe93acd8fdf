import { countWords } from '../report/countWords';
import { displayWidth, fitToWidth, padTo, wrapLine } from '../report/displayWidth';
import { formatLevel, formatNumber } from '../report/formatMetric';
import { shortenRevision } from '../report/headerFacts';
import { readableLine } from '../report/readableText';
import type { TerminalStyle } from '../report/terminalTable';
import type { BenchmarkComparison, ComparedRun, Comparison, MetricComparison } from './comparison';
import { comparisonSentence } from './comparisonSentence';
import { comparisonWords, signedNumber } from './differenceText';
import { flipKinds, type FlipKind } from './flip';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
const narrowest = 60;
const widest = 120;
const gap = '  ';

type Paint = (code: keyof typeof codes, text: string) => string;

/** The comparison as tables for a terminal: what differs first, then a table for each benchmark. No untrusted text can move the cursor. */
export function comparisonText(comparison: Comparison, { width: columns, color }: TerminalStyle): string {
  const width = Math.min(widest, Math.max(narrowest, Math.floor(columns) || 80));
  const paint: Paint = (code, text) => (color && text !== '' ? `\u001B[${codes[code]}m${text}\u001B[0m` : text);
  const notices = comparison.differences.flatMap((difference) => {
    const values = `${difference.subject ?? difference.kind}: ${difference.before} → ${difference.after}`;
    const lines = wrapLine(readableLine(`${difference.meaning} (${values})`), width - 2);
    return lines.map((line, place) =>
      paint(difference.breaks ? 'yellow' : 'dim', (place === 0 ? (difference.breaks ? '! ' : '· ') : '  ') + line),
    );
  });
  return [
    ...notices,
    ...(notices.length > 0 ? [''] : []),
    ...[runLine('before', comparison.before), runLine('after', comparison.after)].map((line) =>
      fitToWidth(line, width),
    ),
    '',
    ...wrapLine(comparisonSentence(comparison), width).map((line) => paint('bold', line)),
    ...comparison.benchmarks.flatMap((benchmark) => ['', ...benchmarkLines(benchmark, comparison, width, paint)]),
    '',
    ...wrapLine(footOf(comparison), width).map((line) => paint('dim', line)),
    '',
  ].join('\n');
}

function runLine(name: string, { promptName, revision, tutor, judge, id, simulated }: ComparedRun): string {
  const mark = simulated ? ' (simulated)' : '';
  return readableLine(
    `${padTo(name, 6)} ${promptName} ${shortenRevision(revision)} · tutor ${tutor} · judge ${judge}${mark} · ${id}`,
  );
}

function footOf({ level, resamples, tested }: Comparison): string {
  return (
    `${formatLevel(level)} intervals from ${resamples.toLocaleString('en')} resamples; p corrected for ` +
    `${countWords(tested, 'tested metric', 'tested metrics')} (Holm). “needed”: units that would settle a difference of this size.`
  );
}

function benchmarkLines(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  width: number,
  paint: Paint,
): readonly string[] {
  const simulated = comparison.before.simulated || comparison.after.simulated ? ' (simulated)' : '';
  const known = new Set(benchmark.blocks.map(({ id }) => id));
  const inBlock = (id: string): readonly MetricComparison[] =>
    benchmark.metrics.filter(({ block }) => (block !== undefined && known.has(block) ? block : '') === id);
  const blocks = known.has('') ? benchmark.blocks : [{ id: '', title: benchmark.title }, ...benchmark.blocks];
  const tables = blocks.flatMap(({ id, title }) => {
    const metrics = inBlock(id);
    return metrics.length === 0
      ? []
      : ['', paint('bold', fitToWidth(title, width)), ...tableLines(metrics, width, paint)];
  });
  return [
    paint('bold', paint('cyan', fitToWidth(benchmark.title + simulated, width))),
    ...[samplesLine(benchmark), flipsLine(benchmark)].flatMap((line) =>
      wrapLine(line, width).map((part) => paint('dim', part)),
    ),
    ...(tables.length > 0 ? tables : ['', 'No scores in either run.']),
  ];
}

function samplesLine({ samples }: BenchmarkComparison): string {
  const { both, beforeOnly, afterOnly, changed } = samples;
  const more = [
    ...(beforeOnly.length > 0 ? [`${beforeOnly.length} only before`] : []),
    ...(afterOnly.length > 0 ? [`${afterOnly.length} only after`] : []),
    ...(changed.length > 0 ? [`${changed.length} with another content`] : []),
  ];
  return [`${countWords(both, 'sample', 'samples')} in both runs`, ...more].join(', ');
}

const flipWords: Readonly<Record<FlipKind, string>> = {
  broken: 'broken',
  fixed: 'fixed',
  movedDown: 'moved down',
  movedUp: 'moved up',
  changed: 'changed',
  flaky: 'flaky',
  stillFailing: 'still failing',
  stillPassing: 'still passing',
  unchanged: 'unchanged',
  unjudged: 'unjudged',
};

function flipsLine({ flips: { counts } }: BenchmarkComparison): string {
  const parts = flipKinds.flatMap((kind) =>
    counts[kind] > 0 ? [`${counts[kind].toLocaleString('en')} ${flipWords[kind]}`] : [],
  );
  return parts.length === 0 ? 'no verdicts' : `verdicts: ${parts.join(', ')}`;
}

function tableLines(metrics: readonly MetricComparison[], width: number, paint: Paint): readonly string[] {
  const head = ['before', 'after', 'change', 'interval', 'n', 'p', 'needed'];
  const rows = metrics.map(cellsOf);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const verdicts = metrics.map(verdictOf);
  const verdictWidth = Math.max('verdict'.length, ...verdicts.map(displayWidth));
  const figures = widths.reduce((sum, one) => sum + one + gap.length, 0) + verdictWidth + gap.length;
  const titles = metrics.map(({ title }) => readableLine(title));
  const titleWidth = Math.max(8, Math.min(width - figures, Math.max(6, ...titles.map(displayWidth))));
  const line = (title: string, cells: readonly string[]): string =>
    [
      padTo(fitToWidth(title, titleWidth), titleWidth),
      ...cells.map((cell, column) => padTo(cell, widths[column] ?? 0, 'left')),
    ].join(gap);
  return [
    paint('dim', `${line('metric', head)}${gap}verdict`),
    ...rows.map((cells, place) => {
      const word = metrics[place]?.word;
      const verdict = verdicts[place] ?? '';
      const painted = word === 'better' ? paint('green', verdict) : word === 'worse' ? paint('red', verdict) : verdict;
      return `${line(titles[place] ?? '', cells)}${gap}${painted}`;
    }),
  ];
}

function cellsOf({
  unit,
  compared,
  difference,
  interval,
  design,
  pairs,
  before,
  after,
  pCorrected,
  word,
  needed,
}: MetricComparison): readonly string[] {
  const value = (figure: number | undefined): string => (figure === undefined ? 'n/a' : formatNumber(figure, unit));
  const plain = (figure: number): string => value(figure).replace('%', '');
  return [
    value(compared.before),
    value(compared.after),
    difference === undefined ? 'n/a' : signedNumber(difference, unit),
    interval === undefined ? '–' : `${plain(interval.low)} to ${plain(interval.high)}`,
    design === 'paired' ? String(pairs) : `${before.n}/${after.n}`,
    pCorrected === undefined ? '–' : pCorrected < 0.001 ? '<0.001' : pCorrected.toFixed(3),
    word === 'noEvidence' && needed !== undefined ? needed.toLocaleString('en') : '–',
  ];
}

function verdictOf({ word, insideBand }: MetricComparison): string {
  return comparisonWords[word] + (insideBand === true ? ' (inside the noise band)' : '');
}

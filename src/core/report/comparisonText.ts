import type { BenchmarkComparison, ComparedRun, Comparison, MetricComparison } from '../compare/comparison';
import { comparisonAnswer } from '../compare/comparisonSentence';
import * as described from '../compare/describeComparison';
import { cautionWords, outcomeText } from '../compare/decisionWords';
import { flipKinds, flipWords } from '../compare/findFlips';
import { simulatedTitle } from '../results/understoodPrompt';
import { countWords, listWords } from '../text/countWords';
import { columnWidths, displayWidth, fitToWidth, padTo, tableRow, wrapLine } from '../text/displayWidth';
import { signedNumber } from '../text/formatNumber';
import { readableLine } from '../text/readableText';
import { dimLines, notice, type TerminalPage, terminalPage, type TerminalStyle } from './terminalTable';

/** Differences first, then a table per benchmark. `label`: the earlier revision's. Texts cannot move the cursor. */
export function comparisonText(comparison: Comparison, style: TerminalStyle, label?: string): string {
  const page = terminalPage(style, 60, 120);
  const { width, paint } = page;
  const open = described.openDifferences(comparison);
  const notices = comparison.differences.flatMap((difference) => {
    const { kind, subject = kind, meaning } = difference;
    const values = [difference.before, difference.after].map((value) => described.shortHex(value)).join(' → ');
    return notice(`${meaning} (${subject}: ${values})`, page, open.includes(difference));
  });
  const tables = comparison.benchmarks.flatMap((benchmark) => ['', ...benchmarkLines(benchmark, comparison, page)]);
  const { before, after } = comparison;
  const head = [runLine('before', before), runLine('after', after), readableLine(described.whatIsCompared(comparison))];
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
    ...footOf(comparison, isWide(page) && comparison.withoutVerdicts !== true).flatMap((note) => dimLines(note, page)),
    '',
  ].join('\n');
}

function runLine(name: string, { promptName, revision, tutor, judge, id, simulatedParts = [] }: ComparedRun): string {
  const mark = simulatedTitle(simulatedParts);
  return readableLine(
    `${padTo(name, 6)} ${promptName} ${described.shortHex(revision)} · tutor ${tutor} · judge ${judge}${mark} · ${id}`,
  );
}

function footOf(comparison: Comparison, showsNeeded: boolean): readonly string[] {
  const { benchmarks, judgeDoubts } = comparison;
  const rows = benchmarks.flatMap(({ metrics }) => metrics);
  return [
    judgeDoubts && `! ${judgeDoubts.sentence}`,
    described.baselineRunsText(comparison),
    described.methodText(comparison),
    showsNeeded &&
      rows.some(described.isStoppedByCorrection) &&
      'hint: its p alone would be significant, but not after the correction. Evaluate again to see whether it holds.',
    showsNeeded &&
      rows.some(({ outcome, needed }) => outcome === 'noEvidence' && needed !== undefined) &&
      'needed: the n at which a true difference of this size would be found four times out of five, beside the other targets.',
    benchmarks.some(({ flips }) => !flips.flakinessKnown) &&
      'One reply per sample: some fixed or broken verdicts may be chance.',
  ].filter((note) => typeof note === 'string');
}

function benchmarkLines(benchmark: BenchmarkComparison, comparison: Comparison, page: TerminalPage): readonly string[] {
  const { width, paint } = page;
  const tables = described
    .metricGroups(benchmark)
    .flatMap(({ metrics, ...group }) => [
      '',
      paint(group.role === 'exploratory' ? 'dim' : 'bold', fitToWidth(described.groupTitle(group), width)),
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
  const open = described.openDifferences(comparison).filter(({ remedy }) => remedy === 'judgeAgain');
  if (open.length === 0 || before.id === after.id) return undefined;
  const model = open.find(({ kind }) => kind === 'judgeModel');
  if (model === undefined) {
    // Judge prompts only get newer, so what was judged first has the older ones.
    const { id } = after.createdAt < before.createdAt ? after : before;
    const more = ' (add --judge-prompts or --no-judge-prompts for other judge prompts)';
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

/** Narrower terminals have no room for the values before and after, nor for what would be needed. */
const isWide = ({ width }: TerminalPage): boolean => width >= 100;
const gap = '  ';
const colors: Readonly<Record<string, 'green' | 'red'>> = { better: 'green', worse: 'red' };

type Column = readonly [head: string, cell: (metric: MetricComparison) => string];

/** A row a metric. A title without room stands above its row, the reason for a missing verdict below. */
function comparisonTable(
  metrics: readonly MetricComparison[],
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  page: TerminalPage,
): readonly string[] {
  const { width, paint } = page;
  const values: readonly Column[] = [
    ['before', (metric) => described.valueText(metric.compared.before, metric)],
    ['after', (metric) => described.valueText(metric.compared.after, metric)],
  ];
  const isDecisive = metrics.some(({ role }) => role !== 'exploratory');
  const hasP = isDecisive && comparison.withoutVerdicts !== true;
  const shown: readonly Column[] = [
    ...(isWide(page) ? values : []),
    ['change', ({ difference, unit }) => (difference === undefined ? 'n/a' : signedNumber(difference, unit))],
    ['interval', (metric) => described.rangeText(metric) ?? '–'],
    ['n', described.unitsText],
    ...(hasP ? ([['p', pText]] as const) : []),
    ...(hasP && isWide(page) ? ([['needed', neededText]] as const) : []),
  ];
  const head = shown.map(([name]) => name);
  const rows = metrics.map((metric) => {
    const isTested = described.obstacleText(metric, benchmark.id, comparison) === undefined;
    const title = readableLine(described.titleInGroup(metric, benchmark));
    const verdict = readableLine(outcomeText(metric, benchmark.id, comparison));
    return { metric, title, verdict, isTested, cells: isTested ? shown.map(([, cell]) => cell(metric)) : [] };
  });
  const widths = columnWidths([head, ...rows.map(({ cells }) => cells)]);
  const widest = Math.max(...rows.map(({ isTested, verdict }) => (isTested ? displayWidth(verdict) : 0)), 7);
  const room = width - widths.reduce((sum, one) => sum + one + gap.length, gap.length + widest);
  const titleWidth = Math.max(8, Math.min(room, Math.max(6, ...rows.map(({ title }) => displayWidth(title)))));
  return [
    paint('dim', `${tableRow(['metric', titleWidth], head, widths)}${isDecisive ? `${gap}verdict` : ''}`),
    ...rows.flatMap(({ metric, title, cells, isTested, verdict }) => {
      if (!isTested) {
        const [before = '', after = ''] = values.map(([, cell]) => cell(metric));
        const reason = wrapLine(`${before} → ${after}, ${verdict}`, width - gap.length);
        return [...wrapLine(title, width), ...reason.map((line) => gap + line)];
      }
      const isLong = displayWidth(title) > titleWidth;
      const color = colors[metric.outcome];
      const end = color === undefined ? verdict : paint(color, verdict);
      const row = tableRow([isLong ? '' : title, titleWidth], cells, widths) + gap + end;
      return [...(isLong ? wrapLine(title, width) : []), row.trimEnd()];
    }),
  ];
}

/** Shows `hint` instead of a number if only the correction prevents a verdict. */
function neededText(metric: MetricComparison): string {
  const { outcome, needed, design } = metric;
  if (described.isStoppedByCorrection(metric)) return 'hint';
  if (outcome !== 'noEvidence' || needed === undefined) return '–';
  const text = needed.toLocaleString('en');
  return design === 'paired' ? text : listWords([text, text]);
}

function pText({ pCorrected: p }: MetricComparison): string {
  if (p === undefined) return '–';
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

import type { BenchmarkComparison, ComparedRun, Comparison, MetricComparison } from '../compare/comparison';
import { comparisonAnswer } from '../compare/comparisonSentence';
import {
  intervalMethod,
  noVerdicts,
  shortHex,
  whatIsCompared,
  isStoppedByCorrection,
} from '../compare/comparisonWords';
import { type FlipKind, flipKinds } from '../compare/findFlips';
import { judgeAgainCommand } from '../compare/judgeAgainCommand';
import { simulatedTitle } from '../results/understoodPrompt';
import { countWords } from '../text/countWords';
import { fitToWidth, padTo, wrapLine } from '../text/displayWidth';
import { readableLine } from '../text/readableText';
import { comparisonTable, type Paint, paintCodes } from './comparisonTable';
import { comparisonViewNoise } from './comparisonViewNoise';
import type { TerminalStyle } from './terminalTable';

const narrowest = 60;
const widest = 120;

/**
 * The comparison as tables for a terminal: what differs first, then a table for each benchmark. `label` is the earlier revision's, where
 * it has one. No untrusted text can move the cursor.
 */
export function comparisonText(
  comparison: Comparison,
  { width: columns, color }: TerminalStyle,
  label?: string,
): string {
  const width = Math.min(widest, Math.max(narrowest, Math.floor(columns) || 80));
  const paint: Paint = (code, text) => (color && text !== '' ? `\u001B[${paintCodes[code]}m${text}\u001B[0m` : text);
  const notices = comparison.differences.flatMap((difference) => {
    const { kind, subject = kind, meaning } = difference;
    const values = [difference.before, difference.after].map((value) => shortHex(value)).join(' → ');
    const lines = wrapLine(readableLine(`${meaning} (${subject}: ${values})`), width - 2);
    const isWarning = difference.breaks && !comparison.intended.includes(kind);
    return lines.map((line, place) =>
      paint(isWarning ? 'yellow' : 'dim', (place === 0 ? (isWarning ? '! ' : '· ') : '  ') + line),
    );
  });
  const command = judgeAgainCommand(comparison);
  const mending =
    command === undefined ? [] : wrapLine(readableLine(command), width - 2).map((line) => paint('dim', `  ${line}`));
  const tables = comparison.benchmarks.flatMap((benchmark) => [
    '',
    ...benchmarkLines(benchmark, comparison, width, paint),
  ]);
  const hasNeeded = tables.some((line) => line.includes('  needed  verdict'));
  return [
    ...notices,
    ...mending,
    ...(notices.length > 0 ? [''] : []),
    ...[runLine('before', comparison.before), runLine('after', comparison.after)].flatMap((line) =>
      wrapLine(line, width),
    ),
    ...wrapLine(readableLine(whatIsCompared(comparison)), width),
    '',
    ...wrapLine(comparisonAnswer({ comparison, label }), width).map((line) => paint('bold', line)),
    ...tables,
    '',
    ...footOf(comparison, hasNeeded).flatMap((note) =>
      wrapLine(readableLine(note), width).map((line) => paint('dim', line)),
    ),
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
  const { tested, benchmarks } = comparison;
  const rows = benchmarks.flatMap(({ metrics }) => metrics);
  const noise = comparisonViewNoise(comparison);
  const hasMark = noise !== undefined && rows.some(({ insideBand }) => insideBand === true);
  return [
    ...(comparison.judgeDoubts === undefined ? [] : [`! ${comparison.judgeDoubts.sentence}`]),
    comparison.withoutVerdicts === true
      ? `${intervalMethod(comparison)}, each for its metric alone. ${noVerdicts}`
      : `${intervalMethod(comparison)}, each for its metric alone; p and the words are ` +
        `corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`,
    ...(hasNeeded && rows.some(isStoppedByCorrection)
      ? [
          'hint: its p alone would count, only the correction stands in the way. Evaluate again to see whether it holds.',
        ]
      : []),
    ...(hasNeeded && rows.some(({ word, needed }) => word === 'noEvidence' && needed !== undefined)
      ? [
          'needed: the n at which a true difference of this size would be found four times out of five, at its step of the correction.',
        ]
      : []),
    ...(benchmarks.some(({ flips }) => !flips.flakinessKnown)
      ? ['One play of a sample and no other run of the earlier prompt: some of what is fixed or broken may be chance.']
      : []),
    ...(hasMark ? [`~: no larger than the noise band. ${noise.sentence}`] : []),
  ];
}

function benchmarkLines(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  width: number,
  paint: Paint,
): readonly string[] {
  const simulated = simulatedTitle(benchmark.simulatedParts ?? []);
  const known = new Set(benchmark.blocks.map(({ id }) => id));
  const inBlock = (id: string): readonly MetricComparison[] =>
    benchmark.metrics.filter(({ block }) => (block !== undefined && known.has(block) ? block : '') === id);
  const blocks = known.has('') ? benchmark.blocks : [{ id: '', title: benchmark.title }, ...benchmark.blocks];
  const tables = blocks.flatMap(({ id, title }) => {
    const metrics = inBlock(id);
    return metrics.length === 0
      ? []
      : [
          '',
          paint('bold', fitToWidth(title, width)),
          ...comparisonTable(metrics, benchmark, comparison, { width, paint }),
        ];
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

import type { BenchmarkComparison, ComparedRun, Comparison } from '../compare/comparison';
import {
  comparisonAnswer,
  intervalMethod,
  isStoppedByCorrection,
  metricGroups,
  noVerdicts,
  openDifferences,
  shortHex,
  whatIsCompared,
} from '../compare/comparisonWords';
import { flipKinds, flipWords } from '../compare/findFlips';
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
  const open = openDifferences(comparison);
  const notices = comparison.differences.flatMap((difference) => {
    const { kind, subject = kind, meaning } = difference;
    const values = [difference.before, difference.after].map((value) => shortHex(value)).join(' → ');
    const lines = wrapLine(readableLine(`${meaning} (${subject}: ${values})`), width - 2);
    const isWarning = open.includes(difference);
    return lines.map((line, place) =>
      paint(isWarning ? 'yellow' : 'dim', (place === 0 ? (isWarning ? '! ' : '· ') : '  ') + line),
    );
  });
  const mending = wrapLine(readableLine(judgeAgainCommand(comparison) ?? ''), width - 2).map((line) =>
    paint('dim', `  ${line}`),
  );
  const tables = comparison.benchmarks.flatMap((benchmark) => [
    '',
    ...benchmarkLines(benchmark, comparison, width, paint),
  ]);
  const hasNeeded = tables.some((line) => line.includes('  needed  verdict'));
  const head = [
    runLine('before', comparison.before),
    runLine('after', comparison.after),
    readableLine(whatIsCompared(comparison)),
  ];
  return [
    ...notices,
    ...mending,
    ...(notices.length > 0 ? [''] : []),
    ...head.flatMap((line) => wrapLine(line, width)),
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
  const { tested, benchmarks, judgeDoubts } = comparison;
  const rows = benchmarks.flatMap(({ metrics }) => metrics);
  const noise = comparisonViewNoise(comparison);
  const method = `${intervalMethod(comparison)}, each for its metric alone`;
  return [
    judgeDoubts && `! ${judgeDoubts.sentence}`,
    comparison.withoutVerdicts === true
      ? `${method}. ${noVerdicts}`
      : `${method}; p and the words are corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`,
    hasNeeded &&
      rows.some(isStoppedByCorrection) &&
      'hint: its p alone would count, only the correction stands in the way. Evaluate again to see whether it holds.',
    hasNeeded &&
      rows.some(({ word, needed }) => word === 'noEvidence' && needed !== undefined) &&
      'needed: the n at which a true difference of this size would be found four times out of five, at its step of the correction.',
    benchmarks.some(({ flips }) => !flips.flakinessKnown) &&
      'One play of a sample and no other run of the earlier prompt: some of what is fixed or broken may be chance.',
    noise &&
      rows.some(({ insideBand }) => insideBand === true) &&
      `~: no larger than the noise band. ${noise.sentence}`,
  ].filter((note) => typeof note === 'string');
}

function benchmarkLines(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  width: number,
  paint: Paint,
): readonly string[] {
  const tables = metricGroups(benchmark).flatMap(({ title, metrics }) => [
    '',
    paint('bold', fitToWidth(title, width)),
    ...comparisonTable(metrics, benchmark, comparison, { width, paint }),
  ]);
  const title = benchmark.title + simulatedTitle(benchmark.simulatedParts ?? []);
  return [
    paint('bold', paint('cyan', fitToWidth(title, width))),
    ...[samplesLine(benchmark), flipsLine(benchmark)].flatMap((line) =>
      wrapLine(line, width).map((part) => paint('dim', part)),
    ),
    ...(tables.length > 0 ? tables : ['', 'No scores in either run.']),
  ];
}

function samplesLine({ samples: { both, beforeOnly, afterOnly, changed } }: BenchmarkComparison): string {
  return [
    `${countWords(both, 'sample', 'samples')} in both runs`,
    ...(beforeOnly.length > 0 ? [`${beforeOnly.length} only before`] : []),
    ...(afterOnly.length > 0 ? [`${afterOnly.length} only after`] : []),
    ...(changed.length > 0 ? [`${changed.length} with another content`] : []),
  ].join(', ');
}

function flipsLine({ flips: { counts } }: BenchmarkComparison): string {
  const parts = flipKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString('en')} ${flipWords[kind]}`);
  return parts.length === 0 ? 'no verdicts' : `verdicts: ${parts.join(', ')}`;
}

/** What a shell takes as it stands. Names of models are text of a file: others are not offered to be pasted. */
const plain = /^\w[\w.:@/+-]*$/u;

/**
 * The command after which two runs are judged alike, as a sentence for a terminal; `undefined` where the judge does not stand in the way of a
 * verdict. Under another judge the earlier run gets the later one's; otherwise a run's own judges are asked anew, which no cache answers.
 */
export function judgeAgainCommand(comparison: Comparison): string | undefined {
  const { before, after } = comparison;
  const open = openDifferences(comparison).filter(({ remedy }) => remedy === 'judgeAgain');
  if (open.length === 0 || before.id === after.id) return undefined;
  const model = open.find(({ kind }) => kind === 'judgeModel');
  if (model === undefined) {
    // Judge prompts only get newer, so what was judged first has the older ones.
    const { id } = after.createdAt < before.createdAt ? after : before;
    const more = ' (with --judge-wording or --no-judge-wording for other wordings)';
    return judgeSentence('by the judge prompts of today', [id], more);
  }
  const { judge } = after;
  if (model.after === judge) return judgeSentence('as the later one was', [before.id, '--judge', judge]);
  const server = `${judge} at `;
  if (!model.after.startsWith(server)) return judgeSentence('by the version that answers now', [before.id]);
  const url = model.after.slice(server.length);
  return judgeSentence('as the later one was', [before.id, '--judge', judge, '--judge-base-url', url]);
}

function judgeSentence(how: string, words: readonly string[], more = ''): string | undefined {
  if (!words.every((word, place) => (place > 0 && word.startsWith('--')) || plain.test(word))) return undefined;
  return `To have a run’s replies judged ${how}: tutor-prompt-lab judge ${words.join(' ')}${more}`;
}

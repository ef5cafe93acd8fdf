import { formatLevel, formatNumber } from '../benchmark/formatMetric';
import type { MetricUnit } from '../benchmark/metric';
import type { BenchmarkId } from '../benchmark/samples';
import { simulatedTitle } from '../results/understoodPrompt';
import type { SimulatedPart } from '../store/runManifest';
import { boundedText } from '../text/boundedText';
import { readableLine } from '../text/readableText';
import {
  type BenchmarkComparison,
  calledBelow,
  type Comparison,
  type ComparisonWord,
  type DifferenceKind,
  type MetricComparison,
  type RunDifference,
} from './comparison';
import { bearsOn } from './runDifferences';

/** What a verdict is called in every text form. */
export const comparisonWords: Readonly<Record<ComparisonWord, string>> = {
  better: 'better',
  worse: 'worse',
  changed: 'changed',
  equivalent: 'equivalent',
  noEvidence: 'no evidence',
  tooFew: 'too few',
  simulated: 'simulated',
  notComparable: 'not comparable',
};

/** Only the correction for all metrics stands in the way. More samples are then no advice: what was seen is a hint for a fresh run. */
export function isStoppedByCorrection({
  word,
  p,
  pCorrected,
}: Pick<MetricComparison, 'word' | 'p' | 'pCorrected'>): boolean {
  return (
    word === 'noEvidence' && p !== undefined && pCorrected !== undefined && p < calledBelow && pCorrected >= calledBelow
  );
}

/** The block of the benchmark that a metric stands in; empty where it names none. */
export function blockOf({ blocks }: BenchmarkComparison, { block = '' }: MetricComparison): string {
  return blocks.some(({ id }) => id === block) ? block : '';
}

/** Metrics by block in the benchmark's order; those that name no block of it come first. */
export function metricGroups(
  benchmark: BenchmarkComparison,
): readonly (BenchmarkComparison['blocks'][number] & Pick<BenchmarkComparison, 'metrics'>)[] {
  const { title, blocks } = benchmark;
  const heads = blocks.some(({ id }) => id === '') ? blocks : [{ id: '', title }, ...blocks];
  return heads
    .map((head) => ({ ...head, metrics: benchmark.metrics.filter((metric) => blockOf(benchmark, metric) === head.id) }))
    .filter(({ metrics }) => metrics.length > 0);
}

export function valueText(value: number | undefined, { unit }: Pick<MetricComparison, 'unit'>): string {
  return value === undefined ? 'n/a' : formatNumber(value, unit);
}

/** The units behind a difference: `22`, or `30/32` where runs are compared as two groups. */
export function unitsText({ design, pairs, before, after }: MetricComparison): string {
  return design === 'paired' ? String(pairs) : `${before.n}/${after.n}`;
}

/** A number with its sign; percentages without their mark, as a difference of them is in points. */
export function signedNumber(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit).replace('%', '');
  return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
}

/** `0.08 to 0.34`; percentages without their mark. */
export function rangeText({ interval, unit }: MetricComparison): string | undefined {
  const text = (end: number): string => formatNumber(end, unit).replace('%', '');
  return interval && `${text(interval.low)} to ${text(interval.high)}`;
}

/** `+0.21, 0.08 to 0.34`, with ` points` behind percentages; the interval is left out where there is none. */
export function differenceText(metric: MetricComparison): string {
  const { difference, unit } = metric;
  if (difference === undefined) return 'n/a';
  const range = rangeText(metric);
  const words = signedNumber(difference, unit) + (range === undefined ? '' : `, ${range}`);
  return unit === 'percent' ? `${words} points` : words;
}

/** How the intervals of a comparison were made, in half a sentence. */
export function intervalMethod({ level, resamples }: Pick<Comparison, 'level' | 'resamples'>): string {
  return `${formatLevel(level)} intervals: Newcombe’s for paired passes and failures, else from up to ${resamples.toLocaleString('en')} resamples, widened for few units`;
}

const shortHash = 7;
const longestValue = 60;

/** What differs, in the middle of a sentence. */
export const differenceNames: Readonly<Record<DifferenceKind, string>> = {
  judgeModel: 'the judge',
  judgeVersion: 'the judge’s prompt',
  tutor: 'the tutor model',
  tutorVersion: 'the tutor model’s version',
  student: 'the student’s model',
  decoding: 'the sampling settings',
  protocol: 'the protocol',
  placement: 'the prompt’s placement',
  policy: 'a choice of protocol',
  data: 'the samples',
  repeats: 'the repeats',
  seed: 'the seed',
  benchmark: 'a benchmark',
};

/** What two runs are compared for, as a line: the prompt, what else is meant to differ, or nothing, so that what is left is chance. */
export function whatIsCompared({ samePrompt, differences, intended }: Comparison): string {
  const meant = differences.filter(({ kind, breaks }) => breaks && intended.includes(kind)).map(differenceName);
  const things = [...(samePrompt ? [] : ['the prompt']), ...new Set(meant)];
  if (things.length === 0) return 'Compared: two runs of one prompt, so what differs between them is chance.';
  return `Compared: ${things.join(', and ')}${samePrompt ? '; the prompt is the same' : ''}.`;
}

/** `the tutor model (offline → openai:gpt-6-luna)`; values are bounded, hashes short. */
export function differenceName({ kind, subject, before, after }: RunDifference): string {
  const valueOf = (text: string): string => boundedText(shortHex(readableLine(text)), longestValue);
  const which = subject === undefined ? '' : ` “${valueOf(subject)}”`;
  return `${differenceNames[kind]}${which} (${valueOf(before)} → ${valueOf(after)})`;
}

export function openDifferences({ differences, intended }: Comparison): readonly RunDifference[] {
  return differences.filter(({ kind, breaks }) => breaks && !intended.includes(kind));
}

/** Why a metric has no verdict, in words; `undefined` where it was tested. */
export function obstacleText(
  { word, obstacle, after, compared, judges }: MetricComparison,
  benchmark: BenchmarkId,
  comparison: Comparison,
): string | undefined {
  if (word === 'tooFew') return 'too few units that both runs have';
  if (word !== 'notComparable') return undefined;
  const isAfterEmpty = after.n + after.excluded === 0;
  if (obstacle === 'noScores')
    return `the simulation understood nothing of the ${isAfterEmpty ? 'second' : 'first'} run’s prompt, so that run has no scores`;
  if (obstacle === 'oneRunOnly') return `only the ${isAfterEmpty ? 'first' : 'second'} run computes it`;
  if (obstacle === 'differences') {
    const [first, ...more] = openDifferences(comparison).filter((one) => bearsOn(one, benchmark, judges));
    if (first === undefined) return 'the runs differ';
    return `${differenceName(first)}${more.length > 0 ? `, and ${more.length} more` : ''}`;
  }
  if (compared.before !== undefined) return 'the second run has no value for it';
  return compared.after === undefined ? 'neither run has a value for it' : 'the first run has no value for it';
}

/** A text with each long hash in it cut to its first seven digits. */
export function shortHex(text: string): string {
  return text.replace(/(?:sha256:)?\b([0-9a-f]{64})\b|^sha256:([0-9a-f]+)$/g, (_, long?: string, rest?: string) =>
    (long ?? rest ?? '').slice(0, shortHash),
  );
}

export const noVerdicts =
  'No verdicts: a simulated tutor had a part, and what rules write says nothing about how a model teaches.';

export function comparedParts({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly SimulatedPart[] {
  return [...new Set([before, after].flatMap(({ simulatedParts = [] }) => simulatedParts))];
}

export function comparedMark(comparison: Pick<Comparison, 'before' | 'after'>): string {
  return simulatedTitle(comparedParts(comparison));
}

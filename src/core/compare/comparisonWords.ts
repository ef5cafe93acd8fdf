import { formatLevel, formatNumber } from '../benchmark/formatMetric';
import type { MetricUnit } from '../benchmark/metric';
import type { BenchmarkId } from '../benchmark/samples';
import { simulatedTitle } from '../results/understoodPrompt';
import type { SimulatedPart } from '../store/runManifest';
import { boundedText } from '../text/boundedText';
import { readableLine } from '../text/readableText';
import type { Comparison, ComparisonWord, DifferenceKind, MetricComparison, RunDifference } from './comparison';
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

/** A number with its sign; percentages without their mark, as a difference of them is in points. */
export function signedNumber(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit).replace('%', '');
  return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
}

/** `+0.21, 0.08 to 0.34`, with ` points` behind percentages; the interval is left out where there is none. */
export function differenceText({ difference, interval, unit }: MetricComparison): string {
  if (difference === undefined) return 'n/a';
  const range =
    interval === undefined
      ? ''
      : `, ${formatNumber(interval.low, unit).replace('%', '')} to ${formatNumber(interval.high, unit).replace('%', '')}`;
  return `${signedNumber(difference, unit)}${range}${unit === 'percent' ? ' points' : ''}`;
}

/** How the intervals of a comparison were made, in half a sentence. */
export function intervalMethod({ level, resamples }: Pick<Comparison, 'level' | 'resamples'>): string {
  return `${formatLevel(level)} intervals: Newcombe’s for paired passes and failures, else from up to ${resamples.toLocaleString('en')} resamples, widened for few units`;
}

/** Digits of a revision's hash: as many as git shows. */
const shortHash = 7;
/** Characters of a value. */
const longestValue = 60;

const names: Readonly<Record<DifferenceKind, string>> = {
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
  const which = subject === undefined ? '' : ` “${valueOf(subject)}”`;
  return `${names[kind]}${which} (${valueOf(before)} → ${valueOf(after)})`;
}

function valueOf(text: string): string {
  return boundedText(shortHex(readableLine(text)), longestValue);
}

/** Why a metric has no verdict, in words; `undefined` where it was tested. */
export function obstacleText(
  metric: MetricComparison,
  benchmark: BenchmarkId,
  comparison: Comparison,
): string | undefined {
  const { word, obstacle, after, compared } = metric;
  if (word === 'tooFew') return 'too few units that both runs have';
  if (word !== 'notComparable') return undefined;
  switch (obstacle) {
    case 'noScores':
      return `the simulation understood nothing of the ${after.n + after.excluded === 0 ? 'second' : 'first'} run’s prompt, so that run has no scores`;
    case 'oneRunOnly':
      return `only the ${after.n + after.excluded === 0 ? 'first' : 'second'} run computes it`;
    case 'differences':
      return unlikeText(metric, benchmark, comparison);
    case 'noValue':
    case undefined: {
      const [none, other] = [compared.before === undefined, compared.after === undefined];
      if (none && other) return 'neither run has a value for it';
      return none ? 'the first run has no value for it' : 'the second run has no value for it';
    }
  }
}

/** The first difference that bears on the metric. */
function unlikeText(
  { judges }: MetricComparison,
  benchmark: BenchmarkId,
  { differences, intended }: Comparison,
): string {
  const found = differences.filter(
    (difference) => difference.breaks && !intended.includes(difference.kind) && bearsOn(difference, benchmark, judges),
  );
  const [first] = found;
  if (first === undefined) return 'the runs differ';
  return `${differenceName(first)}${found.length > 1 ? `, and ${found.length - 1} more` : ''}`;
}

/** A text with each long hash in it cut to its first seven digits. */
export function shortHex(text: string): string {
  return text.replace(/(?:sha256:)?\b([0-9a-f]{64})\b|^sha256:([0-9a-f]+)$/g, (_, long?: string, rest?: string) =>
    (long ?? rest ?? '').slice(0, shortHash),
  );
}

/** What a comparison without verdicts says of itself. */
export const noVerdicts =
  'No verdicts: a simulated tutor had a part, and what rules write says nothing about how a model teaches.';

/** Which parts of either run are simulated. */
export function comparedParts({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly SimulatedPart[] {
  return [...new Set([before, after].flatMap(({ simulatedParts = [] }) => simulatedParts))];
}

/** The same in brackets behind what the comparison says. */
export function comparedMark(comparison: Pick<Comparison, 'before' | 'after'>): string {
  return simulatedTitle(comparedParts(comparison));
}

import { formatLevel, formatNumber, type MetricUnit } from '../text/formatNumber';
import type { BenchmarkId } from '../benchmark/samples';
import { simulatedTitle } from '../results/understoodPrompt';
import type { MetricRole } from '../benchmark/aims';
import type { SimulatedPart } from '../store/runManifest';
import { boundedText } from '../text/boundedText';
import { capitalized, countWords, listWords } from '../text/countWords';
import { readableLine } from '../text/readableText';
import {
  type BenchmarkComparison,
  significanceLevel,
  type ComparedRun,
  type Comparison,
  type LeftOutReason,
  type MetricOutcome,
  type DifferenceKind,
  type MetricComparison,
  type RunDifference,
} from './comparison';
import { type Decision, decisionOf, decisionTitles, moreWords } from './decision';
import { bearsOn } from './runDifferences';

export const outcomeTexts: Readonly<Record<MetricOutcome, string>> = {
  better: 'better',
  worse: 'worse',
  changed: 'changed',
  equivalent: 'equivalent',
  noEvidence: 'no evidence',
  notWorse: 'no worse',
  exploratory: '',
  tooFew: 'too few',
  simulated: 'simulated',
  notComparable: 'not comparable',
};

/** True if only the correction prevents a verdict. The advice is then a fresh run, not more samples. */
export function isStoppedByCorrection({
  word,
  p,
  pCorrected,
}: Pick<MetricComparison, 'word' | 'p' | 'pCorrected'>): boolean {
  return (
    word === 'noEvidence' &&
    p !== undefined &&
    pCorrected !== undefined &&
    p < significanceLevel &&
    pCorrected >= significanceLevel
  );
}

export function blockOf({ blocks }: BenchmarkComparison, { block = '' }: MetricComparison): string {
  return blocks.some(({ id }) => id === block) ? block : '';
}

export interface MetricGroup extends Pick<BenchmarkComparison, 'metrics'> {
  readonly id: string;
  readonly title: string;
  readonly role: MetricRole;
}

/** Targets, then guards, then the other metrics by block. Those without a known block come first. */
export function metricGroups(benchmark: BenchmarkComparison): readonly MetricGroup[] {
  const { title, blocks, metrics } = benchmark;
  const of = (role: MetricRole): readonly MetricComparison[] => metrics.filter((metric) => metric.role === role);
  const heads = blocks.some(({ id }) => id === '') ? blocks : [{ id: '', title }, ...blocks];
  return [
    { id: 'targets', title: 'Targets', role: 'target' as const, metrics: of('target') },
    { id: 'guards', title: 'Guards', role: 'guard' as const, metrics: of('guard') },
    ...heads.map((head) => ({
      ...head,
      role: 'exploratory' as const,
      metrics: of('exploratory').filter((metric) => blockOf(benchmark, metric) === head.id),
    })),
  ].filter((group) => group.metrics.length > 0);
}

/** `Guards`, `Exploratory: Accurate answers`. */
export function groupTitle({ title, role }: Pick<MetricGroup, 'title' | 'role'>): string {
  return role === 'exploratory' ? `Exploratory: ${title}` : title;
}

/** The title, with its block where it stands outside of it and another metric of the benchmark has the same title. */
export function titleInGroup(metric: MetricComparison, { metrics, blocks }: BenchmarkComparison): string {
  const { title, role, block } = metric;
  const isShared = role !== 'exploratory' && metrics.some((other) => other !== metric && other.title === title);
  const where = isShared ? blocks.find(({ id }) => id === block)?.title : undefined;
  return where === undefined ? title : `${title} [${where}]`;
}

export function valueText(value: number | undefined, { unit }: Pick<MetricComparison, 'unit'>): string {
  return value === undefined ? 'n/a' : formatNumber(value, unit);
}

/** The units behind a difference: `22`, or `30/32` if runs are compared as two groups. */
export function unitsText({ design, pairs, before, after }: MetricComparison): string {
  return design === 'paired' ? String(pairs) : `${before.n}/${after.n}`;
}

/** A number with its sign. Percent signs are dropped, since differences of percentages are points. */
export function signedNumber(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit).replace('%', '');
  return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
}

/** `0.08 to 0.34`, without percent signs. */
export function rangeText({ interval, unit }: MetricComparison): string | undefined {
  const text = (end: number): string => formatNumber(end, unit).replace('%', '');
  return interval && `${text(interval.low)} to ${text(interval.high)}`;
}

/** `+0.21, 0.08 to 0.34`, followed by ` points` for percentages. The interval may be missing. */
export function differenceText(metric: MetricComparison): string {
  const { difference, unit } = metric;
  if (difference === undefined) return 'n/a';
  const range = rangeText(metric);
  const words = signedNumber(difference, unit) + (range === undefined ? '' : `, ${range}`);
  return unit === 'percent' ? `${words} points` : words;
}

/** How the intervals of a comparison were made, in half a sentence. */
export function intervalMethod({
  level,
  repeatedLevel,
  resamples,
}: Pick<Comparison, 'level' | 'repeatedLevel' | 'resamples'>): string {
  const aims =
    formatLevel(repeatedLevel) === formatLevel(level)
      ? ''
      : ` (${formatLevel(repeatedLevel)} for targets and guards, so that they hold at all looks together)`;
  return `${formatLevel(level)} intervals${aims}: Newcombe’s method for paired pass/fail units, otherwise up to ${resamples.toLocaleString('en')} resamples, widened for few units`;
}

/** What p-values and outcomes of a comparison are corrected for, after “p-values”. */
export function correctionWords(tested: number): string {
  if (tested === 0) return 'not corrected, as no target could be tested';
  return tested === 1 ? 'not corrected, as one target was tested' : `corrected for ${tested} targets`;
}

const shortHash = 7;
const longestValue = 60;

/** Names for use in the middle of a sentence. */
const differenceNames: Readonly<Record<DifferenceKind, string>> = {
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

/** A line that says what is compared: the prompt, other intended differences, or only chance. */
export function whatIsCompared(comparison: Comparison): string {
  const { samePrompt, differences, intended } = comparison;
  const meant = differences.filter(({ kind, breaks }) => breaks && intended.includes(kind)).map(differenceName);
  const things = [...(samePrompt ? [] : ['the prompt']), ...new Set(meant)];
  if (things.length === 0) {
    const other = [...new Set(openDifferences(comparison).map(({ kind }) => differenceNames[kind]))];
    return other.length === 0
      ? 'Compared: two runs of the same prompt, so any difference is chance.'
      : `Compared: two runs of the same prompt that differ in ${other.join(', ')}.`;
  }
  return `Compared: ${things.join(', and ')}${samePrompt ? '; the prompt is the same' : ''}.`;
}

const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  otherPrompt: 'of another prompt',
  unlike: 'made under other conditions',
  sharedReplies: 'with some replies copied from another run',
  sharedVerdicts: 'with verdicts copied from another run',
  sameSimulation: 'in which simulated models repeated their answers, as they do with the same seed',
  late: 'made after the later run',
  chosen: 'by which the text was chosen',
  unfinished: 'without an end or without scores',
};

/** Which further runs of the earlier text count, and why others do not; `undefined` where there are none. */
export function baselinePlaysText({
  furtherPlays,
  leftOutPlays = [],
}: Pick<Comparison, 'furtherPlays' | 'leftOutPlays'>): string | undefined {
  const counted =
    furtherPlays &&
    `The earlier text counts with the mean of ${countWords(furtherPlays.length + 1, 'run', 'runs')}: ${furtherPlays.length} besides the one that is named.`;
  const reasons = [...new Set(leftOutPlays.map(({ reason }) => reason))].map(
    (reason) => `${leftOutPlays.filter((one) => one.reason === reason).length} ${leftOutTexts[reason]}`,
  );
  const leftOut =
    reasons.length > 0 &&
    `${countWords(leftOutPlays.length, 'other run does', 'other runs do')} not count: ${reasons.join(', ')}.`;
  return [counted, leftOut].filter(Boolean).join(' ') || undefined;
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

/** Why a metric has no verdict; `undefined` if it was tested. */
export function obstacleText(
  { word, obstacle, after, compared, judges }: MetricComparison,
  benchmark: BenchmarkId,
  comparison: Comparison,
): string | undefined {
  if (word === 'tooFew') return 'too few units in both runs';
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

/** Cuts each long hash in a text to seven digits. */
export function shortHex(text: string): string {
  return text.replace(/(?:sha256:)?\b([0-9a-f]{64})\b|^sha256:([0-9a-f]+)$/g, (_, long?: string, rest?: string) =>
    (long ?? rest ?? '').slice(0, shortHash),
  );
}

export const noVerdicts =
  'No verdicts: a simulated tutor took part, and replies written by rules say nothing about how a model teaches.';

export function comparedParts({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly SimulatedPart[] {
  return [...new Set([before, after].flatMap(({ simulatedParts = [] }) => simulatedParts))];
}

export function comparedMark(comparison: Pick<Comparison, 'before' | 'after'>): string {
  return simulatedTitle(comparedParts(comparison));
}

/** Maximum characters of a notification. */
const longest = 200;
/** Maximum characters of a metric's name in a notification. */
const longestName = 32;

/** Most important first: a metric that got worse must not be missed. */
const significant = ['worse', 'better', 'changed'] as const;

interface Named {
  readonly metric: MetricComparison;
  /** Title of its block. */
  readonly block: string;
}

/**
 * The answer in at most 200 characters: the decision, what got worse, what got better and how much is open. If a run is simulated, a
 * mark such as “(simulated tutor)” follows.
 */
export function comparisonSentence(comparison: Comparison): string {
  return (
    boundedText(answerOf(comparison), longest) + (comparison.benchmarks.length === 0 ? '' : comparedMark(comparison))
  );
}

export function namedMetrics({ benchmarks }: Comparison): readonly Named[] {
  return benchmarks.flatMap(({ metrics, blocks }) =>
    metrics.map((metric) => ({ metric, block: blocks.find(({ id }) => id === metric.block)?.title ?? '' })),
  );
}

function answerOf(comparison: Comparison): string {
  const all = namedMetrics(comparison);
  const metrics = all.filter(({ metric }) => metric.role !== 'exploratory');
  const of = (outcome: MetricOutcome): readonly Named[] =>
    bySize(metrics.filter(({ metric }) => metric.word === outcome));
  if (comparison.benchmarks.length === 0) return 'Nothing to compare: the runs have no benchmark in common.';
  if (all.length === 0) return 'Nothing to compare: neither run has scores.';
  if (metrics.length === 0) return 'Nothing to decide by: neither run has scores on a target.';
  const decision = decisionOf(comparison);
  const more = decision && moreWords(decision);
  const rest = openParts(metrics, comparison);
  const sentence = (parts: readonly string[]): string =>
    answerSentence(more === undefined ? parts : [more, ...parts], decision);
  const simulated = of('simulated');
  if (simulated.length > 0) return sentence([withoutVerdicts(simulated, metrics), ...rest]);
  const groups = significant
    .map((outcome) => ({ outcome, named: of(outcome) }))
    .filter(({ named }) => named.length > 0);
  if (groups.length === 0) return sentence(rest);
  const partsOf = (names: number, details: number): readonly string[] => {
    const parts = groups.map(({ outcome, named }) => group(outcome, named, names, details, metrics));
    if (decision?.kind !== 'tradeOff') return parts;
    const [worse = '', better = '', ...others] = parts;
    return [`${better} against ${worse}`, ...others];
  };
  // Names as many metrics as fit, with their intervals if possible.
  for (const [names, details] of [
    [2, 2],
    [2, 1],
    [1, 1],
    [2, 0],
    [1, 0],
    [0, 0],
  ] as const) {
    const text = sentence([...partsOf(names, details), ...rest]);
    if (text.length <= longest) return text;
  }
  return sentence(partsOf(0, 0));
}

export function bySize(named: readonly Named[]): readonly Named[] {
  return [...named].sort((one, other) => sizeOf(other) - sizeOf(one));
}

function withoutVerdicts(simulated: readonly Named[], all: readonly Named[]): string {
  const [widest] = simulated;
  const difference =
    widest === undefined || sizeOf(widest) === 0
      ? 'none of them differs'
      : `largest difference: ${nameOf(widest, all)} ${differenceText(widest.metric)}`;
  return `a simulated tutor took part, so no verdict on ${countWords(simulated.length, 'metric', 'metrics')} (${difference})`;
}

export function group(
  outcome: (typeof significant)[number],
  named: readonly Named[],
  names: number,
  details: number,
  all: readonly Named[],
): string {
  const start = outcome === 'changed' ? 'changed' : `${outcome} at`;
  if (names === 0) return `${start} ${countWords(named.length, 'metric', 'metrics')}`;
  const parts = named.slice(0, names).map((one, index) => {
    const detail = index < details ? ` (${differenceText(one.metric)})` : '';
    return nameOf(one, all) + detail;
  });
  const more = named.length - parts.length;
  return `${start} ${listWords(more > 0 ? [...parts, `${more} more`] : parts)}`;
}

/** The difference as a share of the scale. */
function sizeOf({ metric: { difference, scale } }: Named): number {
  return Math.abs(difference ?? 0) / Math.max(Number.MIN_VALUE, scale[1] - scale[0]);
}

/** The part of a title before its colon, with the block if several metrics share that name. */
function nameOf(one: Named, all: readonly Named[]): string {
  const short = ({ metric: { title } }: Named): string => readableLine(title.split(': ')[0] ?? title);
  const name = boundedText(short(one), longestName);
  const isShared = all.filter((other) => short(other) === short(one)).length > 1;
  return isShared && one.block !== '' ? `${name} [${boundedText(readableLine(one.block), longestName)}]` : name;
}

type OpenOutcome = Exclude<MetricOutcome, (typeof significant)[number] | 'simulated' | 'exploratory'>;

const openOutcomeTexts: Readonly<Record<OpenOutcome, string>> = {
  equivalent: 'equivalent',
  notWorse: 'no worse',
  noEvidence: 'no evidence',
  tooFew: 'too few samples',
  notComparable: 'not comparable',
};

/** Counts of metrics that are not significant. Their names would make the line too long. */
function openParts(metrics: readonly Named[], comparison: Comparison): readonly string[] {
  const counts = (Object.keys(openOutcomeTexts) as OpenOutcome[])
    .map((outcome) => ({ outcome, count: metrics.filter(({ metric }) => metric.word === outcome).length }))
    .filter(({ count }) => count > 0);
  return counts.map(({ outcome, count }) => {
    if (count === metrics.length) return wholePart(outcome, count, comparison);
    const own = metrics.filter(({ metric }) => metric.word === outcome);
    const which = count <= 2 ? listWords(own.map((one) => nameOf(one, metrics))) : words(count);
    return `${openOutcomeTexts[outcome]} on ${which}`;
  });
}

function wholePart(outcome: OpenOutcome, count: number, comparison: Comparison): string {
  if (outcome === 'notComparable') return `not comparable${reasonOf(comparison)}`;
  if (outcome === 'tooFew') return 'too few samples in common to tell';
  const some = count === 1 ? 'the one metric' : 'both metrics';
  if (outcome === 'notWorse') return `no worse on ${count > 2 ? `all ${words(count)} guards` : some}`;
  if (outcome === 'equivalent') return `equivalent on ${count > 2 ? `all ${words(count)} metrics` : some}`;
  return `no evidence of a difference on ${count > 2 ? `any of ${words(count)} metrics` : some}`;
}

function reasonOf({ differences, benchmarks }: Comparison): string {
  if (benchmarks.some(({ metrics }) => metrics.some(({ obstacle }) => obstacle === 'noScores'))) {
    return ': a simulated tutor understood nothing of its prompt, so that run has no scores';
  }
  const breaking = differences.filter(({ breaks }) => breaks);
  const [first] = breaking;
  if (first === undefined) return ': no metric has a value in both runs';
  const others = new Set(breaking.map(({ kind }) => kind)).size - 1;
  const what = first.kind === 'decoding' ? 'the sampling' : differenceNames[first.kind];
  const more = others > 0 ? `, and ${countWords(others, 'other thing', 'other things')}` : '';
  const values = [first.before, first.after].map((value) => boundedText(readableLine(value), 40)).join(' → ');
  return `: ${what} differs (${values})${more}`;
}

function answerSentence(parts: readonly string[], decision: Decision | undefined): string {
  // Lists and intervals contain commas, so three or more parts are separated by semicolons.
  const text = parts.join(parts.length <= 2 ? ', ' : '; ');
  return decision === undefined ? `${capitalized(text)}.` : `${decisionTitles[decision.kind]}: ${text}.`;
}

const small = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function words(count: number): string {
  return small[count] ?? count.toLocaleString('en');
}

export interface LabelledComparison {
  readonly comparison: Comparison;
  /** The earlier revision's label, if it has one; untrusted. */
  readonly label?: string | undefined;
}

/** `Against “gentle”, 2026-11-20: Better at P-Redirect …`. The date is that of the earlier run, in UTC. */
export function comparisonAnswer({ comparison, label }: LabelledComparison): string {
  const { before, after } = comparison;
  return `Against ${comparedRunName(before, after, label)}, ${before.createdAt.slice(0, 10)}: ${comparisonSentence(comparison)}`;
}

/** A run's name next to another run: its label or short revision, with the file name if the files differ. */
export function comparedRunName(run: ComparedRun, other: ComparedRun, label?: string): string {
  const bounded = (text: string): string => boundedText(readableLine(text), 60);
  const revision = label === undefined ? shortHex(run.revision) : `“${bounded(label)}”`;
  return run.promptPath === other.promptPath ? revision : `${bounded(run.promptName)} ${revision}`;
}

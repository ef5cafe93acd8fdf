import { metricName } from '../benchmark/aims';
import { capitalized, countWords, listWords, t, uncapitalized, verbFor, wholeNumber } from '../text/countWords';
import { formatDay } from '../text/formatTime';
import { boundedText, readableLine } from '../text/readableText';
import type { ComparedRun, Comparison, MetricOutcome, MetricComparison, StoppedMetric } from './comparison';
import { differenceNames } from './comparison';
import { type Decision, decisionOf, decisionTitles, moreWords, untested } from './decision';
import { differenceText, shortHex, comparedMark } from './describeComparison';

/** Maximum characters of a notification. */
const longest = 200;
/** Maximum characters of a metric's name in a notification. */
const longestName = 48;

/** Most important first: a metric that got worse must not be missed. */
const significant = ['worse', 'better', 'changed'] as const;

interface Named {
  readonly metric: MetricComparison;
  /** Title of its block. */
  readonly block: string;
  readonly stopped: StoppedMetric | undefined;
}

/** The answer in at most 200 characters: decision, what got worse and better, what is open. */
export function comparisonWords(comparison: Comparison): string {
  return boundedText(answerOf(comparison), longest);
}

/** The same, marked if simulated. */
export function comparisonSentence(comparison: Comparison): string {
  return comparisonWords(comparison) + (comparison.benchmarks.length === 0 ? '' : comparedMark(comparison));
}

function namedMetrics({ benchmarks, stopped }: Comparison): readonly Named[] {
  const stops = new Map(stopped?.map((one) => [one.metric, one]));
  return benchmarks.flatMap(({ id: benchmark, metrics, blocks }) =>
    metrics.map((metric) => ({
      metric,
      block: t(blocks.find(({ id }) => id === metric.block)?.title ?? ''),
      stopped: stops.get(metricName(benchmark, metric)),
    })),
  );
}

/** Targets and guards. */
export function aimedMetrics(comparison: Comparison): readonly Named[] {
  return namedMetrics(comparison).filter(({ metric }) => metric.role !== 'exploratory');
}

function answerOf(comparison: Comparison): string {
  const all = namedMetrics(comparison);
  const metrics = aimedMetrics(comparison);
  const of = (outcome: MetricOutcome): readonly Named[] =>
    bySize(metrics.filter(({ metric }) => metric.outcome === outcome));
  if (comparison.benchmarks.length === 0) return t`Nothing to compare: the runs have no benchmark in common.`;
  if (all.length === 0) return t`Nothing to compare: neither run has scores.`;
  if (metrics.length === 0) return t`Nothing to decide by: neither run has scores on a target.`;
  const decision = decisionOf(comparison);
  const more = decision && moreWords(decision);
  const rest = openParts(metrics, comparison);
  const sentence = (parts: readonly string[]): string =>
    answerSentence(more === undefined ? parts : [more, ...parts], decision);
  const unreached = unreachedWords(comparison);
  // A verdict on equal replies can differ by the judge's chance alone, so only a decision goes before this.
  if (unreached !== undefined && (decision === undefined || decision.kind === 'notSettled'))
    return answerSentence([unreached], decision);
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
    return [t`${better} against ${worse}`, ...others];
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

/** For an edit after which every reply is the same. */
function unreachedWords({ benchmarks, samePrompt }: Comparison): string | undefined {
  const both = benchmarks.reduce((sum, { samples }) => sum + samples.both, 0);
  const same = benchmarks.reduce((sum, { samples }) => sum + (samples.sameReplies ?? 0), 0);
  if (samePrompt || both === 0 || same < both) return undefined;
  return t`the replies to ${countWords(both, 'sample', 'samples')} are the same as before, so the edit reached nothing`;
}

export function bySize(named: readonly Named[]): readonly Named[] {
  return [...named].sort((one, other) => sizeOf(other) - sizeOf(one));
}

function withoutVerdicts(simulated: readonly Named[], all: readonly Named[]): string {
  const [widest] = simulated;
  const difference =
    widest === undefined || sizeOf(widest) === 0
      ? t`none of them differs`
      : t`largest difference: ${nameOf(widest, all)} ${differenceText(widest.metric)}`;
  return t`a simulated tutor took part, so no verdict on ${countWords(simulated.length, 'metric', 'metrics')} (${difference})`;
}

export function group(
  outcome: (typeof significant)[number],
  named: readonly Named[],
  names: number,
  details: number,
  all: readonly Named[],
): string {
  const start = { better: t`better at`, worse: t`worse at`, changed: t`changed` }[outcome];
  if (names === 0) return `${start} ${countWords(named.length, 'metric', 'metrics')}`;
  const parts = named.slice(0, names).map((one, index) => {
    const detail = index < details ? ` (${differenceText(one.metric)})` : '';
    return nameOf(one, all) + detail;
  });
  const more = named.length - parts.length;
  return `${start} ${listWords(more > 0 ? [...parts, t`${more} more`] : parts)}`;
}

/** The difference as a share of the scale. */
function sizeOf({ metric: { difference, scale } }: Named): number {
  return Math.abs(difference ?? 0) / Math.max(Number.MIN_VALUE, scale[1] - scale[0]);
}

/** The part of a title before its colon, then the block if several metrics share that name. */
export function nameOf(one: Named, all: readonly Named[]): string {
  const short = ({ metric: { title } }: Named): string => readableLine(title.split(': ')[0] ?? title);
  const name = boundedText(short(one), longestName);
  const isShared = all.filter((other) => short(other) === short(one)).length > 1;
  const block = boundedText(readableLine(one.block), longestName);
  return isShared && block !== '' ? `${name}, ${uncapitalized(block)}` : name;
}

type OpenOutcome = Exclude<MetricOutcome, (typeof significant)[number] | 'simulated' | 'exploratory'>;

const openOutcomeTexts: Readonly<Record<OpenOutcome, string>> = {
  equivalent: t`equivalent`,
  notWorse: t`no worse`,
  noEvidence: t`no clear difference`,
  tooFew: t`too few samples`,
  notComparable: t`not comparable`,
};

/** Counts of metrics that are not significant. Their names would make the line too long. */
function openParts(metrics: readonly Named[], comparison: Comparison): readonly string[] {
  const counts = (Object.keys(openOutcomeTexts) as OpenOutcome[])
    .map((outcome) => ({ outcome, count: metrics.filter(({ metric }) => metric.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  return counts.map(({ outcome, count }, index) => {
    if (count === metrics.length) return wholePart(outcome, count, comparison);
    const own = metrics.filter(({ metric }) => metric.outcome === outcome);
    const many = index === 0 ? t`${wholeNumber(count)} metrics` : wholeNumber(count);
    const which = count <= 2 ? listWords(own.map((one) => nameOf(one, metrics))) : many;
    if (outcome === 'tooFew') return t`${which} ${verbFor(count, 'has', 'have')} too few samples`;
    return t`${openOutcomeTexts[outcome]} on ${which}`;
  });
}

function wholePart(outcome: OpenOutcome, count: number, comparison: Comparison): string {
  if (outcome === 'notComparable') return t`not comparable${reasonOf(comparison)}`;
  if (outcome === 'tooFew') return t`too few samples in common to tell`;
  const some = count === 1 ? t`the one metric` : t`both metrics`;
  if (outcome === 'notWorse') return t`no worse on ${count > 2 ? t`all ${wholeNumber(count)} guards` : some}`;
  if (outcome === 'equivalent') return t`equivalent on ${count > 2 ? t`all ${wholeNumber(count)} metrics` : some}`;
  return t`no clear difference on ${count > 2 ? t`any of ${wholeNumber(count)} metrics` : count === 2 ? t`either metric` : some}`;
}

function reasonOf({ differences, benchmarks }: Comparison): string {
  if (benchmarks.some(({ metrics }) => metrics.some(({ obstacle }) => obstacle === 'noScores'))) {
    return t`: a simulated tutor understood nothing of its prompt, so that run has no scores`;
  }
  const breaking = differences.filter(({ breaks }) => breaks);
  const [first] = breaking;
  if (first === undefined) return t`: no metric has a value in both runs`;
  const others = new Set(breaking.map(({ kind }) => kind)).size - 1;
  const what = first.kind === 'decoding' ? t`the sampling` : differenceNames[first.kind];
  const more = others > 0 ? t`, and ${countWords(others, 'other thing', 'other things')}` : '';
  const values = [first.before, first.after].map((value) => boundedText(readableLine(value), 40)).join(' → ');
  return t`: ${what} differs (${values})${more}`;
}

function answerSentence(parts: readonly string[], decision: Decision | undefined): string {
  const text = parts.join('; ');
  return decision === undefined ? `${capitalized(text)}.` : `${decisionTitles[decision.kind]}: ${text}.`;
}

export interface LabelledComparison {
  readonly comparison: Comparison;
  /** The earlier revision's label, if it has one; untrusted. */
  readonly label?: string | undefined;
}

/** `Against “gentle”, 20 Nov 2026: Better at P-Redirect …`. The date is that of the earlier run, in UTC. */
export function comparisonAnswer({ comparison, label }: LabelledComparison): string {
  const { before, after } = comparison;
  return t`Against ${comparedRunName(before, after, label)}, ${formatDay(before.createdAt)}: ${comparisonSentence(comparison)}`;
}

/** A run's name next to another run: its label or short revision, with the file name if the files differ. */
export function comparedRunName(run: ComparedRun, other: ComparedRun, label?: string): string {
  const bounded = (text: string): string => boundedText(readableLine(text), 60);
  const revision = label === undefined ? shortHex(run.revision) : `“${bounded(label)}”`;
  return run.promptPath === other.promptPath ? revision : `${bounded(run.promptName)} ${revision}`;
}

/**
 * The result of a comparison used as a check. `nothing`: no metric has a value in both runs. `untested`: there are
 * values, but no target could be tested. A check must not pass on either, as there is no evidence.
 */
type ComparisonOutcome =
  | { readonly kind: 'tested'; readonly worse: readonly string[] }
  | { readonly kind: 'untested' | 'nothing'; readonly reason: string };

/** `worse` names metrics as `benchmark/block/metric`, `reason` is a sentence. */
export function comparisonOutcome(comparison: Comparison): ComparisonOutcome {
  const { benchmarks } = comparison;
  const rows = benchmarks.flatMap(({ id, metrics }) => metrics.map((metric) => ({ id, metric })));
  if (rows.every(({ metric }) => metric.difference === undefined)) {
    const isShared = benchmarks.length === 0 || benchmarks.some(({ samples }) => samples.both > 0);
    const none = t`Nothing to compare: the runs share no samples.`;
    const reason = isShared ? comparisonSentence(comparison) : none;
    return { kind: 'nothing', reason };
  }
  const worse = rows.filter(({ metric }) => metric.outcome === 'worse');
  const hasEvidence = rows.some(({ metric: { role, outcome } }) => role === 'target' && !untested.has(outcome));
  if (worse.length === 0 && !hasEvidence) return { kind: 'untested', reason: comparisonSentence(comparison) };
  return {
    kind: 'tested',
    worse: worse.map(({ id, metric: { block = '', id: name } }) => [id, block, name].filter(Boolean).join('/')),
  };
}

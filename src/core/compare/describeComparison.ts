import { formatLevel, formatNumber, type MetricUnit, plainRange, signedNumber } from '../text/formatNumber';
import type { BenchmarkId } from '../benchmark/samples';
import { simulatedTitle } from '../results/understoodPrompt';
import type { MetricRole } from '../benchmark/aims';
import type { SimulatedPart } from '../store/runManifest';
import { countWords, listWords, t, uncapitalized, wholeNumber } from '../text/countWords';
import { boundedText, readableLine } from '../text/readableText';
import {
  type BenchmarkComparison,
  significanceLevel,
  type Comparison,
  type LeftOutReason,
  type MetricOutcome,
  differenceNames,
  type MetricComparison,
  type RunDifference,
} from './comparison';
import { bearsOn } from './runDifferences';

export const outcomeTexts: Readonly<Record<MetricOutcome, string>> = {
  better: t`better`,
  worse: t`worse`,
  changed: t`changed`,
  equivalent: t`equivalent`,
  noEvidence: t`unclear`,
  notWorse: t`no worse`,
  exploratory: '',
  tooFew: t`too few`,
  simulated: t`simulated`,
  notComparable: t`not comparable`,
};

/** True if only the correction prevents a verdict. The advice is then a fresh run, not more samples. */
export function isStoppedByCorrection({
  outcome,
  p = 1,
  pCorrected = 0,
}: Pick<MetricComparison, 'outcome' | 'p' | 'pCorrected'>): boolean {
  return outcome === 'noEvidence' && p < significanceLevel && pCorrected >= significanceLevel;
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
    { id: 'targets', title: t`Targets`, role: 'target' as const, metrics: of('target') },
    { id: 'guards', title: t`Guards`, role: 'guard' as const, metrics: of('guard') },
    ...heads.map((head) => ({
      ...head,
      role: 'exploratory' as const,
      metrics: of('exploratory').filter((metric) => blockOf(benchmark, metric) === head.id),
    })),
  ].filter((group) => group.metrics.length > 0);
}

/** `Guards`, `Exploratory: Accurate answers`. */
export function groupTitle({ title, role }: Pick<MetricGroup, 'title' | 'role'>): string {
  return role === 'exploratory' ? t`Exploratory: ${t(title)}` : title;
}

/** The title, with its block where it stands outside of it and another metric of the benchmark has the same title. */
export function titleInGroup(metric: MetricComparison, { metrics, blocks }: BenchmarkComparison): string {
  const { title, role, block } = metric;
  const isShared = role !== 'exploratory' && metrics.some((other) => other !== metric && other.title === title);
  const where = isShared ? blocks.find(({ id }) => id === block)?.title : undefined;
  return where === undefined ? title : `${title}, ${uncapitalized(t(where))}`;
}

export function valueText(value: number | undefined, { unit }: Pick<MetricComparison, 'unit'>): string {
  return value === undefined ? 'n/a' : formatNumber(value, unit);
}

/** The units behind a difference: `22`, or `30 and 32` if runs are compared as two groups. */
export function unitsText({ design, pairs, before, after }: MetricComparison): string {
  return design === 'paired' ? String(pairs) : listWords([before.n, after.n].map(String));
}

/** `0.08 to 0.34`, without percent signs. */
export function rangeText({ interval, unit }: MetricComparison): string | undefined {
  return interval && plainRange(interval, unit);
}

/** `+0.21, 0.08 to 0.34`, followed by ` points` for percentages. The interval may be missing. */
export function differenceText(metric: MetricComparison): string {
  const { difference, unit } = metric;
  if (difference === undefined) return 'n/a';
  const range = rangeText(metric);
  const words = signedNumber(difference, unit) + (range === undefined ? '' : `, ${range}`);
  return unit === 'percent' ? t`${words} points` : words;
}

/** The size of a difference in a metric's unit: `0.08`, `4.0 points`. */
export function differenceSize(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit);
  return unit === 'percent' ? t`${text.replace(/\s?%/, '')} points` : text;
}

/** How intervals and outcomes of a comparison were made, with a note where a simulated tutor took part. */
export function methodText(comparison: Comparison, simulatedNote = ` ${noVerdicts}`): string {
  const { level, repeatedLevel, resamples, withoutVerdicts, tested, openEnded } = comparison;
  const [plain, repeated] = [formatLevel(level), formatLevel(repeatedLevel)];
  const aims =
    repeated === plain ? '' : t` (${repeated} for targets and guards, so that they hold at all looks together)`;
  const method = t`${plain} intervals${aims}: Newcombe’s method for paired pass/fail units, otherwise up to ${wholeNumber(resamples)} resamples, widened for few units, each for its metric alone`;
  if (withoutVerdicts === true) return `${method}.${simulatedNote}`;
  const endless =
    openEnded === true
      ? t` No end was planned: targets are tested by an e-process, which holds whenever it is read.`
      : '';
  return t`${method}; p and the outcomes are ${correctionWords(tested)}.${endless}`;
}

function correctionWords(tested: number): string {
  if (tested === 0) return t`not corrected, as no target could be tested`;
  return tested === 1 ? t`not corrected, as one target was tested` : t`corrected for ${tested} targets`;
}

const shortHash = 7;
const longestValue = 60;

/** A line that says what is compared: the prompt, other intended differences, or only chance. */
export function whatIsCompared(comparison: Comparison): string {
  const { samePrompt, differences, intended } = comparison;
  const meant = differences.filter(({ kind, breaks }) => breaks && intended.includes(kind)).map(differenceName);
  const things = [...(samePrompt ? [] : [t`the prompt`]), ...new Set(meant)];
  if (things.length === 0) {
    const other = [...new Set(openDifferences(comparison).map(({ kind }) => differenceNames[kind]))];
    return other.length === 0
      ? t`Compared: two runs of the same prompt, so any difference is chance.`
      : t`Compared: two runs of the same prompt that differ in ${other.join(', ')}.`;
  }
  return t`Compared: ${things.join(', and ')}${samePrompt ? t`; the prompt is the same` : ''}.`;
}

const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  otherPrompt: t`of another prompt`,
  unlike: t`made under other conditions`,
  sharedReplies: t`with some replies copied from another run`,
  sharedVerdicts: t`with verdicts copied from another run`,
  sameSimulation: t`in which simulated models repeated their answers, as they do with the same seed`,
  late: t`made after the later run`,
  chosen: t`by which the text was chosen, which is partly luck`,
  unfinished: t`without an end or without scores`,
};

/** Which further runs of the earlier text count, and why others do not; `undefined` where there are none. */
export function baselineRunsText({
  furtherRuns,
  leftOutRuns = [],
}: Pick<Comparison, 'furtherRuns' | 'leftOutRuns'>): string | undefined {
  const counted =
    furtherRuns &&
    t`The earlier text counts with the mean of ${countWords(furtherRuns.length + 1, 'run', 'runs')}: ${furtherRuns.length} besides the one that is named.`;
  const reasons = [...new Set(leftOutRuns.map(({ reason }) => reason))].map(
    (reason) => `${leftOutRuns.filter((one) => one.reason === reason).length} ${leftOutTexts[reason]}`,
  );
  const leftOut =
    reasons.length > 0 &&
    t`${countWords(leftOutRuns.length, 'other run does', 'other runs do')} not count: ${reasons.join(', ')}.`;
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
  { outcome, obstacle, after, compared, judges }: MetricComparison,
  benchmark: BenchmarkId,
  comparison: Comparison,
): string | undefined {
  if (outcome === 'tooFew') return t`too few units in both runs`;
  if (outcome !== 'notComparable') return undefined;
  const isAfterEmpty = after.n + after.excluded === 0;
  if (obstacle === 'noScores')
    return t`the simulation understood nothing of the ${isAfterEmpty ? t`second` : t`first`} run’s prompt, so that run has no scores`;
  if (obstacle === 'openEnded')
    return t`it is not a plain mean over units in both runs, so --open-ended has no test for it`;
  if (obstacle === 'oneRunOnly') return t`only the ${isAfterEmpty ? t`first` : t`second`} run computes it`;
  if (obstacle === 'differences') {
    const [first, ...more] = openDifferences(comparison).filter((one) => bearsOn(one, benchmark, judges));
    if (first === undefined) return t`the runs differ`;
    return `${differenceName(first)}${more.length > 0 ? t`, and ${more.length} more` : ''}`;
  }
  if (compared.before !== undefined) return t`the second run has no value for it`;
  return compared.after === undefined ? t`neither run has a value for it` : t`the first run has no value for it`;
}

/** Cuts each long hash in a text to seven digits. */
export function shortHex(text: string): string {
  return text.replace(/(?:sha256:)?\b([0-9a-f]{64})\b|^sha256:([0-9a-f]+)$/g, (_, long?: string, rest?: string) =>
    (long ?? rest ?? '').slice(0, shortHash),
  );
}

const noVerdicts = t`No verdicts: a simulated tutor took part, and replies written by rules say nothing about how a model teaches.`;

export function comparedParts({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly SimulatedPart[] {
  return [...new Set([before, after].flatMap(({ simulatedParts = [] }) => simulatedParts))];
}

export function comparedMark(comparison: Pick<Comparison, 'before' | 'after'>): string {
  return simulatedTitle(comparedParts(comparison));
}

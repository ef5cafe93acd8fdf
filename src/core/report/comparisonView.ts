import type { BenchmarkComparison, Comparison, MetricComparison, RunDifference, TestKind } from '../compare/comparison';
import { differenceNames } from '../compare/comparison';
import { comparisonSentence, comparisonWords } from '../compare/comparisonSentence';
import * as described from '../compare/describeComparison';
import { comparisonNotices, decisionWords, marginWords, stoppedEarlyWords } from '../compare/decisionWords';
import type { RemainingSamples } from '../compare/remainingSamples';
import { type DiffLine, type DiffSegment, type PromptChange, wordDiff } from '../history/changedLines';
import type { StaleSide } from '../history/staleSide';
import { shortenRevision } from '../results/headerFacts';
import type { CaseDetail } from '../results/reportModel';
import type { SavedCalls } from '../run/savedCalls';
import { boundedText } from '../text/readableText';
import { capitalized, countWords, t } from '../text/countWords';
import { formatLevel, signedNumber } from '../text/formatNumber';
import { type ComparisonTitles, comparisonViewFlips, comparisonViewTurns } from './comparisonViewFlips';
import type {
  BaselineChanges,
  BenchmarkComparisonView,
  ComparedRunView,
  ComparisonRowView,
  ComparisonView,
  FlipDetail,
  PromptChangeView,
  PromptLineView,
  RuleChangeView,
  TurnDiff,
} from './comparisonViewModel';
import { forestRow } from '../compare/comparisonJson';
import { moreSamples } from '../compare/decision';

/** Data that a comparison does not contain. */
export interface ComparisonViewParts {
  readonly titles: ComparisonTitles;
  /** Set if both texts are available. */
  readonly prompt?: PromptChange;
  /** By revision. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Absent where neither run can go on. */
  readonly remaining?: Omit<RemainingSamples, 'runs'> | undefined;
  readonly isRunning?: boolean;
  readonly saved?: SavedCalls | undefined;
  readonly canJudgeRest?: boolean;
  readonly staleSide?: StaleSide | undefined;
}

export function comparisonView(
  comparison: Comparison,
  { titles, prompt, labels, remaining, staleSide, ...parts }: ComparisonViewParts,
): ComparisonView {
  const { samePrompt, comparable, withoutVerdicts } = comparison;
  const runs = described.baselineRunsText(comparison);
  const canGoOn = parts.isRunning !== true && remaining !== undefined;
  const sideView = (side: 'before' | 'after'): ComparedRunView => {
    const { revision } = comparison[side];
    return { ...comparison[side], name: labels?.get(revision) ?? shortenRevision(revision) };
  };
  return {
    before: sideView('before'),
    after: sideView('after'),
    sentence: comparisonWords(comparison),
    decision: decisionWords(comparison),
    stoppedEarly: stoppedEarlyWords(comparison),
    saved: parts.saved && { calls: parts.saved.tutor + parts.saved.judge, usd: parts.saved.usd },
    canJudgeRest: parts.canJudgeRest === true && parts.isRunning !== true,
    ...(canGoOn && remaining.samples > 0 && { remaining: { samples: remaining.samples, calls: remaining.calls } }),
    ...{ samePrompt, comparable, withoutVerdicts },
    notices: comparisonNotices(comparison),
    method: [described.methodText(comparison, ''), ...(runs === undefined ? [] : [runs])].join(' '),
    differences: comparison.differences.map((difference) => differenceView(difference, comparison, titles)),
    judgeDoubts: comparison.judgeDoubts?.sentence,
    staleSide,
    benchmarks: comparison.benchmarks.map((benchmark) => benchmarkView(benchmark, comparison, titles, remaining)),
    prompt: prompt && comparisonViewPrompt(prompt),
  };
}

function differenceView(
  { benchmark, subject, ...difference }: RunDifference,
  { benchmarks, intended }: Comparison,
  titles: ComparisonTitles,
): ComparisonView['differences'][number] {
  const { kind } = difference;
  const of = kind === 'judgeVersion' && benchmark && subject ? titles.judge(benchmark, subject) : undefined;
  return {
    ...difference,
    name: capitalized(differenceNames[kind]) + (subject === undefined ? '' : ` “${of ?? subject}”`),
    benchmark: benchmarks.find(({ id }) => id === benchmark)?.title ?? benchmark,
    intended: intended.includes(kind),
  };
}

function benchmarkView(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  titles: ComparisonTitles,
  remaining: ComparisonViewParts['remaining'],
): BenchmarkComparisonView {
  const { id, title, samples, metrics } = benchmark;
  const { tested, guardMargin } = comparison;
  const wordsOf = ({ sampleId }: { readonly sampleId: string }): string => {
    const { quote = '', title = sampleId } = titles.sample(id, sampleId) ?? {};
    return boundedText(quote.trim() || title);
  };
  const rowOf = (metric: MetricComparison): ComparisonRowView => ({
    ...comparisonViewRow(
      { ...metric, title: described.titleInGroup(metric, benchmark) },
      {
        benchmark: id,
        block: described.blockOf(benchmark, metric),
        samples: samples.both,
        tested,
        reason: metric.obstacle && described.obstacleText(metric, id, comparison),
      },
    ),
    ...(metric.role === 'guard' && { margin: marginWords(metric, guardMargin) }),
  });
  return {
    id,
    title,
    groups: described.metricGroups(benchmark).map(({ metrics: own, ...group }) => {
      return { ...group, title: described.groupTitle(group), rows: own.map(rowOf) };
    }),
    unpaired: metrics.some(({ design }) => design === 'unpaired'),
    both: samples.both,
    sameReplies: samples.sameReplies,
    beforeOnly: samples.beforeOnly.map(wordsOf),
    afterOnly: samples.afterOnly.map(wordsOf),
    changed: samples.changed.map(wordsOf),
    loneRepeats: samples.loneRepeats,
    duplicates: samples.duplicates.length,
    unplayed: remaining?.left.get(id),
    ...comparisonViewFlips(benchmark, titles),
    turns: comparisonViewTurns(benchmark, titles),
  };
}

/** The changes of the later run from the earlier one; metrics without a difference are left out. */
export function comparisonViewChanges(comparison: Comparison, label?: string): BaselineChanges {
  const metrics = comparison.benchmarks.flatMap((benchmark) =>
    benchmark.metrics.flatMap((metric) => {
      const { id, outcome, difference, unit } = metric;
      if (difference === undefined) return [];
      return {
        benchmark: benchmark.id,
        block: described.blockOf(benchmark, metric),
        metric: id,
        judge: comparison.after.judge,
        outcome,
        outcomeText: described.outcomeTexts[outcome],
        text: described.differenceText(metric),
        short: signedNumber(difference, unit),
      };
    }),
  );
  return {
    against: label ?? t`earlier version`,
    at: comparison.before.createdAt,
    decision: decisionWords(comparison),
    sentence: comparisonSentence(comparison),
    metrics,
  };
}

/** Both transcripts of a flip with the word-level difference of each turn's replies. */
export function comparisonViewPair(before: CaseDetail | undefined, after: CaseDetail | undefined): FlipDetail {
  const later = repliesOf(after);
  const turns = [...repliesOf(before)].flatMap(([turn, text]): readonly TurnDiff[] => {
    const other = later.get(turn);
    return other === undefined ? [] : [{ turn, segments: wordDiff(text, other) }];
  });
  return { before, after, turns };
}

function repliesOf(detail: CaseDetail | undefined): ReadonlyMap<number, string> {
  const replies = detail?.turns.filter(({ role }) => role === 'reply') ?? [];
  return new Map(replies.map(({ turn, text }, position) => [turn ?? position + 1, text]));
}

/** Maximum diff lines sent to the panel; the editor's own diff shows all. */
const mostLines = 2_000;
/** Maximum characters of two lines compared word by word. */
const longestLine = 2_000;
/** Below this share of common characters, two lines count as removed and added, not as changed. */
const leastAlike = 0.3;

/** A prompt diff with the changed words marked. */
export function comparisonViewPrompt({ lines, rules }: PromptChange): PromptChangeView {
  const shown = lines.slice(0, mostLines);
  const views = rules.map((change): RuleChangeView => ({
    kind: change.kind,
    number: (change.kind === 'removed' ? change.before : change.after).number,
    ...('before' in change && { before: boundedText(change.before.text) }),
    ...('after' in change && { after: boundedText(change.after.text) }),
  }));
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    lines: markedLines(shown),
    omitted: lines.length - shown.length,
    rules: views,
  };
}

function markedLines(lines: readonly DiffLine[]): readonly PromptLineView[] {
  const marked: PromptLineView[] = [];
  for (let position = 0; position < lines.length;) {
    const take = (kind: DiffLine['kind']): readonly DiffLine[] => {
      const start = position;
      while (lines[position]?.kind === kind) position += 1;
      return lines.slice(start, position);
    };
    for (const line of take('same')) marked.push(lineView(line));
    const removed = take('removed');
    const added = take('added');
    const diffs = removed.map(({ text }, index) => likeDiff(text, added[index]?.text));
    for (const side of [removed, added]) side.forEach((one, index) => marked.push(lineView(one, diffs[index])));
  }
  return marked;
}

/** `diff`: what changed within the line. */
function lineView(line: DiffLine, diff?: readonly DiffSegment[]): PromptLineView {
  const { kind, text } = line;
  return {
    kind,
    before: 'before' in line ? line.before + 1 : undefined,
    after: 'after' in line ? line.after + 1 : undefined,
    parts: diff
      ?.filter((segment) => segment.kind === 'same' || segment.kind === kind)
      .map((segment) => ({ text: segment.text, marked: segment.kind !== 'same' })) ?? [{ text, marked: false }],
  };
}

/** Word diff of a replaced line; `undefined` if the lines have too little in common. */
function likeDiff(before: string, after: string | undefined): readonly DiffSegment[] | undefined {
  if (after === undefined || before.length + after.length > longestLine) return undefined;
  const segments = wordDiff(before, after);
  const same = segments.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return same >= leastAlike * Math.max(before.length, after.length) ? segments : undefined;
}

export interface RowScope {
  readonly benchmark: string;
  readonly block: string;
  /** Samples that both runs have. */
  readonly samples: number;
  /** Targets that the p-values are corrected for. */
  readonly tested: number;
  /** Why there is no verdict. */
  readonly reason?: string | undefined;
}

const testNames: Readonly<Record<TestKind, string>> = {
  mcnemar: t`exact McNemar test`,
  signFlip: t`sign-flip test`,
  permutation: t`permutation of the runs within each unit`,
  fisher: t`Fisher’s exact test`,
  labels: t`permutation of the runs’ labels`,
};

/** A metric's row of the forest plot. */
export function comparisonViewRow(metric: MetricComparison, scope: RowScope): ComparisonRowView {
  const { id, title, judges, unit, outcome, compared } = metric;
  const isOpen = outcome === 'noEvidence' && !described.isStoppedByCorrection(metric);
  const more = isOpen ? moreSamples(metric, scope.samples) : undefined;
  return {
    ...{ id, title, judges, unit, outcome },
    key: `${scope.benchmark}/${scope.block}/${id}`,
    outcomeText: outcome === 'simulated' ? '' : described.outcomeTexts[outcome],
    before: described.valueText(compared.before, metric),
    after: described.valueText(compared.after, metric),
    difference: described.differenceText(metric),
    n: described.unitsText(metric),
    details: detailsOf(metric, more, scope),
    correctionOnly: described.isStoppedByCorrection(metric),
    forest: forestRow(metric),
    moreSamples: more,
  };
}

function detailsOf(metric: MetricComparison, more: number | undefined, scope: RowScope): string {
  const { explain, toBand } = metric;
  return [
    t(explain),
    valuesSentence(metric),
    toBand &&
      t`Distance to the wanted band: ${described.valueText(toBand.before, metric)} before, ${described.valueText(toBand.after, metric)} after.`,
    testSentence(metric),
    described.isStoppedByCorrection(metric)
      ? t`This p alone would be significant, but not after the correction for ${countWords(scope.tested, 'target', 'targets')}. Take it as a hint, and evaluate again to see whether it holds.`
      : powerSentence(metric, more, scope.tested),
    scope.reason && t`No verdict: ${scope.reason}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function valuesSentence(metric: MetricComparison): string {
  const { before, after, design, pairs, compared, difference, interval, counts, moves } = metric;
  const value = (number: number | undefined): string => described.valueText(number, metric);
  const whole = t`Whole runs: ${value(before.value)} before (n ${before.n}), ${value(after.value)} after (n ${after.n}).`;
  if (difference === undefined) return whole;
  const level = interval === undefined ? '' : t` (with the ${formatLevel(interval.level)} interval)`;
  const on = design === 'paired' ? t`On ${countWords(pairs, 'unit', 'units')} in both` : t`As two groups`;
  const directed = counts && t` ${counts.improved} improved, ${counts.same} stayed, ${counts.worse} got worse.`;
  const plain = moves && t` ${moves.up} went up, ${moves.same} stayed, ${moves.down} went down.`;
  return t`${whole} ${on}: ${value(compared.before)} to ${value(compared.after)}, ${described.differenceText(metric)}${level}.${directed ?? plain ?? ''}`;
}

function testSentence({ p, pCorrected, test }: MetricComparison): string {
  if (p === undefined) return '';
  const text = (one: number): string => (one < 0.001 ? t`under 0.001` : one.toFixed(3));
  const corrected = pCorrected === undefined ? '' : t`, ${text(pCorrected)} after the correction`;
  return `p ${text(p)}${corrected}${test === undefined ? '' : ` (${testNames[test]})`}.`;
}

function powerSentence(metric: MetricComparison, more: number | undefined, tested: number): string {
  const { outcome, needed, detectable, design, planLevel, unit } = metric;
  if (outcome === 'tooFew') return t`Too few units to rule out chance.`;
  if (outcome !== 'noEvidence') return '';
  // With a single metric the correction changes nothing.
  const plan =
    planLevel === undefined || tested < 2 ? '' : t` beside the other targets (p under ${planLevel.toPrecision(2)})`;
  const size = detectable === undefined ? '' : described.differenceSize(detectable, unit);
  const smallest = size && t`The smallest difference that this many units can show${plan} is ${size}.`;
  if (needed === undefined) return smallest;
  const units = countWords(needed, 'unit', 'units') + (design === 'paired' ? '' : t` in each run`);
  const samples = more === undefined ? '' : ` (${countWords(more, 'more sample', 'more samples')})`;
  return t`${smallest} A true difference of this size would be found four times out of five with ${units}${samples}.`.trim();
}

import { type Comparison, differenceNames } from '../compare/comparison';
import { comparisonSentence } from '../compare/comparisonSentence';
import {
  baselinePlaysText,
  blockOf,
  outcomeTexts,
  differenceText,
  groupTitle,
  methodText,
  metricGroups,
  obstacleText,
  titleInGroup,
} from '../compare/describeComparison';
import { comparisonNotices, decisionWords, marginWords, stoppedEarlyWords } from '../compare/decisionWords';
import type { RemainingSamples } from '../compare/remainingSamples';
import { type DiffLine, type DiffSegment, type PromptChange, wordDiff } from '../history/changedLines';
import type { StaleSide } from '../history/staleSide';
import { shortenRevision } from '../results/headerFacts';
import type { CaseDetail } from '../results/reportModel';
import type { SavedCalls } from '../run/savedCalls';
import { boundedText } from '../text/boundedText';
import { capitalized } from '../text/countWords';
import { signedNumber } from '../text/formatNumber';
import { type ComparisonTitles, comparisonViewFlips, comparisonViewTurns } from './comparisonViewFlips';
import type {
  BaselineChanges,
  ComparedRunView,
  ComparisonView,
  FlipDetail,
  PromptChangeView,
  PromptLineView,
  RuleChangeView,
  TurnDiff,
} from './comparisonViewModel';
import { comparisonViewRow } from './comparisonViewRow';

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
  const { samePrompt, comparable, withoutVerdicts, tested, guardMargin, intended } = comparison;
  const names = new Map<string, string>(comparison.benchmarks.map(({ id, title }) => [id, title]));
  const plays = baselinePlaysText(comparison);
  const canGoOn = parts.isRunning !== true && remaining !== undefined;
  const sideView = (side: 'before' | 'after'): ComparedRunView => {
    const { revision } = comparison[side];
    return { ...comparison[side], name: labels?.get(revision) ?? shortenRevision(revision) };
  };
  return {
    before: sideView('before'),
    after: sideView('after'),
    sentence: comparisonSentence(comparison),
    decision: decisionWords(comparison),
    stoppedEarly: stoppedEarlyWords(comparison),
    saved: parts.saved && { calls: parts.saved.tutor + parts.saved.judge, usd: parts.saved.usd },
    canJudgeRest: parts.canJudgeRest === true && parts.isRunning !== true,
    ...(canGoOn && remaining.samples > 0 && { remaining: { samples: remaining.samples, calls: remaining.calls } }),
    samePrompt,
    comparable,
    withoutVerdicts,
    notices: comparisonNotices(comparison),
    method: [methodText(comparison), ...(plays === undefined ? [] : [plays])].join(' '),
    differences: comparison.differences.map(({ benchmark, subject, ...difference }) => {
      const { kind } = difference;
      const of = kind === 'judgeVersion' && benchmark && subject ? titles.judge(benchmark, subject) : undefined;
      return {
        ...difference,
        name: capitalized(differenceNames[kind]) + (subject === undefined ? '' : ` “${of ?? subject}”`),
        benchmark: benchmark && (names.get(benchmark) ?? benchmark),
        intended: intended.includes(kind),
      };
    }),
    judgeDoubts: comparison.judgeDoubts?.sentence,
    staleSide,
    benchmarks: comparison.benchmarks.map((benchmark) => {
      const { id, title, samples, metrics } = benchmark;
      const scope = { benchmark: id, samples: samples.both, tested };
      return {
        id,
        title,
        groups: metricGroups(benchmark).map(({ metrics: own, ...group }) => ({
          ...group,
          title: groupTitle(group),
          rows: own.map((metric) => ({
            ...comparisonViewRow(
              { ...metric, title: titleInGroup(metric, benchmark) },
              {
                ...scope,
                block: blockOf(benchmark, metric),
                reason: metric.obstacle && obstacleText(metric, id, comparison),
              },
            ),
            ...(metric.role === 'guard' && { margin: marginWords(metric, guardMargin) }),
          })),
        })),
        unpaired: metrics.some(({ design }) => design === 'unpaired'),
        both: samples.both,
        sameReplies: samples.sameReplies,
        beforeOnly: samples.beforeOnly.map(({ sampleId }) => sampleId),
        afterOnly: samples.afterOnly.map(({ sampleId }) => sampleId),
        changed: samples.changed.map(({ sampleId }) => sampleId),
        loneRepeats: samples.loneRepeats,
        duplicates: samples.duplicates.length,
        unplayed: remaining?.left.get(id),
        ...comparisonViewFlips(benchmark, titles),
        turns: comparisonViewTurns(benchmark, titles),
      };
    }),
    prompt: prompt && comparisonViewPrompt(prompt),
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
        block: blockOf(benchmark, metric),
        metric: id,
        judge: comparison.after.judge,
        outcome,
        outcomeText: outcomeTexts[outcome],
        text: differenceText(metric),
        short: signedNumber(difference, unit),
      };
    }),
  );
  const decision = decisionWords(comparison);
  return {
    against: label ?? shortenRevision(comparison.before.revision),
    ...(decision && { decision: { ...decision, sentence: comparisonSentence(comparison) } }),
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

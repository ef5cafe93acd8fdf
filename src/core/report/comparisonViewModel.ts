import type {
  BenchmarkComparison,
  ComparedRun,
  Comparison,
  MetricOutcome,
  MetricComparison,
  RunDifference,
} from '../compare/comparison';
import type { SampleSummary } from '../benchmark/samples';
import type { DecisionWords } from '../compare/decisionWords';
import type { ForestRow } from '../compare/comparisonJson';
import type { MetricGroup } from '../compare/describeComparison';
import type { Flip, FlipKind, FlipList } from '../compare/findFlips';
import type { RemainingSamples } from '../compare/remainingSamples';
import type { DiffLine, DiffSegment } from '../history/changedLines';
import type { RuleEdit } from '../prompt/promptRules';
import type { StaleSide } from '../history/staleSide';
import type { CaseDetail } from '../results/reportModel';

export type { MetricOutcome, DiffSegment, FlipKind };
export type DecisionKind = DecisionWords['kind'];

export interface ComparedRunView extends ComparedRun {
  readonly name: string;
}

export interface DifferenceView extends Omit<RunDifference, 'benchmark' | 'subject'> {
  /** `The tutor model`, `The judge’s prompt “P-Redirect”`. */
  readonly name: string;
  /** Title; absent if it concerns all benchmarks. */
  readonly benchmark?: string;
  readonly intended: boolean;
}

export interface ComparisonRowView extends Pick<MetricComparison, 'id' | 'title' | 'judges' | 'unit' | 'outcome'> {
  readonly key: string;
  readonly outcomeText: string;
  /** Values over the compared units; `n/a` if there is none. */
  readonly before: string;
  readonly after: string;
  /** `+0.21, 0.08 to 0.34`. */
  readonly difference: string;
  /** `22`, or `30/32` if the runs are compared unpaired. */
  readonly n: string;
  /** In sentences: what is counted, p, corrected p, needed units. */
  readonly details: string;
  /** Of a guard. */
  readonly margin?: string;
  /** True if only the correction for several metrics prevents a verdict. */
  readonly correctionOnly: boolean;
  readonly forest?: ForestRow;
  /** Additional samples needed to settle such a difference; for `noEvidence`, if known. */
  readonly moreSamples?: number;
}

interface ComparisonGroupView extends Pick<MetricGroup, 'role' | 'id' | 'title'> {
  readonly rows: readonly ComparisonRowView[];
}

/** A sample of the flips. The texts are untrusted and bounded. */
export interface FlipSampleView extends Pick<SampleSummary, 'title' | 'quote' | 'group'> {
  readonly id: string;
  /** Cases of both runs by repeat; one is absent if only the other run played it. */
  readonly trials: readonly { readonly repeat: number; readonly before?: string; readonly after?: string }[];
}

export interface FlipView extends Pick<Flip, 'kind' | 'judge' | 'turn'> {
  readonly id: string;
  readonly sample: number;
  readonly judgeTitle: string;
  readonly criterion?: string;
  /** Starts of the first replies before and after; of verdicts that changed. */
  readonly replies?: readonly [before: string, after: string];
  /** Labels of all trials: `0`, `1, 0, 1`; `–` without a usable verdict. */
  readonly before: string;
  readonly after: string;
}

/** One run's failures on one turn, over the samples in both runs. `judged`: usable verdicts, good or bad. */
export interface TurnRate {
  readonly failed: number;
  readonly judged: number;
}

export interface TurnRatesView {
  readonly judgeTitle: string;
  readonly turns: readonly { readonly turn: number; readonly before: TurnRate; readonly after: TurnRate }[];
}

/** Verdicts that are only counted: still passing, or unchanged and neither good nor bad. */
export interface UnlistedFlips extends Pick<Flip, 'kind' | 'judge'> {
  readonly count: number;
}

export interface BenchmarkComparisonView
  extends
    Pick<BenchmarkComparison['samples'], 'both' | 'sameReplies' | 'loneRepeats'>,
    Partial<Pick<FlipList, 'flakinessKnown'>> {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly ComparisonGroupView[];
  readonly unpaired: boolean;
  /** Samples by the student's words, else by their titles. `changed`: one id, but another sample. */
  readonly beforeOnly: readonly string[];
  readonly afterOnly: readonly string[];
  readonly changed: readonly string[];
  readonly duplicates: number;
  /** Samples that the runs have left to play; absent if unknown. */
  readonly unplayed?: number;
  readonly samples: readonly FlipSampleView[];
  readonly flips: readonly FlipView[];
  readonly unlisted?: readonly UnlistedFlips[];
  readonly turns: readonly TurnRatesView[];
}

/** Line numbers count from 1. */
export interface PromptLineView {
  readonly kind: DiffLine['kind'];
  readonly before?: number;
  readonly after?: number;
  /** `marked` pieces are what changed within the line. */
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
}

export interface RuleChangeView {
  readonly kind: RuleEdit['kind'];
  /** In the later text; of a removed rule in the earlier. */
  readonly number: number;
  readonly before?: string;
  readonly after?: string;
}

export interface PromptChangeView {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly PromptLineView[];
  readonly omitted: number;
  readonly rules: readonly RuleChangeView[];
}

export interface ComparisonView extends Pick<Comparison, 'samePrompt' | 'comparable' | 'withoutVerdicts'> {
  readonly before: ComparedRunView;
  readonly after: ComparedRunView;
  /** The decision and what it rests on. */
  readonly sentence: string;
  readonly decision?: DecisionWords;
  readonly stoppedEarly?: string;
  /** What a reader has to keep in mind, in sentences. */
  readonly notices: readonly string[];
  /** What was not asked because it decides nothing. US dollars; absent if unknown. */
  readonly saved?: { readonly calls: number; readonly usd?: number };
  /** Judges of either run were not asked. */
  readonly canJudgeRest?: boolean;
  /** What playing the rest of the sample files takes; absent where nothing is left, or while a run is under way. */
  readonly remaining?: Pick<RemainingSamples, 'samples' | 'calls'>;
  readonly method: string;
  readonly differences: readonly DifferenceView[];
  /** Absent if the later run’s judge is checked and reliable on all metrics. */
  readonly judgeDoubts?: string;
  /** The run with outdated judging: rejudging it with the other run's judges makes the two comparable. */
  readonly staleSide?: StaleSide;
  readonly benchmarks: readonly BenchmarkComparisonView[];
  readonly prompt?: PromptChangeView;
}

export interface TurnDiff {
  readonly turn: number;
  readonly segments: readonly DiffSegment[];
}

/** Both transcripts of a flip, and what changed in the replies. A side is absent if its run lacks the case. */
export interface FlipDetail {
  readonly before?: CaseDetail;
  readonly after?: CaseDetail;
  readonly turns: readonly TurnDiff[];
}

export interface MetricChange {
  readonly benchmark: string;
  readonly block: string;
  readonly metric: string;
  readonly judge: string;
  readonly outcome: MetricOutcome;
  readonly outcomeText: string;
  /** `+0.21, 0.08 to 0.34`, and `+0.21`. */
  readonly text: string;
  readonly short: string;
}

export interface BaselineChanges {
  readonly against: string;
  /** Start of the baseline’s run. */
  readonly at?: string;
  readonly decision?: DecisionWords;
  /** The comparison, with intervals; not while the run goes on. */
  readonly sentence?: string;
  readonly metrics: readonly MetricChange[];
}

import type {
  BenchmarkComparison,
  ComparedRun,
  Comparison,
  ComparisonWord,
  MetricComparison,
  NoiseBand,
  RunDifference,
} from '../compare/comparison';
import type { ForestRow } from '../compare/comparisonJson';
import type { FlipKind, FlipList } from '../compare/findFlips';
import type { DiffLine, DiffSegment, RuleChange } from '../history/changedLines';
import type { StaleSide } from '../history/staleSide';
import type { CaseDetail } from '../results/reportModel';

export type { ComparisonWord, DiffSegment, FlipKind };

export interface ComparedRunView extends ComparedRun {
  /** The revision's label, else the first digits of its hash. */
  readonly name: string;
}

export interface DifferenceView extends Omit<RunDifference, 'benchmark' | 'subject'> {
  /** What differs, as a name: `Judge`, `Tutor model`, `Judge prompt “P-Redirect”`. */
  readonly name: string;
  /** Title of the benchmark that it has to do with; absent when it has to do with all. */
  readonly benchmark?: string;
  /** It is what the runs are compared for, so it is no warning. */
  readonly intended: boolean;
}

/** A row of the forest plot: numbers for drawing, texts for reading. */
export interface ComparisonRowView extends Pick<
  MetricComparison,
  'id' | 'title' | 'judges' | 'unit' | 'word' | 'obstacle'
> {
  /** `benchmark/block/metric`, unique in the comparison. */
  readonly key: string;
  /** `no evidence`. */
  readonly wordText: string;
  /** Values over the units that were compared; `n/a` where there is none. */
  readonly before: string;
  readonly after: string;
  /** `+0.21, 0.08 to 0.34`. */
  readonly difference: string;
  /** `22`, or `30/32` where the runs were compared unpaired. */
  readonly n: string;
  /** All that a reader may want to know, in sentences: what is counted, p, corrected p, noise, needed units. */
  readonly details: string;
  /** The difference is no larger than what two runs of one prompt differ by. */
  readonly insideBand: boolean;
  readonly noiseCovers?: NoiseBand['covers'];
  /** The test alone would call it; the correction for several metrics stops that. */
  readonly correctionOnly: boolean;
  /** Absent where there is no difference. */
  readonly forest?: ForestRow;
  /** Samples beyond those in both runs that would settle a difference of this size, for `noEvidence` where that is known. */
  readonly moreSamples?: number;
}

interface ComparisonGroupView {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly ComparisonRowView[];
}

/** A sample of the flips. The texts are untrusted and bounded. */
export interface FlipSampleView {
  readonly id: string;
  readonly title: string;
  readonly quote: string;
  readonly group: string;
  /** Cases of both runs by repeat; one of them is absent where only the other run played it. */
  readonly plays: readonly {
    readonly repeat: number;
    readonly before?: string;
    readonly after?: string;
  }[];
}

export interface FlipView {
  /** Unique in the comparison. */
  readonly id: string;
  readonly kind: FlipKind;
  /** Index into `samples`. */
  readonly sample: number;
  readonly judge: string;
  readonly judgeTitle: string;
  readonly turn?: number;
  /** What the criterion says, bounded. */
  readonly criterion?: string;
  /** Labels of all plays, for instance `0` or `1, 0, 1`; `–` where no verdict could be used. */
  readonly before: string;
  readonly after: string;
}

/** How often one run failed a judge on one turn: verdicts on all plays of the samples in both runs. */
export interface TurnRate {
  readonly failed: number;
  /** Usable verdicts that can be good or bad. */
  readonly judged: number;
}

export interface TurnRatesView {
  readonly judge: string;
  readonly judgeTitle: string;
  /** In order; turns that neither run was judged on are left out. */
  readonly turns: readonly { readonly turn: number; readonly before: TurnRate; readonly after: TurnRate }[];
}

/** How much one metric varies although the prompt does not, in words. */
export interface NoiseRowView {
  readonly title: string;
  /** `±0.08`, in the metric’s unit, with ` points` behind percentages; `none seen` where the runs that were read agree. */
  readonly halfWidth: string;
  readonly covers: NoiseBand['covers'];
  readonly coversText: string;
  /** `judge 30%, tutor 70%` of the variance; absent where the two cannot be told apart. */
  readonly parts?: string;
}

export interface NoiseView {
  /** The answer in one line, with what it was read from. */
  readonly sentence: string;
  /** Empty where nothing could be learnt. */
  readonly benchmarks: readonly {
    readonly id: string;
    readonly title: string;
    readonly rows: readonly NoiseRowView[];
  }[];
  /** Runs that say nothing about noise, and why; absent where there are none. */
  readonly leftOut?: string;
}

/** Verdicts of a judge that are not listed one by one: as good as before, or the same without being good or bad. */
export interface UnlistedFlips {
  readonly kind: FlipKind;
  readonly judge: string;
  readonly count: number;
}

export interface BenchmarkComparisonView
  extends Pick<BenchmarkComparison['samples'], 'both' | 'loneRepeats'>, Partial<Pick<FlipList, 'flakinessKnown'>> {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly ComparisonGroupView[];
  /** Repeats have no partner in the other run: the runs are compared as two groups. */
  readonly unpaired: boolean;
  readonly beforeOnly: readonly string[];
  readonly afterOnly: readonly string[];
  /** Samples of one id with two contents. */
  readonly changed: readonly string[];
  readonly duplicates: number;
  /** Samples that could be played beyond those in both runs; absent where that is not known or they are other data. */
  readonly unplayed?: number;
  /** Those of the listed flips. */
  readonly samples: readonly FlipSampleView[];
  readonly flips: readonly FlipView[];
  readonly unlisted?: readonly UnlistedFlips[];
  /** Where replies are judged turn by turn; empty elsewhere. */
  readonly turns: readonly TurnRatesView[];
}

/** One line of the prompt's diff; numbers count from 1 in what is sent. */
export interface PromptLineView {
  readonly kind: DiffLine['kind'];
  readonly before?: number;
  readonly after?: number;
  /** The line in pieces; `marked` pieces are what changed within it. */
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
}

export interface RuleChangeView {
  readonly kind: RuleChange['kind'];
  readonly before?: string;
  readonly after?: string;
}

export interface PromptChangeView {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly PromptLineView[];
  /** Lines beyond the longest diff that is sent. */
  readonly omitted: number;
  readonly rules: readonly RuleChangeView[];
}

/** Two runs compared, as the panel shows it: plain data, everything but verdict texts and transcripts. */
export interface ComparisonView extends Pick<Comparison, 'samePrompt' | 'comparable' | 'withoutVerdicts'> {
  readonly before: ComparedRunView;
  readonly after: ComparedRunView;
  readonly sentence: string;
  /** How intervals and p-values were made, in one sentence. */
  readonly method: string;
  readonly differences: readonly DifferenceView[];
  /** What is to be known of the later run’s judge, a sentence; absent where it is checked and holds throughout. */
  readonly judgeDoubts?: string;
  /** The run whose judging is out of date, so that judging its replies again by the other's judges makes the runs alike. */
  readonly staleSide?: StaleSide;
  readonly benchmarks: readonly BenchmarkComparisonView[];
  /** Absent where a text is not at hand. */
  readonly prompt?: PromptChangeView;
  /** Absent where nothing was read about noise. */
  readonly noise?: NoiseView;
}

/** The replies of one turn in both runs, word by word. */
export interface TurnDiff {
  readonly turn: number;
  readonly segments: readonly DiffSegment[];
}

/** A flip opened: both transcripts, and what changed in the replies. A side is absent where the run has no such case. */
export interface FlipDetail {
  readonly before?: CaseDetail;
  readonly after?: CaseDetail;
  readonly turns: readonly TurnDiff[];
}

/** The change of a metric from the baseline, for its row in the overview. */
export interface MetricChange {
  readonly benchmark: string;
  /** As in the report: empty where the metric is in no block. */
  readonly block: string;
  readonly metric: string;
  readonly judge: string;
  readonly word: ComparisonWord;
  readonly wordText: string;
  /** `+0.21, 0.08 to 0.34`. */
  readonly text: string;
  /** `+0.21`. */
  readonly short: string;
}

/** The shown run against its baseline. */
export interface BaselineChanges {
  /** What it is compared with, for a column's head. */
  readonly against: string;
  readonly metrics: readonly MetricChange[];
}

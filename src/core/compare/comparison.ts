import type { MetricHead, MetricUnit } from '../benchmark/metric';
import type { BenchmarkId } from '../benchmark/samples';
import type { MetricTrust } from '../results/trustModel';
import type { RunSession } from '../run/runSession';
import type { Interval, NormalLevel } from '../statistics/interval';
import type { SimulatedPart } from '../store/runManifest';
import type { SampleAlignment } from './alignSamples';
import type { FlipList } from './findFlips';

/** The level of a corrected p-value, whatever the confidence of the intervals. */
export const calledBelow = 0.05;

export interface ComparisonOptions {
  readonly judge: { readonly before: string; readonly after: string };
  /** Most bootstrap resamples for an interval, 10,000 unless set; many units get fewer. */
  readonly resamples?: number;
  /** Draws of a permutation test beyond 16 units; 20,000 unless set. */
  readonly draws?: number;
  readonly seed: number | string;
  /** Confidence of the intervals as a share; 0.95 unless set. */
  readonly level?: NormalLevel;
  /** Half width of what counts as equivalent, as a share of a metric's scale: 0.05 is 5 points of 100. Off unless set. */
  readonly margin?: number;
  /** The smallest difference that matters, as a share of a metric's scale; 0 unless set. */
  readonly smallest?: number;
  /** Differences between the runs that are meant, for instance `tutor` when two models are compared. They do not stop a verdict. */
  readonly intended?: readonly DifferenceKind[];
  readonly noise?: NoiseBands;
  /** Other runs of the earlier prompt: a verdict that changes between them is flaky, neither fixed nor broken. */
  readonly others?: readonly RunSession[];
  /** Tests although a simulated tutor had a part, to try a check out. */
  readonly allowSimulated?: boolean | undefined;
}

/**
 * `changed`: it moved, on a metric of which neither direction is the better one. `tooFew`: no outcome of so few units could
 * fall below 0.05. `simulated`: a simulated tutor had a part, so there is a difference and no verdict. `notComparable`: `obstacle` says why.
 */
export type ComparisonWord =
  'better' | 'worse' | 'changed' | 'equivalent' | 'noEvidence' | 'tooFew' | 'simulated' | 'notComparable';

/** `noScores`: a simulated tutor understood nothing of its prompt. `oneRunOnly`: the other run did not compute the metric. */
export type Obstacle = 'differences' | 'noScores' | 'oneRunOnly' | 'noValue';

/** Paired: McNemar for passes and failures, sign flips for a mean, exchanged runs for any other figure. Unpaired: Fisher, labels. */
export type TestKind = 'mcnemar' | 'signFlip' | 'exchange' | 'fisher' | 'labels';

export interface RunStatistic {
  readonly value: number | undefined;
  /** Independent units behind the value. */
  readonly n: number;
  readonly excluded: number;
}

/** One metric in both runs; all figures in the metric's own unit, differences after − before. */
export interface MetricComparison extends MetricHead {
  readonly before: RunStatistic;
  readonly after: RunStatistic;
  readonly design: 'paired' | 'unpaired';
  /** Units with a usable value in both runs; 0 where runs are compared unpaired. */
  readonly pairs: number;
  readonly compared: { readonly before: number | undefined; readonly after: number | undefined };
  readonly difference: number | undefined;
  readonly interval: Interval | undefined;
  readonly test: TestKind | undefined;
  readonly p: number | undefined;
  /** After Holm's correction over the tested metrics of the comparison. */
  readonly pCorrected: number | undefined;
  readonly word: ComparisonWord;
  readonly obstacle?: Obstacle;
  /** What the metric's own step of Holm's correction asks of its p; `detectable` and `needed` are planned with it. Absent without a test. */
  readonly planLevel?: number;
  /** The smallest true difference that so many units find four times out of five; `undefined` where nothing varied. */
  readonly detectable: number | undefined;
  /** Units (of each run, where unpaired) that a true difference of this size needs to be found four times out of five. */
  readonly needed: number | undefined;
  readonly moves?: { readonly up: number; readonly same: number; readonly down: number };
  /** The same as better and worse; absent where neither direction is the better one. */
  readonly counts?: { readonly improved: number; readonly same: number; readonly worse: number };
  /** How far the compared values lie from the wanted band, and the change of that distance; for the direction `band`. */
  readonly toBand?: { readonly before: number; readonly after: number; readonly change: number };
  /** Half width of the band into which differences between runs of one prompt fall. */
  readonly noise?: number;
  readonly insideBand?: boolean;
}

export interface BenchmarkComparison {
  readonly id: BenchmarkId;
  readonly title: string;
  readonly simulatedParts?: readonly SimulatedPart[];
  readonly blocks: readonly { readonly id: string; readonly title: string }[];
  readonly samples: SampleAlignment;
  /** Without those that neither run computes. */
  readonly metrics: readonly MetricComparison[];
  readonly flips: FlipList;
}

export interface ComparedRun {
  readonly id: string;
  readonly promptPath: string;
  readonly promptName: string;
  readonly revision: string;
  readonly createdAt: string;
  readonly tutor: string;
  readonly judge: string;
  readonly simulated: boolean;
  /** On the benchmarks that are compared; absent for none. */
  readonly simulatedParts?: readonly SimulatedPart[];
}

/** Two runs compared; plain data that may be stored and sent. Texts of samples are not in it, ids are untrusted. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly samePrompt: boolean;
  /** Whether nothing but the prompt (and what was meant) differs. */
  readonly comparable: boolean;
  /** A simulated tutor had a part, so nothing was tested. */
  readonly withoutVerdicts?: true;
  readonly differences: readonly RunDifference[];
  readonly intended: readonly DifferenceKind[];
  readonly tested: number;
  readonly level: number;
  readonly resamples: number;
  readonly draws: number;
  readonly seed: number | string;
  readonly benchmarks: readonly BenchmarkComparison[];
  readonly noise?: NoiseBands;
  /** Absent for none, and where no trust card was looked for. */
  readonly judgeDoubts?: JudgeDoubts;
}

export interface JudgeDoubts {
  readonly sentence: string;
  readonly metrics: readonly DoubtedMetric[];
}

/** A metric by whose judge nothing should be decided alone; `status` is that of the worst judge behind it. */
export interface DoubtedMetric {
  readonly benchmark: string;
  readonly block: string;
  readonly id: string;
  readonly title: string;
  readonly status: Exclude<MetricTrust['status'], 'checked'>;
}

export type DifferenceKind =
  | 'judgeModel'
  | 'judgeVersion'
  | 'tutor'
  | 'tutorVersion'
  | 'student'
  | 'decoding'
  | 'protocol'
  | 'placement'
  | 'policy'
  | 'data'
  | 'repeats'
  | 'seed'
  | 'benchmark';

export type DifferenceRemedy = 'judgeAgain' | 'runAgain' | 'none';

/** One thing that differs, with both values as text. `-` stands for what a run does not have. */
export interface RunDifference {
  readonly kind: DifferenceKind;
  /** Absent when it has to do with all. */
  readonly benchmark?: BenchmarkId;
  readonly subject?: string;
  readonly before: string;
  readonly after: string;
  /** Whether it can make scores differ for another reason than the prompt. */
  readonly breaks: boolean;
  readonly remedy: DifferenceRemedy;
  readonly meaning: string;
}

/** How much a metric varies although the prompt does not; in the metric's own unit. */
export interface NoiseBand {
  readonly benchmark: BenchmarkId;
  readonly block?: string;
  readonly id: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** 95 of 100 differences between two runs of the same prompt are no larger. A lower bound where only the judge's noise is known. */
  readonly halfWidth: number;
  readonly covers: 'run' | 'judge';
  /** Standard deviations of one run's value, and of its two parts where they could be told apart. */
  readonly deviation: { readonly total?: number; readonly judge?: number; readonly tutor?: number };
  /** The judge's part of the variance, 0..1, where both are known. */
  readonly judgeShare?: number;
  readonly from: {
    /** Most plays of a sample in one run. */
    readonly repeats: number;
    readonly runs: number;
    readonly rejudgings: number;
  };
}

export interface NoiseBands {
  readonly revision: string;
  readonly bands: readonly NoiseBand[];
  readonly leftOut: readonly LeftOutRun[];
}

export type LeftOutReason = 'otherPrompt' | 'unlike' | 'sharedReplies' | 'sharedVerdicts' | 'sameSimulation';

export interface LeftOutRun {
  readonly runId: string;
  readonly reason: LeftOutReason;
}

import type { Aims, MetricRole } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import type { MetricMetadata, MetricValue } from '../benchmark/metric';
import type { BenchmarkId } from '../benchmark/samples';
import type { RunHeader } from '../results/reportModel';
import type { MetricTrust } from '../results/trustModel';
import type { RunSession } from '../run/runSession';
import type { Interval } from '../statistics/interval';
import type { SimulatedPart } from '../store/runManifest';
import { t } from '../text/countWords';
import type { SampleAlignment } from './alignSamples';
import type { FlipList } from './findFlips';

/** A corrected p below this is significant, whatever the confidence of the intervals. */
export const significanceLevel = 0.05;

export interface ComparisonOptions {
  readonly judge: { readonly before: string; readonly after: string };
  /** Maximum bootstrap resamples per interval; `usualResamples` by default. Large samples get fewer. */
  readonly resamples?: number;
  /** Maximum draws of a permutation test; default 20,000. Many units get fewer. */
  readonly draws?: number;
  readonly seed: number | string;
  /** Differences within ± this share of the scale are equivalent: 0.05 is 5 points of 100. Off by default. */
  readonly margin?: number;
  /** The smallest difference that matters, as a share of a metric's scale; default 0. */
  readonly smallest?: number;
  /** What a guard may lose, as a share of its scale; by default as the later run planned. */
  readonly guardMargin?: number;
  /** Default: those of the later run, else the headlines of the benchmarks. */
  readonly aims?: Aims | undefined;
  /** Intended differences, for instance `tutor` to compare two models. They do not block a verdict. */
  readonly intended?: readonly DifferenceKind[];
  /** Other runs of the earlier prompt. A verdict that varies among them is flaky, not fixed or broken. */
  readonly others?: readonly RunSession[];
  /** Compares targets and guards alone, without changed verdicts: enough for a look while a run goes on. */
  readonly aimsOnly?: true;
  /** Runs by which the earlier text was chosen, as they are no further evidence about it, and what to do about that. */
  readonly chosen?: { readonly chosenBy: readonly string[]; readonly warning?: string | undefined } | undefined;
  /** Tests even if a simulated tutor took part, so that a check can be tried out. */
  readonly allowSimulated?: boolean | undefined;
}

/**
 * `changed`: a significant move on a metric with no better direction. `notWorse`: a guard that loses less than its
 * margin. `exploratory`: neither target nor guard, so it is not tested. `tooFew`: with so few units, p cannot fall
 * below 0.05. `simulated`: a simulated tutor took part, so there is no verdict. `notComparable`: `obstacle` says why.
 */
export type MetricOutcome =
  | ('better' | 'worse' | 'changed' | 'equivalent' | 'noEvidence' | 'notWorse')
  | ('exploratory' | 'tooFew' | 'simulated' | 'notComparable');

/** `noScores`: a simulated tutor understood nothing; `oneRunOnly`: not in both runs; `openEnded`: no planned end. */
export type Obstacle = 'differences' | 'noScores' | 'oneRunOnly' | 'noValue' | 'openEnded';

/** Paired: `mcnemar` (pass/fail), `signFlip` (means) or `permutation`. Unpaired: `fisher` (pass/fail) or `labels`. */
export type TestKind = 'mcnemar' | 'signFlip' | 'permutation' | 'fisher' | 'labels';

export type RunStatistic = Pick<MetricValue, 'value' | 'n' | 'excluded'>;

/** One metric in both runs; all statistics in the metric's own unit, differences after − before. */
export interface MetricComparison extends MetricMetadata {
  readonly role: MetricRole;
  readonly before: RunStatistic;
  readonly after: RunStatistic;
  readonly design: 'paired' | 'unpaired';
  /** Units with a usable value in both runs; 0 if the runs are compared unpaired. */
  readonly pairs: number;
  readonly compared: { readonly before: number | undefined; readonly after: number | undefined };
  readonly difference: number | undefined;
  readonly interval: Interval | undefined;
  readonly test: TestKind | undefined;
  readonly p: number | undefined;
  /** After the correction over the targets of the comparison; for a guard, over its guards. */
  readonly pCorrected: number | undefined;
  readonly outcome: MetricOutcome;
  readonly obstacle?: Obstacle;
  /** The level that p must fall below beside the other targets; absent without a test. */
  readonly planLevel?: number;
  /** The smallest true difference that these units detect four times out of five; `undefined` if nothing varied. */
  readonly detectable: number | undefined;
  /** Units (per run, if unpaired) needed to detect a true difference of this size four times out of five. */
  readonly needed: number | undefined;
  readonly moves?: { readonly up: number; readonly same: number; readonly down: number };
  /** `moves` as better and worse; absent if neither direction is better. */
  readonly counts?: { readonly improved: number; readonly same: number; readonly worse: number };
  /** Distances of the compared values from the wanted band, and their change; for the direction `band`. */
  readonly toBand?: { readonly before: number; readonly after: number; readonly change: number };
}

export interface BenchmarkComparison extends Pick<Benchmark, 'id' | 'title' | 'blocks'> {
  readonly simulatedParts?: readonly SimulatedPart[];
  readonly samples: SampleAlignment;
  /** Metrics that at least one run computes. */
  readonly metrics: readonly MetricComparison[];
  readonly flips: FlipList;
}

export interface ComparedRun extends Pick<
  RunHeader,
  'id' | 'promptPath' | 'promptName' | 'revision' | 'tutor' | 'simulated'
> {
  readonly createdAt: string;
  readonly judge: string;
  /** On the compared benchmarks; absent if there are none. */
  readonly simulatedParts?: readonly SimulatedPart[];
}

/** A comparison of two runs as plain data. It holds no texts of samples; ids are untrusted. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly samePrompt: boolean;
  /** True if nothing differs except the prompt and what was intended. */
  readonly comparable: boolean;
  /** A simulated tutor took part, so nothing was tested. */
  readonly withoutVerdicts?: true;
  readonly differences: readonly RunDifference[];
  readonly intended: readonly DifferenceKind[];
  readonly aims: Aims;
  /** Says that targets or guards were named after the run; absent if they are those that it was made with. */
  readonly namedAfter?: string;
  /** What a guard may lose, as a share of its scale. */
  readonly guardMargin: number;
  /** Paid calls and US dollars of the later run for each of its samples; the price may be unknown. */
  readonly perSample: { readonly calls: number; readonly usd: number | undefined };
  /** The same for the earlier run. */
  readonly perBaselineSample: Comparison['perSample'];
  /** The later run has no planned end, so its targets are tested by an e-process. */
  readonly openEnded?: true;
  /** Units behind the last look, and those that were planned in all. */
  readonly looks: { readonly seen: number; readonly planned: number };
  /** Targets and guards that are no longer judged, after so many units; absent for none. */
  readonly stopped?: readonly StoppedMetric[];
  /** Targets that were tested. */
  readonly tested: number;
  readonly level: number;
  /** Confidence of the intervals of targets and guards, which hold at all looks together; `level` after one look. */
  readonly repeatedLevel: number;
  /** Maximum resamples per interval; large samples get fewer. */
  readonly resamples: number;
  readonly draws: number;
  readonly seed: number | string;
  readonly benchmarks: readonly BenchmarkComparison[];
  /** Further runs of the earlier text whose replies count beside those of the earlier run; absent for none. */
  readonly furtherRuns?: readonly string[];
  /** Further runs of the earlier text that do not count; absent for none. */
  readonly leftOutRuns?: readonly LeftOutRun[];
  /** Why to play the earlier text again first. */
  readonly baselineWarning?: string;
  /** Absent if there are none, or if no trust cards were looked up. */
  readonly judgeDoubts?: JudgeDoubts;
}

export interface StoppedMetric {
  /** As `benchmark/block/metric`. */
  readonly metric: string;
  readonly units: number;
  /** The units that were left would hardly have settled it. */
  readonly futile?: true;
}

export interface JudgeDoubts {
  readonly sentence: string;
  readonly metrics: readonly DoubtedMetric[];
}

/** A metric whose judge is not reliable enough to decide by. `status` is that of its worst judge. */
export interface DoubtedMetric {
  readonly benchmark: string;
  readonly block: string;
  readonly id: string;
  readonly title: string;
  readonly status: Exclude<MetricTrust['status'], 'checked'>;
}

/** Names for use in the middle of a sentence. */
export const differenceNames = {
  judgeModel: t`the judge`,
  judgeVersion: t`the judge’s prompt`,
  tutor: t`the tutor model`,
  tutorVersion: t`the tutor model’s version`,
  student: t`the student’s model`,
  decoding: t`the sampling settings`,
  protocol: t`the protocol`,
  placement: t`the prompt’s placement`,
  policy: t`a choice of protocol`,
  data: t`the samples`,
  repeats: t`the repeats`,
  seed: 'the seed',
  benchmark: t`a benchmark`,
} as const;
export type DifferenceKind = keyof typeof differenceNames;

export type DifferenceRemedy = 'judgeAgain' | 'runAgain' | 'none';

/** One difference, with both values as text; `-` if a run has none. */
export interface RunDifference {
  readonly kind: DifferenceKind;
  /** Absent if it concerns all benchmarks. */
  readonly benchmark?: BenchmarkId;
  readonly subject?: string;
  readonly before: string;
  readonly after: string;
  /** True if it can change scores for a reason other than the prompt. */
  readonly breaks: boolean;
  readonly remedy: DifferenceRemedy;
  readonly meaning: string;
}

/** `late`: made after the later run; `chosen`: chosen by its score; `unfinished`: without an end or scores. */
export type LeftOutReason =
  | ('otherPrompt' | 'unlike' | 'sharedReplies' | 'sharedVerdicts' | 'sameSimulation')
  | ('late' | 'chosen' | 'unfinished');

export interface LeftOutRun {
  readonly runId: string;
  readonly reason: LeftOutReason;
}

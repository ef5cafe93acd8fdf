import type { FailureTag } from '../benchmark/failureTaxonomy';
import type { JudgeInfo } from '../benchmark/judging/judgeTask';
import type { Outcome, VerdictUnit } from '../benchmark/judging/verdict';
import type { MetricValue } from '../benchmark/metric';
import type { BenchmarkPicture } from '../benchmark/picture';
import type { SampleSummary } from '../benchmark/samples';
import type { TokenUsage } from '../providers/provider';
import type { CapKind } from '../run/runCaps';
import type { SavedCalls } from '../run/savedCalls';
import type { TopicId } from '../prompt/ruleTopics';
import type { Interval } from '../statistics/interval';
import type { RunManifest, SimulatedPart } from '../store/runManifest';
import type { StatusRecord } from '../store/runRecord';
import type { CiteReport, RuleReport } from './ruleModel';
import type { CardKey, MetricTrust, TrustBadge } from './trustModel';

export type { Outcome } from '../benchmark/judging/verdict';
export type {
  BenchmarkPicture,
  LevelsPicture,
  MetricBarsPicture,
  PreferencePicture,
  TurnMapPicture,
} from '../benchmark/picture';
import { t } from '../text/countWords';

/** What panel, table, HTML, Markdown and JSON show; plain data. */
export interface RunReport {
  readonly schemaVersion: 1;
  readonly run: RunHeader;
  readonly warnings: readonly ReportWarning[];
  readonly benchmarks: readonly BenchmarkReport[];
  /** Of a run that tests rules or tries edits. The rest is of the full prompt, which a test of rules does not play. */
  readonly rules?: RuleReport | undefined;
  readonly cites?: CiteReport | undefined;
}

export interface RunHeader {
  readonly id: string;
  readonly status: StatusRecord['status'];
  readonly statusDetail?: string;
  readonly cap?: CapKind;
  readonly promptPath: string;
  readonly promptName: string;
  /** `sha256:` and 64 hex digits of what is sent. */
  readonly revision: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly wallMs: number;
  readonly tutor: string;
  readonly judges: readonly string[];
  /** Name of the majority vote, if requested. Its metrics have blocks of their own. */
  readonly majority?: string;
  readonly simulated: boolean;
  readonly simulatedParts: readonly SimulatedPart[];
  readonly understood?: UnderstoodPrompt;
  readonly recorded?: RunManifest['recorded'];
  readonly student?: string;
  readonly placement: string;
  /** Choices of protocol that are not the default, by the names of their settings; absent if there are none. */
  readonly protocol?: string;
  readonly repeats: number | undefined;
  readonly limit: number | undefined;
  readonly seed: number;
  readonly progress: RunProgress;
  readonly totals: RunTotals;
  /** What was left out because only targets and guards are judged, or because the run stopped early. */
  readonly saved?: SavedCalls;
}

/** The planned judge calls are an estimate until the replies are in. */
export interface RunProgress {
  readonly replies: { readonly done: number; readonly planned: number };
  readonly judgements: { readonly done: number; readonly planned: number };
}

/** Calls and what they used. `cached` calls were answered from disk and are not in `tutor` or `judge`. */
export interface RunTotals {
  readonly calls: {
    readonly tutor: number;
    readonly student?: number;
    readonly judge: number;
    readonly cached: number;
    readonly retries: number;
  };
  readonly tokens: Readonly<Pick<TokenUsage, 'input' | 'output' | 'cachedInput' | 'cacheWrite'>>;
  /** `usd` is `undefined` if any model has no known price; `unknownModels` names those. */
  readonly cost: {
    readonly usd: number | undefined;
    readonly unknownModels: readonly string[];
    readonly pricesAsOf: string;
  };
  readonly judges?: readonly JudgeCost[];
}

export interface JudgeCost {
  readonly judge: string;
  readonly calls: number;
  /** Answered from the cache; not among `calls`. */
  readonly cached: number;
  readonly input: number;
  readonly output: number;
  /** US dollars; `undefined` where the model has no known price. */
  readonly usd: number | undefined;
}

export interface UnderstoodPrompt {
  /** True if a benchmark's own prompt is sent in place of the file. */
  readonly builtIn?: true;
  readonly understood: number;
  readonly of: number;
  readonly sentences: readonly {
    readonly line: number;
    readonly text: string;
    readonly does?: string;
  }[];
}

export interface ReportWarning {
  readonly kind:
    | ('simulated' | 'coverage' | 'noReply' | 'refused' | 'unscored' | 'sameModel' | 'decoding' | 'shutdown' | 'cost')
    | ('editorModel' | 'override' | 'truncated' | 'images' | 'student' | 'samples' | 'variables' | 'cards' | 'recorded')
    | ('saved' | 'explore' | 'status');
  readonly message: string;
}

export interface BenchmarkReport {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** `block/id` of the headline metrics; absent if the first metric is the headline. */
  readonly headlines?: readonly string[];
  readonly samples: number;
  readonly completed: number;
  readonly planned: number;
  readonly noReply: number;
  readonly refused: number;
  readonly failed: number;
  readonly notApplicable: number;
  /** Verdicts that could not be read or whose call failed for good. */
  readonly judgeFailed: number;
  readonly verdicts: number;
  readonly missing?: number;
  /** Usable verdicts / verdicts expected so far, 0..1. */
  readonly coverage: number | undefined;
  readonly blocks: readonly MetricBlock[];
  readonly quotations?: readonly QuotationCount[];
  readonly cases: readonly CaseSummary[];
  /** What the verdicts so far are about, with the cases that fail in it; those with most failing cases first. */
  readonly failures?: readonly FailureGroup[];
  readonly judges: readonly (JudgeInfo & { readonly promptOverride?: string })[];
  readonly agreement?: JudgesAgreement;
  readonly majority?: MajorityCounts;
  readonly failureTags?: FailureTagCounts;
  readonly pictures: readonly BenchmarkPicture[];
}

export interface MetricBlock {
  readonly id: string;
  readonly title: string;
  readonly judge: string;
  readonly metrics: readonly ReportedMetric[];
}

export interface ReportedMetric extends MetricValue {
  readonly judgeTrust?: readonly MetricTrust[];
  readonly badge?: TrustBadge & { readonly card: CardKey };
}

export interface QuotationCount {
  readonly judge: string;
  readonly notFound: number;
  readonly of: number;
}

export interface JudgesAgreement {
  readonly judges: readonly string[];
  readonly dimensions: readonly DimensionBetweenJudges[];
  readonly cases: number;
}

export interface DimensionBetweenJudges {
  readonly id: string;
  readonly title: string;
  /** Verdicts with usable labels from at least two judge models. Verdicts computed by code are excluded. */
  readonly compared: number;
  /** Those of `compared` on which the judges disagree. */
  readonly split: number;
  readonly pairable: number;
  /** Share of pairs of judge models that agree, 0..1. */
  readonly agreement: number | undefined;
  readonly nominal: AlphaStatistic;
  /** Weights labels by distance; only if the benchmark orders more than two labels. */
  readonly ordinal?: AlphaStatistic;
}

/** Krippendorff's alpha, at most 1; without a value, half a sentence on why. */
export interface AlphaStatistic {
  readonly value: number | undefined;
  /** Percentile bootstrap over the benchmark's units; absent if there are too few. */
  readonly ci?: Interval;
  readonly reason?: string;
}

export interface MajorityCounts {
  readonly verdicts: number;
  readonly split: number;
  /** Too few usable verdicts for any label to have a majority. */
  readonly tooFew: number;
}

export type FailureTagCounts = {
  readonly failing: number;
  readonly failingMeans: string;
} & (SaidFailureTags | { readonly [Member in keyof SaidFailureTags]?: never });

interface SaidFailureTags {
  readonly judge: string;
  readonly version: string;
  readonly tagged: number;
  /** Failing replies whose answer could not be read or never came. */
  readonly unscored: number;
  readonly none: number;
  readonly tags: readonly (FailureTag & { readonly count: number })[];
}

/** A table below the metrics, in the text reports. The first cell of a row is its title. */
export interface ReportTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** One respect in which cases of a benchmark can fail. */
export interface FailureGroup {
  /** Half a sentence: `right answers are not confirmed`. */
  readonly failure: string;
  readonly topic: TopicId;
  /** Ids of the failing cases, the worst first. */
  readonly cases: readonly string[];
  /** Cases with a usable verdict on it. */
  readonly of: number;
}

/** One trial of one sample, as a row. All texts are untrusted and bounded to 300 characters. */
export interface CaseSummary extends SampleSummary {
  readonly id: string;
  readonly benchmark: string;
  readonly sampleId: string;
  readonly repeat: number;
  readonly status: CaseStatus;
  readonly chips: readonly VerdictChip[];
  /** 0 nothing wrong … 1 everything undesired; unscored verdicts do not count. `undefined` before any verdict. */
  readonly badness: number | undefined;
  /** How the reply fails, derived by code or said by a judge; absent if unknown or if no tag fits. */
  readonly failureTags?: readonly string[];
  readonly reply: string;
}

export type CaseStatus = 'waiting' | 'replied' | 'judged' | 'noReply' | 'refused' | 'failed' | 'notApplicable';

export interface VerdictChip {
  readonly judge: string;
  readonly judgeTitle: string;
  readonly judgeModel: string;
  readonly turn?: number;
  readonly criterionId?: string;
  readonly tags?: readonly string[];
  readonly label: string;
  readonly outcome: Outcome;
  readonly split?: true;
}

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  desired: t`as wanted`,
  partial: t`partly as wanted`,
  undesired: t`not as wanted`,
  neutral: t`no direction`,
  unscored: t`unscored`,
};

/** Untrusted texts in full. */
export interface CaseDetail {
  readonly summary: CaseSummary;
  readonly system: string;
  readonly turns: readonly CaseTurn[];
  /** Replies as received, if removing a think trace changed them. */
  readonly rawReplies: readonly { readonly turn: number; readonly text: string }[];
  readonly verdicts: readonly CaseVerdict[];
  readonly facts: readonly CaseFact[];
  readonly failure?: string;
  readonly sibling?: Omit<CaseDetail, 'sibling'>;
}

export interface CaseFact {
  readonly label: string;
  readonly value: string;
}

export interface CaseTurn {
  readonly speaker: 'student' | 'tutor';
  readonly text: string;
  /** `reply`: written by the tutor under test. `pivot`: the student message it answers. */
  readonly role: 'given' | 'pivot' | 'reply';
  readonly turn?: number;
  readonly images: readonly CaseImage[];
}

/** A picture of a case. `source` is a data URL, or empty if only the description is available. */
export interface CaseImage {
  readonly source: string;
  readonly alt: string;
  readonly path?: string;
}

export interface CaseVerdict extends VerdictChip {
  readonly unit: VerdictUnit;
  readonly criterion?: string;
  readonly question: string;
  readonly reasoning?: string;
  readonly evidence?: string;
  /** False if the judge's quotation is not in what it judged; absent if not checked. */
  readonly evidenceFound?: boolean;
  readonly problem?: string;
  readonly attempts: number;
  readonly version: string;
}

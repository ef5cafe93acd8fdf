import type { TrustCard } from '../benchmark/trustCard';
import type { Interval } from '../statistics/interval';
import type { MetricTrust } from '../results/trustModel';
import type { RatedLabel } from '../trust/ratedLabel';

/** `null` where a figure of the card is not defined. */
export interface JudgeCardRow extends Omit<TrustCard, 'kappa' | 'kappaCi' | 'within'> {
  readonly key: string;
  readonly title: string;
  readonly question: string;
  /** `unchecked`: the labels are another judge's, or the card does not tell tutors apart. */
  readonly status: MetricTrust['status'];
  /** As `beats` half a sentence. */
  readonly reason?: string;
  /** In which figure a checked judge is better than the majority label. */
  readonly beats?: string;
  /** Within tutors where `tutors` is there. */
  readonly kappa?: number;
  readonly kappaCi?: Interval;
  /** Over all labels together, which tells tutors apart, too. */
  readonly pooledKappa?: number | null;
  readonly tutors?: NonNullable<TrustCard['within']>['tutors'];
  readonly older: boolean;
  /** The judge learned from labels, so that it has versions and no wording. */
  readonly learned?: true;
  /** Badges go by this card: of several on one dimension the newest with enough labels, of the wording in use. */
  readonly counts: boolean;
}

export interface JudgeCheck {
  /** Empty for a card that comes with the program. */
  readonly runId: string;
  readonly at: string;
  readonly gold: Pick<TrustCard['gold'], 'name' | 'format' | 'by'>;
  readonly rows: readonly JudgeCardRow[];
}

export interface ViewedJudge {
  readonly key: string;
  /** Model, with its server where not the provider's own. */
  readonly judge: string;
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly simulated: boolean;
  readonly learned?: boolean;
  readonly people?: true;
  /** The model as settings name it, where the shown run was judged by it. */
  readonly inRun?: string;
  readonly checks: readonly JudgeCheck[];
  /** Titles of the dimensions that it has no card of people's labels for. */
  readonly unchecked: readonly string[];
}

/** A calibration that was cut off, or that goes on in this window. */
export interface UnfinishedCheck {
  readonly runId: string;
  readonly at: string;
  readonly benchmarkTitle: string;
  readonly judges: readonly string[];
  readonly gold: string;
  /** Half a sentence: why it stopped, or that it goes on. */
  readonly statusText: string;
  readonly goesOn: boolean;
}

export interface JudgesView {
  readonly judges: readonly ViewedJudge[];
  readonly unfinished: readonly UnfinishedCheck[];
  readonly problems: readonly string[];
}

export interface ConfusionView {
  readonly labels: readonly string[];
  /** `counts[row][column]`: row = people, column = judge. */
  readonly counts: readonly (readonly number[])[];
  /** Labels without a verdict, by what people said. */
  readonly failed: readonly number[];
}

/** A reply on which judge and people say different things. All texts are untrusted and bounded. */
export interface DisagreementView extends Pick<
  RatedLabel,
  'sampleId' | 'tutor' | 'turn' | 'criterionId' | 'humanReason' | 'judgeReason' | 'reply'
> {
  readonly quote: string;
  readonly human: string;
  /** As they call themselves; empty where the data do not say. */
  readonly labelledBy: readonly string[];
  readonly judge: string;
}

export interface JudgeCardDetail {
  readonly confusion?: ConfusionView;
  /** `listed` has the widest apart first, and may be fewer than there are. */
  readonly disagreements?: { readonly total: number; readonly listed: readonly DisagreementView[] };
  readonly problem?: string;
}

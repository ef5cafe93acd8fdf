import type { TrustCard } from '../benchmark/trustCard';
import type { TrustBadge } from '../results/trustModel';
import type { Confusion } from '../trust/dimensionAgreement';
import type { RatedLabel } from '../trust/ratedLabel';

export interface JudgeCardRow extends TrustCard, Pick<TrustBadge, 'status' | 'reason' | 'beats'> {
  readonly key: string;
  readonly title: string;
  readonly question: string;
  readonly older: boolean;
  /** True if badges use this card. */
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
  /** Model, with its server if not the provider's own. */
  readonly judge: string;
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly simulated: boolean;
  readonly people?: true;
  /** The model as in settings, if it judged the displayed run. */
  readonly inRun?: string;
  readonly checks: readonly JudgeCheck[];
  /** Titles of dimensions without a card based on people's labels. */
  readonly unchecked: readonly string[];
}

/** An interrupted calibration, or one running in this window. */
export interface UnfinishedCheck {
  readonly runId: string;
  readonly at: string;
  readonly benchmarkTitle: string;
  readonly judges: readonly string[];
  readonly gold: string;
  /** Half a sentence: why it stopped, or that it is running. */
  readonly statusText: string;
  readonly isUnderWay: boolean;
}

export interface JudgesView {
  readonly judges: readonly ViewedJudge[];
  readonly unfinished: readonly UnfinishedCheck[];
  readonly problems: readonly string[];
}

export type ConfusionView = Omit<Confusion, 'labels'> & { readonly labels: readonly string[] };

/** A reply on which judge and people disagree. All texts are untrusted and bounded. */
export interface DisagreementView extends Pick<RatedLabel, 'tutor' | 'turn' | 'humanReason' | 'judgeReason' | 'reply'> {
  /** The student's words, else the sample's title. */
  readonly quote: string;
  readonly criterion?: string;
  readonly human: string;
  /** Names of the labellers; empty if unknown. */
  readonly labelledBy: readonly string[];
  readonly judge: string;
}

export interface JudgeCardDetail {
  readonly confusion?: ConfusionView;
  /** `listed`: widest disagreement first; may be fewer than `total`. */
  readonly disagreements?: { readonly total: number; readonly listed: readonly DisagreementView[] };
  readonly problem?: string;
}

export interface MetricTrust {
  readonly dimension: string;
  /** `beaten`: no better than always saying the commonest label; `few`: checked on too few labels to tell. */
  readonly status: 'checked' | 'beaten' | 'few' | 'unchecked';
  /** Cohen's kappa against people, within tutors where `tutors` is there. */
  readonly kappa?: number;
  readonly tutors?: number;
  readonly beats?: BeatenStatistics;
  readonly n?: number;
  /** ISO 8601, UTC. */
  readonly at?: string;
  readonly gold?: string;
  /** True where an earlier wording of the judge was checked. */
  readonly older?: boolean;
  /** True where the judge learned from labels: an older one is another version of it, not another wording. */
  readonly learned?: true;
  readonly simulated?: boolean;
  /** Labels answered by a model that had not learned from the reply. */
  readonly heldOut?: number;
  /** Labels of new replies to dialogues that the judge was trained on. */
  readonly trainedDialogues?: number;
  /** What was measured in the place of what the run scores, half a sentence. */
  readonly measuredOn?: string;
  /** Why it is not to be relied on, what is wanting to tell, or why it counts as unchecked; half a sentence. */
  readonly reason?: string;
}

/** In which statistics a judge is better than always saying the commonest label. */
export type BeatenStatistics = 'agreement' | 'macroF1' | 'both';

/** Where a trust card is looked for: a judge model with its server, and what it was checked on. */
export interface CardPosition {
  readonly judge: string;
  readonly benchmark: string;
  readonly dimension?: string;
}

export interface TrustBadge {
  readonly status: MetricTrust['status'];
  /** `κ 0.41`, with a mark where the judge is not to be relied on; `too few labels`, or `unchecked`. */
  readonly short: string;
  readonly n: number;
  /** The day of the check and what else is to be known of it; empty where nobody has checked. */
  readonly facts: string;
  readonly reason?: string;
  readonly remark?: string;
  readonly beats?: string;
  /** Kappa, n and day, the reason and the remark where there is one. */
  readonly full: string;
}

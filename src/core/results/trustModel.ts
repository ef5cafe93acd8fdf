/** What is known about a judge on a dimension. */
export interface MetricTrust {
  readonly dimension: string;
  /** `beaten`: no better than always saying the commonest label; `few`: checked on too few labels to tell;
   * `unchecked`: no check against people within each tutor. */
  readonly status: 'checked' | 'beaten' | 'few' | 'unchecked';
  /** Cohen's kappa against people; within tutors if `tutors` is set. */
  readonly kappa?: number;
  readonly tutors?: number;
  readonly beats?: BeatenStatistics;
  readonly n?: number;
  /** ISO 8601, UTC. */
  readonly at?: string;
  readonly gold?: string;
  /** True if an earlier version of the judge prompt was checked. */
  readonly older?: boolean;
  readonly simulated?: boolean;
  /** What was measured instead of what the run scores; half a sentence. */
  readonly measuredOn?: string;
  /** Why the judge is unreliable, lacks labels or counts as unchecked; half a sentence. */
  readonly reason?: string;
}

/** In which statistics a judge is better than always saying the commonest label. */
export type BeatenStatistics = 'agreement' | 'macroF1' | 'both';

/** The key of a trust card: a judge model with its server, and what it was checked on. */
export interface CardKey {
  readonly judge: string;
  readonly benchmark: string;
  readonly dimension?: string;
}

export interface TrustBadge {
  /** `unchecked` also where the labels are another judge's. */
  readonly status: MetricTrust['status'];
  /** `κ 0.41`, marked with `!` if the judge is not reliable; `too few labels`; or `unchecked`. */
  readonly short: string;
  readonly n: number;
  /** The day and conditions of the check; empty if there was none. */
  readonly facts: string;
  /** Half a sentence, like `beats`. */
  readonly reason?: string;
  readonly remark?: string;
  /** In which statistic a checked judge is better than the majority label. */
  readonly beats?: string;
  /** Kappa, n and day, with the reason and the remark if there is one. */
  readonly full: string;
}

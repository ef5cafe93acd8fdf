import type { Interval } from '../statistics/interval';

/** How far several judge models of a run agree with each other. */
export interface JudgesAgreement {
  readonly judges: readonly string[];
  readonly dimensions: readonly DimensionBetweenJudges[];
  /** Cases in which they disagree about something. */
  readonly cases: number;
}

/** What became of the verdicts that the judges of a run were asked for, by the vote of more than half of them. */
export interface MajorityCounts {
  readonly verdicts: number;
  /** Without a label that more than half of them gave. */
  readonly split: number;
  /** Too few usable verdicts for any label to have more than half. */
  readonly tooFew: number;
}

/** What one judge model of a run was asked and what that cost. */
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

/** Krippendorff's alpha, at most 1; without a value, half a sentence on why. */
export interface AlphaFigure {
  readonly value: number | undefined;
  /** Percentile bootstrap over the benchmark's units; absent where there are too few. */
  readonly ci?: Interval;
  readonly reason?: string;
}

/** How far the judge models of a run agree on what one judge of the benchmark decides. */
export interface DimensionBetweenJudges {
  /** The judge of the benchmark. */
  readonly id: string;
  readonly title: string;
  /** Verdicts asked for on which at least two judge models said something usable. What code decides is not among them. */
  readonly compared: number;
  /** Those of `compared` on which they do not all say the same. */
  readonly split: number;
  /** Labels that alpha rests on. */
  readonly pairable: number;
  /** Share of the pairs of judge models that say the same, 0..1. */
  readonly agreement: number | undefined;
  readonly nominal: AlphaFigure;
  /** Counting how far apart two labels are; only where the benchmark gives more than two labels an order. */
  readonly ordinal?: AlphaFigure;
}

import type { UnitFeatures } from '../statistics/unitSums';

/** What is drawn of a figure: its units with replacement, or the signs with which the two runs' values change places. */
export type DrawKind = 'resamples' | 'exchanges';

/**
 * Figures whose sums are drawn together, so many of each, from the random words that the seed gives. What is drawn of a figure depends
 * neither on the others nor on who draws it.
 */
export interface SumsPart {
  readonly kind: DrawKind;
  readonly figures: readonly UnitFeatures[];
  readonly draws: number;
  readonly seed: string;
}

/** Another thread that draws a part of what inference needs. */
export interface SumsHelper {
  /** The sums of each figure: `width` numbers a draw. A promise that is rejected means that it is done here. */
  draw(part: SumsPart): Promise<readonly Float64Array[]>;
  /** Hears why it is not asked any more: its own rejection, or sums that were not what was asked for. */
  dismiss?(reason: Error): void;
}

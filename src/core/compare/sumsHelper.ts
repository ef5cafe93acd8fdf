import type { UnitFeatures } from '../statistics/unitSums';

/** How resamples of figures are drawn: whoever draws one of them, with the same plan it is the same. */
export interface ResamplePlan {
  readonly resamples: number;
  /** Of the stream of random words that all figures share. */
  readonly seed: string;
  /** Words of one resample: the most that any of the figures takes. */
  readonly stride: number;
}

/** How signs are drawn for figures whose values are exchanged between the runs. */
export interface ExchangePlan {
  readonly draws: number;
  readonly seed: string;
  readonly stride: number;
}

/** Figures whose resamples another thread is ready to draw. */
export interface OpenResamples {
  /** Random words that a resample of theirs takes. */
  readonly stride: number;
  /** The sums of each figure: `width` numbers a resample. */
  draw(plan: ResamplePlan): Promise<readonly Float64Array[]>;
}

/**
 * Another thread that adds up a part of what inference needs. Nothing depends on who adds: a promise that is rejected means that it is
 * done here.
 */
export interface SumsHelper {
  /** Sets up resamples of these figures. */
  resample(figures: readonly UnitFeatures[]): Promise<OpenResamples>;
  /** The signed sums of each figure: `width` numbers a draw. */
  exchange(figures: readonly UnitFeatures[], plan: ExchangePlan): Promise<readonly Float64Array[]>;
}

/**
 * Whether the figure at a place is the other thread's: three of four are, as this one also sets figures up, takes their exact tests and
 * finds the flips.
 */
export function isHelpers(place: number): boolean {
  return place % 4 !== 0;
}

/** Whether there are all sums that were asked for: fewer would look like rare ones. */
export function areWhole(
  sums: readonly Float64Array[],
  figures: readonly Pick<UnitFeatures, 'width'>[],
  draws: number,
): boolean {
  return sums.length === figures.length && figures.every(({ width }, place) => sums[place]?.length === draws * width);
}

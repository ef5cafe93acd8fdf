import type { DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import type { TreesSettings } from './fitTrees';

/** Raised with every change of features, heads or choices that changes the weights. */
export const procedureVersion = 1;

/** Folds of the outer and of the inner cross-validation, and the seeds that deal problems to them. */
export const outerFolds = 5;
export const innerFolds = 4;
export const outerSeed = 'mrbench outer 7';
export const innerSeed = 'mrbench inner 7';

/** A term is kept where this many replies have it. */
export const leastReplies = 2;

/** Exponent of a squared distance of one standard deviation. */
export const gamma = 0.5;

/** Rows of rare classes weigh more, by this power of how rare they are. */
export const classWeightPower = 0.5;

/** What the inner folds choose between, for each head and dimension. The first is tried first and wins a tie. */
export const candidates = {
  terms: [1, 0.25],
  kernel: [0.3, 1],
  trees: [
    { rounds: 150, depth: 3, rate: 0.04 },
    { rounds: 120, depth: 2, rate: 0.06 },
  ],
} as const satisfies {
  readonly terms: readonly number[];
  readonly kernel: readonly number[];
  readonly trees: readonly TreesSettings[];
};

/** Places in the lists of candidates. */
export interface HeadChoice {
  readonly terms: number;
  readonly kernel: number;
  readonly trees: number;
}

export type HeadChoices = Readonly<Record<DimensionId, HeadChoice>>;

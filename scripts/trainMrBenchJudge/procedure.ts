import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import type { TreesSettings } from './fitTrees';

/** Raised with every change of features, heads or choices that changes the weights. */
export const procedureVersion = 2;

/** Folds of the cross-validation, and the seed that deals problems to them. */
export const folds = 5;
export const foldSeed = 'mrbench outer 7';

/** A term is kept where this many replies have it. */
export const leastReplies = 2;

/** Exponent of a squared distance of one standard deviation. */
export const gamma = 0.5;

/** Rows of rare classes weigh more in terms and trees, by this power of how rare they are. */
export const classWeightPower = 0.5;

/** A feature counts in a dimension's kernel as far as its correlation with a label within tutors is above this. */
export const leastCorrelation = 0.06;

/** Penalties in units of one row's loss. */
export const termsPenalty = 0.5;
export const kernelPenalty = 1;

export const treesSettings: TreesSettings = { rounds: 150, depth: 3, rate: 0.04 };

/** What the chances by terms, kernel and trees weigh in their mean. */
export const mix: Triple = [0.25, 0.5, 0.25];

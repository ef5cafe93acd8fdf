import type { DimensionId } from '../labels';

/** Numbers of three classes, in rubric order. */
export type Triple = readonly [number, number, number];

/** Logistic regression over terms: `weights[class]` holds a step for each term, worth `scales[class]` each. */
export interface TermHead {
  readonly weights: readonly [Int8Array, Int8Array, Int8Array];
  readonly scales: Triple;
  readonly intercepts: Triple;
}

/** Ridge regression with a radial kernel over the scaled features: `duals[class]` holds a step for each support. */
export interface KernelHead {
  /** How much each feature counts in a distance, 0 to 255: as far as it tells labels apart within tutors. */
  readonly relevance: Uint8Array;
  readonly duals: readonly [Int16Array, Int16Array, Int16Array];
  readonly scales: Triple;
  /** Share of each class among the replies it was trained on. */
  readonly shares: Triple;
}

/**
 * Boosted trees of depth 3, filled up to full ones: round after round, in each round one tree a class. Tree t asks in its node n
 * (0, then 1 and 2, then 3 to 6) whether the scaled feature `columns[7 t + n]` is at most `cuts[7 t + n]`; its leaves are
 * `leaves[8 t + l]` steps from left to right.
 */
export interface TreesHead {
  readonly starts: Triple;
  readonly columns: Uint8Array;
  readonly cuts: Int8Array;
  readonly leaves: Int16Array;
  readonly scale: number;
}

/** One dimension's part of the model. */
export interface DimensionHead {
  readonly terms: TermHead;
  readonly kernel: KernelHead;
  readonly trees: TreesHead;
  /** Weights of the three heads in the mean of their chances; they add up to 1. */
  readonly mix: Triple;
  /** Added to the logarithms of the chances before the greatest is taken. */
  readonly offsets: Triple;
}

/** The embedded judge of all eight dimensions. */
export interface EmbeddedModel {
  /** Mean and standard deviation of each feature among the replies it was trained on. */
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  /** The terms, the place of each, and its weight by how rare it is. */
  readonly words: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  readonly rarity: Float64Array;
  /** Scaled features of the replies it was trained on, row after row: whole numbers, as floats because those are compared fastest. */
  readonly supports: Float64Array;
  /** What a mean squared distance of one standard deviation is worth in the exponent. */
  readonly gamma: number;
  readonly heads: Readonly<Record<DimensionId, DimensionHead>>;
}

/** Splits and leaves of a full tree of depth 3. */
export const splitsPerTree = 7;
export const leavesPerTree = 8;

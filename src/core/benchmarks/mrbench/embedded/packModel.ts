import { dimensionIds, type DimensionId } from '../labels';
import { denseFeatureList } from './denseFeatures';
import type { PackedHead, PackedWeights } from './embeddedFile';
import { leavesPerTree, type DimensionHead, type EmbeddedModel } from './embeddedModel';
import { packBytes, packShorts } from './packedNumbers';

/** The model as it stands in its file.. */
export function packModel(model: EmbeddedModel): PackedWeights {
  const heads = dimensionIds.map((dimension) => [dimension, packHead(model.heads[dimension])] as const);
  return {
    features: {
      ids: denseFeatureList.map(({ id }) => id),
      means: [...model.means],
      deviations: [...model.deviations],
    },
    terms: { words: model.words, rarity: [...model.rarity] },
    kernel: {
      gamma: model.gamma,
      replies: model.supports.length / denseFeatureList.length,
      supports: packBytes(Int8Array.from(model.supports)),
    },
    heads: Object.fromEntries(heads) as Record<DimensionId, PackedHead>,
  };
}

function packHead({ terms, kernel, trees, mix, offsets }: DimensionHead): PackedHead {
  const [first, second, third] = terms.weights;
  const [one, two, three] = kernel.duals;
  return {
    terms: {
      weights: [packBytes(first), packBytes(second), packBytes(third)],
      scales: [...terms.scales],
      intercepts: [...terms.intercepts],
    },
    kernel: {
      relevance: packBytes(kernel.relevance),
      duals: [packShorts(one), packShorts(two), packShorts(three)],
      scales: [...kernel.scales],
      shares: [...kernel.shares],
    },
    trees: {
      starts: [...trees.starts],
      count: trees.leaves.length / leavesPerTree,
      columns: packBytes(trees.columns),
      cuts: packBytes(trees.cuts),
      leaves: packShorts(trees.leaves),
      scale: trees.scale,
    },
    mix: [...mix],
    offsets: [...offsets],
  };
}

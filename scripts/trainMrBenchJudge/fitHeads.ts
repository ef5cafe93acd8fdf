import { denseFeatureList } from '../../src/core/benchmarks/mrbench/embedded/measureReply';
import type { EmbeddedModel } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { scaleFeatures, termValues } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import { createRandom } from '../../src/core/statistics/random';
import { binColumns } from './binnedColumns';
import { eight } from './crossValidate';
import { fitKernel } from './fitKernel';
import { fitTerms } from './fitTerms';
import { fitTrees } from './fitTrees';
import { classWeightPower, gamma, kernelPenalty, leastReplies, mix, termsPenalty, treesSettings } from './procedure';
import { relevanceWithin } from './relevance';
import { codesOf, type TrainingReply } from './trainingReply';

type ModelBase = Omit<EmbeddedModel, 'heads'>;

/** Fits the three heads of every dimension to all the replies given; no label is lifted yet. */
export function fitHeads(replies: readonly TrainingReply[]): EmbeddedModel {
  const features = featureSpreads(replies);
  const scaled = replies.map(({ measured }) => scaleFeatures(measured.dense, features));
  const supports = new Int8Array(scaled.length * denseFeatureList.length);
  for (const [row, own] of scaled.entries()) supports.set(own, row * denseFeatureList.length);
  const base: ModelBase = { features, kernel: { gamma, replies: replies.length, supports }, ...vocabulary(replies) };
  const values = replies.map(({ measured }) => termValues(measured.terms, base));
  const bins = binColumns(scaled, denseFeatureList.length);
  const tutors = replies.map(({ tutor }) => tutor);
  const heads = eight((dimension) => {
    const codes = codesOf(replies, dimension);
    const weights = classWeights(codes);
    const columns = denseFeatureList.flatMap(({ ofSolution }, column) =>
      ofSolution && !rubrics[dimension].seesSolution ? [] : [column],
    );
    return {
      terms: fitTerms(values, base.indexes.size, codes, weights, termsPenalty),
      kernel: fitKernel(scaled, base.kernel, codes, relevanceWithin(scaled, codes, tutors, columns), kernelPenalty),
      trees: fitTrees(bins, columns, codes, weights, treesSettings, createRandom(`trees ${dimension}`)),
      mix,
      offsets: [0, 0, 0] as const,
    };
  });
  return { ...base, heads };
}

function featureSpreads(replies: readonly TrainingReply[]): EmbeddedModel['features'] {
  // Rounded as they are stored, so that what is trained is what runs.
  const rounded = (value: number): number => Number(value.toPrecision(6));
  const count = replies.length;
  const means = denseFeatureList.map((_, index) =>
    rounded(replies.reduce((sum, { measured }) => sum + (measured.dense[index] ?? 0), 0) / count),
  );
  const deviations = means.map((mean, index) =>
    rounded(
      Math.sqrt(replies.reduce((sum, { measured }) => sum + ((measured.dense[index] ?? 0) - mean) ** 2, 0) / count),
    ),
  );
  return { ids: denseFeatureList.map(({ id }) => id), means, deviations };
}

/** Terms in code-unit order, weighted by ln((1 + n) / (1 + replies that have it)) + 1. */
function vocabulary(replies: readonly TrainingReply[]): Pick<ModelBase, 'terms' | 'indexes'> {
  const counts = new Map<string, number>();
  for (const { measured } of replies)
    for (const term of measured.terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts]
    .filter(([, count]) => count >= leastReplies)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    terms: {
      words: kept.map(([term]) => term),
      rarity: kept.map(([, count]) => Number((Math.log((1 + replies.length) / (1 + count)) + 1).toFixed(3))),
    },
    indexes: new Map(kept.map(([term], index) => [term, index])),
  };
}

/** Weights by class, 1 on average over the labelled replies. */
function classWeights(codes: Int8Array): Float64Array {
  const labelled = codes.filter((code) => code >= 0);
  const counts = [0, 1, 2].map((kind) => 1 + labelled.filter((code) => code === kind).length);
  const raw = counts.map((count) => (labelled.length / 3 / count) ** classWeightPower);
  const mean = labelled.reduce((sum, code) => sum + (raw[code] ?? 0), 0) / labelled.length;
  return Float64Array.from(raw, (weight) => weight / mean);
}

import { denseFeatureList } from '../../src/core/benchmarks/mrbench/embedded/denseFeatures';
import type {
  EmbeddedModel,
  KernelHead,
  TermHead,
  TreesHead,
} from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { likeness } from '../../src/core/benchmarks/mrbench/embedded/kernelChances';
import { scaleFeatures } from '../../src/core/benchmarks/mrbench/embedded/scaleFeatures';
import { termValues } from '../../src/core/benchmarks/mrbench/embedded/termValues';
import { dimensionIds, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import { createRandom } from '../../src/core/statistics/random';
import { binColumns } from './binnedColumns';
import { fitKernels } from './fitKernel';
import { fitTerms } from './fitTerms';
import { fitTrees } from './fitTrees';
import { candidates, classWeightPower, gamma, leastReplies, type HeadChoices } from './procedure';
import { codesOf, type TrainingReply } from './trainingReply';

export type ModelBase = Pick<
  EmbeddedModel,
  'means' | 'deviations' | 'words' | 'places' | 'rarity' | 'supports' | 'gamma'
>;

/** The heads of one dimension, one for each candidate that was asked for; `undefined` for the others. */
export interface FittedHeads {
  readonly terms: readonly (TermHead | undefined)[];
  readonly kernel: readonly (KernelHead | undefined)[];
  readonly trees: readonly (TreesHead | undefined)[];
}

export interface FittedModel {
  readonly base: ModelBase;
  readonly heads: Readonly<Record<DimensionId, FittedHeads>>;
}

/** Fits all heads to all the replies given: every candidate, or those chosen. */
export function fitHeads(replies: readonly TrainingReply[], choices?: HeadChoices): FittedModel {
  const { means, deviations } = spreads(replies);
  const scaled = replies.map(({ measured }) => scaleFeatures(measured.dense, means, deviations));
  const supports = new Float64Array(scaled.length * denseFeatureList.length);
  for (const [row, own] of scaled.entries()) supports.set(own, row * denseFeatureList.length);
  const base: ModelBase = { means, deviations, supports, gamma, ...vocabulary(replies) };
  const values = replies.map(({ measured }) => termValues(measured.terms, base));
  const bins = binColumns(scaled, denseFeatureList.length);
  const kernels = fitAllKernels(replies, scaled, base, choices);
  const wanted = (dimension: DimensionId, head: 'terms' | 'kernel' | 'trees', place: number): boolean =>
    choices === undefined || choices[dimension][head] === place;
  const heads = dimensionIds.map((dimension) => {
    const codes = codesOf(replies, dimension);
    const weights = classWeights(codes);
    const columns = denseFeatureList.flatMap(({ ofSolution }, column) =>
      ofSolution === true && !rubrics[dimension].seesSolution ? [] : [column],
    );
    const own: FittedHeads = {
      terms: candidates.terms.map((penalty, place) =>
        wanted(dimension, 'terms', place) ? fitTerms(values, base.places.size, codes, weights, penalty) : undefined,
      ),
      kernel: kernels.map((of) => of.get(dimension)),
      trees: candidates.trees.map((settings, place) =>
        wanted(dimension, 'trees', place)
          ? fitTrees(bins, columns, codes, weights, settings, createRandom(`trees ${dimension}`))
          : undefined,
      ),
    };
    return [dimension, own] as const;
  });
  return { base, heads: Object.fromEntries(heads) as unknown as Record<DimensionId, FittedHeads> };
}

function spreads(replies: readonly TrainingReply[]): Pick<ModelBase, 'means' | 'deviations'> {
  // Rounded as they are stored, so that what is trained is what runs.
  const rounded = (value: number): number => Number(value.toPrecision(6));
  const count = replies.length;
  const means = new Float64Array(denseFeatureList.length).map((_, place) =>
    rounded(replies.reduce((sum, { measured }) => sum + (measured.dense[place] ?? 0), 0) / count),
  );
  const deviations = means.map((mean, place) =>
    rounded(
      Math.sqrt(replies.reduce((sum, { measured }) => sum + ((measured.dense[place] ?? 0) - mean) ** 2, 0) / count),
    ),
  );
  return { means, deviations };
}

/** Terms in code-unit order, weighted by ln((1 + n) / (1 + replies that have it)) + 1. */
function vocabulary(replies: readonly TrainingReply[]): Pick<ModelBase, 'words' | 'places' | 'rarity'> {
  const counts = new Map<string, number>();
  for (const { measured } of replies)
    for (const term of measured.terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts]
    .filter(([, count]) => count >= leastReplies)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    words: kept.map(([term]) => term),
    places: new Map(kept.map(([term], place) => [term, place])),
    rarity: Float64Array.from(kept, ([, count]) =>
      Number((Math.log((1 + replies.length) / (1 + count)) + 1).toFixed(3)),
    ),
  };
}

/** Kernels are fitted together for dimensions that see the same features and are labelled for the same replies. */
function fitAllKernels(
  replies: readonly TrainingReply[],
  scaled: readonly Int8Array[],
  base: ModelBase,
  choices: HeadChoices | undefined,
): readonly ReadonlyMap<DimensionId, KernelHead>[] {
  const size = replies.length;
  const all = new Float64Array(size * size);
  const blind = new Float64Array(size * size);
  for (const [row, own] of scaled.entries()) {
    const near = likeness(own, base);
    all.set(near.all, row * size);
    blind.set(near.blind, row * size);
  }
  return candidates.kernel.map((penalty, place) => {
    const fitted = new Map<DimensionId, KernelHead>();
    for (const seen of [true, false]) {
      for (const inAllReleases of [true, false]) {
        const dimensions = dimensionIds.filter(
          (id) =>
            rubrics[id].seesSolution === seen &&
            labelledInAllReleases.has(id) === inAllReleases &&
            (choices === undefined || choices[id].kernel === place),
        );
        const codes = dimensions.map((id) => codesOf(replies, id));
        for (const [index, head] of fitKernels(seen ? all : blind, codes, penalty).entries()) {
          const dimension = dimensions[index];
          if (dimension !== undefined) fitted.set(dimension, head);
        }
      }
    }
    return fitted;
  });
}

const labelledInAllReleases: ReadonlySet<DimensionId> = new Set([
  'mistake_identification',
  'mistake_location',
  'providing_guidance',
  'actionability',
]);

/** Weights by class, 1 on average over the labelled replies. */
function classWeights(codes: Int8Array): Float64Array {
  const labelled = codes.filter((code) => code >= 0);
  const counts = [0, 1, 2].map((kind) => 1 + labelled.filter((code) => code === kind).length);
  const raw = counts.map((count) => (labelled.length / 3 / count) ** classWeightPower);
  const mean = labelled.reduce((sum, code) => sum + (raw[code] ?? 0), 0) / labelled.length;
  return Float64Array.from(raw, (weight) => weight / mean);
}

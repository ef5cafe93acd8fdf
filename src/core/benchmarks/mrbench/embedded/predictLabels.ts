import { dimensionIds, labelsOf, type DimensionId, type MrLabel } from '../labels';
import type { DimensionHead, EmbeddedModel, Triple } from './embeddedModel';
import { kernelChances, likeness } from './kernelChances';
import type { MeasuredReply } from './measureReply';
import { scaleFeatures } from './scaleFeatures';
import { termChances } from './termChances';
import { termValues, type TermValues } from './termValues';
import { treesChances } from './treesChances';

/** The label of one dimension, and the chances (adding up to 1) of the three labels in rubric order. */
export interface PredictedLabel {
  readonly label: MrLabel;
  readonly chances: Float64Array;
}

export type HeadChances = readonly [terms: Float64Array, kernel: Float64Array, trees: Float64Array];

/** A reply as the heads read it. */
export interface PreparedReply {
  readonly values: TermValues;
  readonly scaled: Int8Array;
}

/** Scales a measured reply's features and values its terms. */
export function prepareReply(model: EmbeddedModel, { dense, terms }: MeasuredReply): PreparedReply {
  return { values: termValues(terms, model), scaled: scaleFeatures(dense, model.means, model.deviations) };
}

/** The chances that each head gives, for every dimension. */
export function headChances(
  model: EmbeddedModel,
  { values, scaled }: PreparedReply,
): Readonly<Record<DimensionId, HeadChances>> {
  const chances = dimensionIds.map((dimension) => {
    const { terms, kernel, trees } = model.heads[dimension];
    const near = likeness(scaled, model, kernel.relevance);
    return [dimension, [termChances(terms, values), kernelChances(kernel, near), treesChances(trees, scaled)]] as const;
  });
  return Object.fromEntries(chances) as unknown as Record<DimensionId, HeadChances>;
}

/** The labels of all eight dimensions. */
export function predictLabels(
  model: EmbeddedModel,
  reply: PreparedReply,
): Readonly<Record<DimensionId, PredictedLabel>> {
  const chances = headChances(model, reply);
  const labels = dimensionIds.map(
    (dimension) => [dimension, decide(dimension, model.heads[dimension], chances[dimension])] as const,
  );
  return Object.fromEntries(labels) as unknown as Record<DimensionId, PredictedLabel>;
}

function decide(dimension: DimensionId, { mix, offsets }: DimensionHead, heads: HeadChances): PredictedLabel {
  const chances = mixedChances(heads, mix);
  return { label: labelsOf(dimension)[greatest(chances, offsets)], chances };
}

/** The weighted mean of the heads' chances. */
export function mixedChances(heads: HeadChances, mix: Triple): Float64Array {
  return new Float64Array(3).map((_, kind) =>
    heads.reduce((sum, own, head) => sum + (mix[head] ?? 0) * (own[kind] ?? 0), 0),
  );
}

/** The class with the greatest logarithm of its chance plus its offset; the first of equal ones. */
export function greatest(chances: Float64Array, offsets: Triple): 0 | 1 | 2 {
  const [first, second, third] = [0, 1, 2].map((kind) => Math.log((chances[kind] ?? 0) + 1e-9) + (offsets[kind] ?? 0));
  if ((first ?? 0) >= (second ?? 0) && (first ?? 0) >= (third ?? 0)) return 0;
  return (second ?? 0) >= (third ?? 0) ? 1 : 2;
}

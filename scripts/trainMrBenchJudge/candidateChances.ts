import { kernelChances, likeness } from '../../src/core/benchmarks/mrbench/embedded/kernelChances';
import type { MeasuredReply } from '../../src/core/benchmarks/mrbench/embedded/measureReply';
import { scaleFeatures } from '../../src/core/benchmarks/mrbench/embedded/scaleFeatures';
import { termChances } from '../../src/core/benchmarks/mrbench/embedded/termChances';
import { termValues } from '../../src/core/benchmarks/mrbench/embedded/termValues';
import { treesChances } from '../../src/core/benchmarks/mrbench/embedded/treesChances';
import { dimensionIds, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import type { FittedModel } from './fitHeads';

/** Chances of one reply by each candidate of each head, in the candidates' order. */
export interface CandidateChances {
  readonly terms: readonly Float64Array[];
  readonly kernel: readonly Float64Array[];
  readonly trees: readonly Float64Array[];
}

/** What every fitted head says of a reply, for each dimension. */
export function candidateChances(
  { base, heads }: FittedModel,
  { dense, terms }: MeasuredReply,
): Readonly<Record<DimensionId, CandidateChances>> {
  const values = termValues(terms, base);
  const scaled = scaleFeatures(dense, base.means, base.deviations);
  const near = likeness(scaled, base);
  const chances = dimensionIds.map((dimension) => {
    const own = heads[dimension];
    const seen = rubrics[dimension].seesSolution ? near.all : near.blind;
    const of: CandidateChances = {
      terms: own.terms.map((head) => (head === undefined ? unknown : termChances(head, values))),
      kernel: own.kernel.map((head) => (head === undefined ? unknown : kernelChances(head, seen))),
      trees: own.trees.map((head) => (head === undefined ? unknown : treesChances(head, scaled))),
    };
    return [dimension, of] as const;
  });
  return Object.fromEntries(chances) as unknown as Record<DimensionId, CandidateChances>;
}

const unknown = new Float64Array(3).fill(1 / 3);

import type { DimensionHead, EmbeddedModel, Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import type { HeadChances } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { dimensionIds, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { candidateChances, type CandidateChances } from './candidateChances';
import { chooseDecision, mixes } from './chooseDecision';
import { fitHeads } from './fitHeads';
import { groupedFolds } from './groupedFolds';
import { candidates, innerFolds, innerSeed, type HeadChoice } from './procedure';
import type { TrainingReply } from './trainingReply';

/**
 * The whole procedure: inner folds by problem say which candidates, mix and offsets each dimension gets; then the chosen heads are
 * fitted to all the replies given. Nothing outside `replies` has a say.
 */
export function trainJudge(replies: readonly TrainingReply[]): EmbeddedModel {
  const [model] = trainWithMixes(replies, [mixes]);
  if (model === undefined) throw new Error('Nothing was trained.');
  return model;
}

/** The same with each of several lists of mixes to choose from; the heads are fitted once. */
export function trainWithMixes(
  replies: readonly TrainingReply[],
  lists: readonly (readonly Triple[])[],
): readonly EmbeddedModel[] {
  const unseen = innerChances(replies);
  const choices = record((dimension) => chooseHeads(replies, unseen, dimension));
  const { base, heads } = fitHeads(replies, choices);
  return lists.map((tried) => ({
    ...base,
    heads: record((dimension) => {
      const labelled = replies.flatMap(({ codes }, row) => (codes[dimension] >= 0 ? [row] : []));
      const decision = chooseDecision(
        labelled.map((row) => chosen(unseen[row]?.[dimension], choices[dimension])),
        labelled.map((row) => replies[row]?.codes[dimension] ?? 0),
        tried,
      );
      return completeHead(heads[dimension], choices[dimension], decision);
    }),
  }));
}

/** For each reply, what heads say that were fitted without its problem. */
function innerChances(
  replies: readonly TrainingReply[],
): readonly (Readonly<Record<DimensionId, CandidateChances>> | undefined)[] {
  const folds = groupedFolds(
    replies.map(({ group }) => group),
    innerFolds,
    innerSeed,
  );
  const unseen = new Array<Readonly<Record<DimensionId, CandidateChances>> | undefined>(replies.length).fill(undefined);
  for (let fold = 0; fold < innerFolds; fold++) {
    const fitted = fitHeads(replies.filter((_, row) => folds[row] !== fold));
    for (const [row, reply] of replies.entries()) {
      if (folds[row] === fold) unseen[row] = candidateChances(fitted, reply.measured);
    }
  }
  return unseen;
}

/** For each head the candidate with the least log loss on replies it did not see. */
function chooseHeads(
  replies: readonly TrainingReply[],
  unseen: readonly (Readonly<Record<DimensionId, CandidateChances>> | undefined)[],
  dimension: DimensionId,
): HeadChoice {
  const best = (head: keyof HeadChoice): number => {
    const losses = candidates[head].map((_, place) =>
      replies.reduce((sum, { codes }, row) => {
        const code = codes[dimension];
        return code < 0 ? sum : sum - Math.log(1e-9 + (unseen[row]?.[dimension][head][place]?.[code] ?? 0));
      }, 0),
    );
    return losses.indexOf(Math.min(...losses));
  };
  return { terms: best('terms'), kernel: best('kernel'), trees: best('trees') };
}

function chosen(chances: CandidateChances | undefined, choice: HeadChoice): HeadChances {
  const none = new Float64Array(3);
  return [
    chances?.terms[choice.terms] ?? none,
    chances?.kernel[choice.kernel] ?? none,
    chances?.trees[choice.trees] ?? none,
  ];
}

function completeHead(
  fitted: ReturnType<typeof fitHeads>['heads'][DimensionId],
  choice: HeadChoice,
  decision: Pick<DimensionHead, 'mix' | 'offsets'>,
): DimensionHead {
  const [terms, kernel, trees] = [fitted.terms[choice.terms], fitted.kernel[choice.kernel], fitted.trees[choice.trees]];
  if (terms === undefined || kernel === undefined || trees === undefined)
    throw new Error('A chosen head was not fitted.');
  return { terms, kernel, trees, ...decision };
}

function record<T>(valueOf: (dimension: DimensionId) => T): Readonly<Record<DimensionId, T>> {
  return Object.fromEntries(dimensionIds.map((id) => [id, valueOf(id)])) as unknown as Record<DimensionId, T>;
}

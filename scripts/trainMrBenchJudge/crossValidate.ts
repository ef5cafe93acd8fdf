import { predictLabels, prepareReply } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { dimensionIds, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { mixes } from './chooseDecision';
import { groupedFolds } from './groupedFolds';
import { outerFolds, outerSeed } from './procedure';
import { trainWithMixes } from './trainJudge';
import type { TrainingReply } from './trainingReply';

/** The labels of all eight dimensions for each reply, by a judge that was trained without its problem. */
export function crossValidate(
  replies: readonly TrainingReply[],
  onFold: (fold: number) => void,
): readonly EightLabels[] {
  const [labels] = crossValidateMixes(replies, [mixes], onFold);
  if (labels === undefined) throw new Error('Nothing was cross-validated.');
  return labels;
}

export type EightLabels = Readonly<Record<DimensionId, MrLabel>>;

/** The same for each of several lists of mixes of the heads. */
export function crossValidateMixes(
  replies: readonly TrainingReply[],
  lists: readonly (readonly Triple[])[],
  onFold: (fold: number) => void,
): readonly (readonly EightLabels[])[] {
  const folds = groupedFolds(
    replies.map(({ group }) => group),
    outerFolds,
    outerSeed,
  );
  const labels = lists.map(() => new Array<EightLabels | undefined>(replies.length).fill(undefined));
  for (let fold = 0; fold < outerFolds; fold++) {
    const models = trainWithMixes(
      replies.filter((_, row) => folds[row] !== fold),
      lists,
    );
    for (const [place, model] of models.entries()) {
      for (const [row, reply] of replies.entries()) {
        const own = labels[place];
        if (folds[row] !== fold || own === undefined) continue;
        const predicted = predictLabels(model, prepareReply(model, reply.measured));
        own[row] = Object.fromEntries(dimensionIds.map((id) => [id, predicted[id].label])) as Record<
          DimensionId,
          MrLabel
        >;
      }
    }
    onFold(fold);
  }
  return labels.map((list) =>
    list.map((own) => {
      if (own === undefined) throw new Error('A reply was in no fold.');
      return own;
    }),
  );
}

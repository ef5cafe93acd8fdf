import { predictLabels, prepareReply } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { dimensionIds, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import { groupedFolds } from './groupedFolds';
import { outerFolds, outerSeed } from './procedure';
import { trainJudge } from './trainJudge';
import type { TrainingReply } from './trainingReply';

/** The labels of all eight dimensions for each reply, by a judge that was trained without its problem. */
export function crossValidate(
  replies: readonly TrainingReply[],
  onFold: (fold: number) => void,
): readonly Readonly<Record<DimensionId, MrLabel>>[] {
  const folds = groupedFolds(
    replies.map(({ group }) => group),
    outerFolds,
    outerSeed,
  );
  const labels = new Array<Readonly<Record<DimensionId, MrLabel>> | undefined>(replies.length).fill(undefined);
  for (let fold = 0; fold < outerFolds; fold++) {
    const model = trainJudge(replies.filter((_, row) => folds[row] !== fold));
    for (const [row, reply] of replies.entries()) {
      if (folds[row] !== fold) continue;
      const predicted = predictLabels(model, prepareReply(model, reply.measured));
      labels[row] = Object.fromEntries(dimensionIds.map((id) => [id, predicted[id].label])) as Record<
        DimensionId,
        MrLabel
      >;
    }
    onFold(fold);
  }
  return labels.map((own) => {
    if (own === undefined) throw new Error('A reply was in no fold.');
    return own;
  });
}

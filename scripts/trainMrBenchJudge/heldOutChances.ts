import { headChances, prepareReply, type HeadChances } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import type { DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { eight } from './crossValidate';
import { fitHeads } from './fitHeads';
import { groupedFolds } from './groupedFolds';
import { folds, foldSeed } from './procedure';
import type { TrainingReply } from './trainingReply';

export type EightChances = Readonly<Record<DimensionId, HeadChances>>;

/** For each reply, what heads say of it that were fitted without its problem, and without its problem and its tutor. */
export interface AllHeldOut {
  readonly foldOf: readonly number[];
  readonly newProblem: readonly EightChances[];
  readonly newTutor: readonly EightChances[];
}

/** Fits the heads to what is left without each fold of problems, and without each fold and each tutor. */
export function heldOutChances(replies: readonly TrainingReply[], onFold: (fold: number) => void): AllHeldOut {
  const groups = replies.map(({ group }) => group);
  const foldOf = groupedFolds(groups, folds, foldSeed);
  const newProblem = new Map<TrainingReply, EightChances>();
  const newTutor = new Map<TrainingReply, EightChances>();
  for (let fold = 0; fold < folds; fold++) {
    const held = replies.filter((_, row) => foldOf[row] === fold);
    const rest = replies.filter((_, row) => foldOf[row] !== fold);
    judge(rest, held, newProblem);
    for (const tutor of new Set(held.map((reply) => reply.tutor))) {
      const own = held.filter((reply) => reply.tutor === tutor);
      judge(
        rest.filter((reply) => reply.tutor !== tutor),
        own,
        newTutor,
      );
    }
    onFold(fold);
  }
  return { foldOf, newProblem: inOrder(replies, newProblem), newTutor: inOrder(replies, newTutor) };
}

function judge(
  seen: readonly TrainingReply[],
  held: readonly TrainingReply[],
  found: Map<TrainingReply, EightChances>,
): void {
  const model = fitHeads(seen);
  for (const reply of held) {
    const prepared = prepareReply(model, reply.measured);
    found.set(
      reply,
      eight((id) => headChances(model, prepared, id)),
    );
  }
}

function inOrder(
  replies: readonly TrainingReply[],
  found: ReadonlyMap<TrainingReply, EightChances>,
): readonly EightChances[] {
  return replies.map((reply) => {
    const own = found.get(reply);
    if (own === undefined) throw new Error('A reply was in no fold.');
    return own;
  });
}

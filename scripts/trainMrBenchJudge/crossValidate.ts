import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { greatest, mixedChances } from '../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { dimensionIds, labelsOf, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import { chooseOffsets } from './chooseOffsets';
import type { AllHeldOut } from './heldOutChances';
import type { TrainingReply } from './trainingReply';

export type EightLabels = Readonly<Record<DimensionId, MrLabel>>;

/** For each reply, the labels by models without its problem, and by models without its problem and its tutor. */
export interface CrossValidated {
  readonly newProblem: readonly EightLabels[];
  readonly newTutor: readonly EightLabels[];
}

/** Turns held-out chances into labels. Offsets come from other problems, and for `newTutor` from other tutors, too. */
export function crossValidate(replies: readonly TrainingReply[], held: AllHeldOut, mix: Triple): CrossValidated {
  const cells = new Map<string, readonly number[]>();
  for (const [row, { tutor }] of replies.entries()) {
    const name = `${held.foldOf[row] ?? 0} ${tutor}`;
    cells.set(name, [...(cells.get(name) ?? []), row]);
  }
  const newProblem = new Map<number, EightLabels>();
  const newTutor = new Map<number, EightLabels>();
  const ofFold = new Map<number, EightOffsets>();
  for (const rows of cells.values()) {
    const [first = 0] = rows;
    const [fold = 0, tutor] = [held.foldOf[first], replies[first]?.tutor];
    const offsets = ofFold.get(fold) ?? offsetsOf(replies, held, mix, (row) => held.foldOf[row] !== fold);
    ofFold.set(fold, offsets);
    const ofOthers = offsetsOf(replies, held, mix, (row) => held.foldOf[row] !== fold && replies[row]?.tutor !== tutor);
    for (const row of rows) {
      newProblem.set(row, labelled(held.newProblem[row], mix, offsets));
      newTutor.set(row, labelled(held.newTutor[row], mix, ofOthers));
    }
  }
  const inOrder = (found: ReadonlyMap<number, EightLabels>): readonly EightLabels[] =>
    replies.flatMap((_, row) => found.get(row) ?? []);
  return { newProblem: inOrder(newProblem), newTutor: inOrder(newTutor) };
}

export type EightOffsets = Readonly<Record<DimensionId, Triple>>;

/** The offsets of each dimension by the replies that count, each with chances of models without its problem. */
export function offsetsOf(
  replies: readonly TrainingReply[],
  { newProblem }: Pick<AllHeldOut, 'newProblem'>,
  mix: Triple,
  counts: (row: number) => boolean = () => true,
): EightOffsets {
  return eight((id) =>
    chooseOffsets(
      replies.flatMap(({ codes, tutor }, row) => {
        const heads = newProblem[row]?.[id];
        if (codes[id] < 0 || heads === undefined || !counts(row)) return [];
        return [{ chances: mixedChances(heads, mix), code: codes[id], tutor }];
      }),
    ),
  );
}

function labelled(
  chances: AllHeldOut['newProblem'][number] | undefined,
  mix: Triple,
  offsets: EightOffsets,
): EightLabels {
  if (chances === undefined) throw new Error('A reply has no chances.');
  return eight((id): MrLabel => labelsOf(id)[greatest(mixedChances(chances[id], mix), offsets[id])]);
}

export function eight<T>(valueOf: (dimension: DimensionId) => T): Readonly<Record<DimensionId, T>> {
  return Object.fromEntries(dimensionIds.map((id) => [id, valueOf(id)])) as unknown as Record<DimensionId, T>;
}

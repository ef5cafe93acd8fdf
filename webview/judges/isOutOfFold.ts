import type { JudgeCheck } from '../../src/core/report/judgesViewModel';

/** Whether every label was answered by a model that had not learned from the reply: said once, of the whole check. */
export function isOutOfFold({ rows }: JudgeCheck): boolean {
  return rows.every(({ heldOut, n }) => heldOut > 0 && heldOut === n);
}

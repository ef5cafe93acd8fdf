import type { Verdict } from '../judging/verdict';
import type { Label } from '../statistics/agreement';

/** Whether a verdict is on the only reply as a whole, with a label of this scale or, where it is unscored, with none. */
export function isReplyVerdict({ unit, turn, criterionId, ...verdict }: Verdict, scale: readonly Label[]): boolean {
  return unit === 'reply' && turn === undefined && criterionId === undefined && isOnScale(verdict, scale);
}

/** Whether the label is of this scale; an unscored verdict has none. */
export function isOnScale({ status, label }: Pick<Verdict, 'status' | 'label'>, scale: readonly Label[]): boolean {
  return status === 'ok' ? label !== undefined && scale.includes(label) : label === undefined;
}

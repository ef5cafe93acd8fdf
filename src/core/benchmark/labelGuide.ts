import type { Verdict } from './judging/verdict';
import type { Label } from '../statistics/agreement';

export interface LabelChoice {
  /** The value a judge's verdict would have. */
  readonly label: Label;
  readonly title: string;
  readonly meaning: string;
  /** True for “nothing to decide”. Such labels are stored, but count neither as gold nor in agreement. */
  readonly isVoid?: boolean;
}

/** What a person needs to decide as a judge does: the judge's question and labels, in the rubric's words. */
export interface LabelGuide {
  readonly question: string;
  readonly definition: string;
  readonly choices: readonly LabelChoice[];
  /** Further facts that the judge sees, beyond those shown to every reviewer. Untrusted text. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

export function isVoidLabel(guide: LabelGuide | undefined, label: Label): boolean {
  return guide?.choices.some((choice) => choice.isVoid === true && choice.label === label) === true;
}

/** Whether a label counts: a person can give it there, and it is not “nothing to decide”. */
export function isCountedLabel(guide: LabelGuide, label: Label | undefined): boolean {
  return guide.choices.some((choice) => choice.isVoid !== true && choice.label === label);
}

/** Whether a verdict is on the only reply as a whole, with a label of this scale or unscored without one. */
export function isReplyVerdict({ unit, turn, criterionId, ...verdict }: Verdict, scale: readonly Label[]): boolean {
  return unit === 'reply' && turn === undefined && criterionId === undefined && isOnScale(verdict, scale);
}

/** Whether the label is on this scale. An unscored verdict has none. */
export function isOnScale({ status, label }: Pick<Verdict, 'status' | 'label'>, scale: readonly Label[]): boolean {
  return status === 'ok' ? label !== undefined && scale.includes(label) : label === undefined;
}

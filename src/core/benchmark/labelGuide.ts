import type { Verdict } from './judging/verdict';
import type { Label } from '../statistics/agreement';

export interface LabelChoice {
  /** In the benchmark's own terms, as a judge's verdict would have it. */
  readonly label: Label;
  readonly title: string;
  readonly meaning: string;
  /** True where it says that there is nothing to decide: such a label is kept, and counts neither as gold nor in agreement. */
  readonly isVoid?: boolean;
}

/** What a person needs to take a judge's decision: the same question and labels that the judge has, in the words of its rubric. */
export interface LabelGuide {
  readonly question: string;
  readonly definition: string;
  readonly choices: readonly LabelChoice[];
  /** What else the judge has to go by, besides what the benchmark tells every reviewer; untrusted texts. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

export function isVoidLabel(guide: LabelGuide | undefined, label: Label): boolean {
  return guide?.choices.some((choice) => choice.isVoid === true && choice.label === label) === true;
}

/** Whether a label counts: it is one that a person can give there, and says more than that there was nothing to decide. */
export function isCountedLabel(guide: LabelGuide, label: Label | undefined): boolean {
  return guide.choices.some((choice) => choice.isVoid !== true && choice.label === label);
}

/** Whether a verdict is on the only reply as a whole, with a label of this scale or, where it is unscored, with none. */
export function isReplyVerdict({ unit, turn, criterionId, ...verdict }: Verdict, scale: readonly Label[]): boolean {
  return unit === 'reply' && turn === undefined && criterionId === undefined && isOnScale(verdict, scale);
}

/** Whether the label is of this scale; an unscored verdict has none. */
export function isOnScale({ status, label }: Pick<Verdict, 'status' | 'label'>, scale: readonly Label[]): boolean {
  return status === 'ok' ? label !== undefined && scale.includes(label) : label === undefined;
}

import type { Verdict, VerdictSlot } from './judging/verdict';
import type { Label } from '../statistics/agreement';

export interface LabelChoice {
  /** The value a judge's verdict would have. */
  readonly label: Label;
  readonly title: string;
  readonly meaning: string;
  /** The meaning is untrusted text of the sample. */
  readonly isQuoted?: true;
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

/** Choices without a void one, as rows. */
export function choicesOf(
  ...rows: readonly (readonly [label: Label, title: string, meaning: string])[]
): LabelChoice[] {
  return rows.map(([label, title, meaning]) => ({ label, title, meaning }));
}

export function isVoidLabel(guide: LabelGuide | undefined, label: Label): boolean {
  return guide?.choices.some((choice) => choice.isVoid === true && choice.label === label) === true;
}

/** Whether a label counts: a person can give it there, and it is not “nothing to decide”. */
export function isCountedLabel(guide: LabelGuide, label: Label | undefined): boolean {
  return guide.choices.some((choice) => choice.isVoid !== true && choice.label === label);
}

/** Whether a verdict is on this slot, with a label of this scale, or unscored without a label. */
export function isVerdictOn(slot: VerdictSlot, verdict: Verdict, scale: readonly Label[]): boolean {
  const { status, label } = verdict;
  return (
    (['judge', 'unit', 'turn', 'criterionId'] as const).every((member) => verdict[member] === slot[member]) &&
    (status === 'ok' ? label !== undefined && scale.includes(label) : label === undefined)
  );
}

import type { Label, RatedPair } from '../statistics/agreement';

/** What a person and a judge said about the same thing. All texts are untrusted. */
export interface RatedLabel {
  readonly dimension: string;
  /** Dialogue or problem: replies of one are not independent of each other. */
  readonly cluster: string;
  readonly sampleId: string;
  /** Who wrote the reply; empty where that is not known. */
  readonly tutor: string;
  readonly turn?: number;
  readonly criterionId?: string;
  /** The decision, where a label says more than that. */
  readonly human: Label;
  readonly humanReason?: string;
  /** Who said so, as they call themselves; absent where the data do not say. */
  readonly humanBy?: readonly string[];
  /** `undefined` where the judge gave no usable verdict: a failure, and never agreement. */
  readonly judge: Label | undefined;
  readonly judgeReason?: string;
  readonly problem?: string;
  /** The words that were judged; empty where the source does not have them. */
  readonly reply: string;
  /** The message that judge or person named, where they spoke of the whole dialogue: the one to read. */
  readonly named?: { readonly turn: number; readonly reply: string };
  /** True where the judge learned from this reply and its answer is that of a model that did not. */
  readonly heldOut?: boolean;
  /** True where the judge learned from other replies to the same dialogue: such a label is not held out. */
  readonly trainedDialogue?: boolean;
}

/** A number is itself, yes or no 1 or 0, any other label its place on the scale from 1; `undefined` off the scale. */
function numberOf(label: Label | undefined, scale: readonly Label[]): number | undefined {
  if (typeof label === 'number') return label;
  if (typeof label === 'boolean') return Number(label);
  const position = label === undefined ? -1 : scale.indexOf(label);
  return position === -1 ? undefined : position + 1;
}

export function numberPairs(rated: readonly RatedLabel[], scale: readonly Label[]): readonly RatedPair<number>[] {
  return rated.map(({ judge, human }) => [numberOf(judge, scale), numberOf(human, scale)]);
}

/**
 * Where judge and people say different things, widest apart first, then by sample, tutor, turn and dimension, so that a run that
 * was cut off lists them alike. What the judge failed on is no disagreement: there is nothing of it to read.
 */
export function disagreements(
  rated: readonly RatedLabel[],
  scaleOf: (dimension: string) => readonly Label[],
): readonly RatedLabel[] {
  return rated
    .filter(({ judge, human }) => judge !== undefined && judge !== human)
    .map((one) => ({ one, distance: distanceOf(one, scaleOf(one.dimension)) }))
    .sort((left, right) => right.distance - left.distance || byPosition(left.one, right.one))
    .map(({ one }) => one);
}

function byPosition(left: RatedLabel, right: RatedLabel): number {
  return (
    compared(left.sampleId, right.sampleId) ||
    compared(left.tutor, right.tutor) ||
    (left.turn ?? 0) - (right.turn ?? 0) ||
    compared(left.dimension, right.dimension) ||
    compared(left.criterionId ?? '', right.criterionId ?? '') ||
    compared(left.reply, right.reply)
  );
}

/** By code units: the same everywhere, whatever the language of the machine. */
function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** As a share of the scale, so that a long scale does not crowd out a short one; 1 where labels have no order. */
function distanceOf({ judge, human }: RatedLabel, scale: readonly Label[]): number {
  const [said, given] = [numberOf(judge, scale), numberOf(human, scale)];
  if (said === undefined || given === undefined) return 1;
  const numbers = scale.flatMap((label) => numberOf(label, scale) ?? []);
  const width = Math.max(...numbers) - Math.min(...numbers);
  return width > 0 ? Math.abs(said - given) / width : 1;
}

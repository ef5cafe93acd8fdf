import type { Label } from '../statistics/agreement';

/** What a person and a judge said about the same thing. All texts are untrusted. */
export interface RatedLabel {
  /** The judge of the benchmark that takes the decision. */
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
  /** Why there is no verdict. */
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
export function numberOf(label: Label | undefined, scale: readonly Label[]): number | undefined {
  if (typeof label === 'number') return label;
  if (typeof label === 'boolean') return Number(label);
  const place = label === undefined ? -1 : scale.indexOf(label);
  return place === -1 ? undefined : place + 1;
}

import type { RatedDecision } from '../benchmark/goldReply';
import type { Label, RatedPair } from '../statistics/agreement';

/** What a person and a judge said about the same thing. All texts are untrusted. */
export interface RatedLabel extends RatedDecision {
  /** Dialogue or problem: replies of one are not independent of each other. */
  readonly cluster: string;
  readonly judgeReason?: string;
  readonly turn?: number;
  readonly humanReason?: string;
  /** Names of the labellers, as they gave them; absent if unknown. */
  readonly humanBy?: readonly string[];
  /** The message that judge or person pointed to in a verdict on the whole dialogue. */
  readonly named?: { readonly turn: number; readonly reply: string };
}

/** Numbers stay; yes is 1 and no is 0; other labels become their place on the scale, from 1. */
function numberOf(label: Label | undefined, scale: readonly Label[]): number | undefined {
  if (typeof label === 'number') return label;
  if (typeof label === 'boolean') return Number(label);
  const position = label === undefined ? -1 : scale.indexOf(label);
  return position === -1 ? undefined : position + 1;
}

export function numberPairs(rated: readonly RatedLabel[], scale: readonly Label[]): readonly RatedPair<number>[] {
  return rated.map(({ judge, human }) => [numberOf(judge, scale), numberOf(human, scale)]);
}

/** Disagreements, widest first, in a stable order. Failures of the judge are not among them. */
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

/** By code units, so that the order does not depend on the machine's language. */
function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** As a share of the scale, so that long scales do not crowd out short ones; 1 if labels have no order. */
function distanceOf({ judge, human }: RatedLabel, scale: readonly Label[]): number {
  const [said, given] = [numberOf(judge, scale), numberOf(human, scale)];
  if (said === undefined || given === undefined) return 1;
  const numbers = scale.flatMap((label) => numberOf(label, scale) ?? []);
  const width = Math.max(...numbers) - Math.min(...numbers);
  return width > 0 ? Math.abs(said - given) / width : 1;
}

import type { Label } from '../statistics/agreement';
import { numberOf, type RatedLabel } from './ratedLabel';

/**
 * Where judge and people say different things, widest apart first, then by sample, tutor, place and dimension, so that a run that went another
 * way, or was cut off, lists them alike. What the judge failed on is no disagreement: there is nothing of it to read.
 */
export function disagreements(
  rated: readonly RatedLabel[],
  scaleOf: (dimension: string) => readonly Label[],
): readonly RatedLabel[] {
  return rated
    .filter(({ judge, human }) => judge !== undefined && judge !== human)
    .map((one) => ({ one, distance: distanceOf(one, scaleOf(one.dimension)) }))
    .sort((left, right) => right.distance - left.distance || byPlace(left.one, right.one))
    .map(({ one }) => one);
}

function byPlace(left: RatedLabel, right: RatedLabel): number {
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

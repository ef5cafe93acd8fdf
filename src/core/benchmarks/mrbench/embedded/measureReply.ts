import { numbersIn } from '../../../benchmark/judging/replyText';
import { dialogueFeatures } from './dialogueFeatures';
import { numberFeatures } from './numberFeatures';
import { relationFeatures } from './relationFeatures';
import { readReply, type ReplyFeature, type ReplyMaterial, type ReplyReading, sameNumber } from './replyReading';
import { moveFeatures, shapeFeatures } from './shapeFeatures';
import { wordingFeatures } from './wordingFeatures';

/** All features that are no terms, in the order of the weights. */
export const denseFeatureList: readonly ReplyFeature[] = [
  ...shapeFeatures,
  ...wordingFeatures,
  ...moveFeatures,
  ...numberFeatures,
  ...dialogueFeatures,
  ...relationFeatures,
];

/** Their values for a reply, in the same order. */
export function denseFeatures(reading: ReplyReading): Float64Array {
  return Float64Array.from(denseFeatureList, (feature) => feature.value(reading));
}

/** What the model computes with. */
export interface MeasuredReply {
  /** One number for each of `denseFeatureList`. */
  readonly dense: Float64Array;
  /** How often each term occurs. */
  readonly terms: ReadonlyMap<string, number>;
}

/** Measures a reply; the same material always gives the same numbers, and long or odd material costs a bounded time. */
export function measureReply(material: ReplyMaterial): MeasuredReply {
  const reading = readReply(material);
  const terms = new Map<string, number>();
  for (const term of replyTerms(reading)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { dense: denseFeatures(reading), terms };
}

/**
 * The reply's words and pairs of neighbouring words, each as often as it occurs; `^` and `$` are its ends. A number is written
 * by where it comes from and not by its digits, so that a term says the same for every problem. The worked solution has no part in it.
 */
export function replyTerms(reading: ReplyReading): readonly string[] {
  const words = reading.tokens.map((token) => (/\d/.test(token) ? numberTerm(token, reading) : token));
  const framed = ['^', ...words, '$'];
  return [...words, ...framed.slice(1).map((word, place) => `${framed[place] ?? ''} ${word}`)];
}

function numberTerm(token: string, { lastStudent, lastTutor, student, tutor, studentAnswer }: ReplyReading): string {
  const [value] = numbersIn(token);
  if (value === undefined) return '#number';
  const among = (numbers: readonly number[]): boolean => numbers.some((other) => sameNumber(other, value));
  if (studentAnswer !== undefined && sameNumber(studentAnswer, value)) return '#result';
  if (among(lastStudent.numbers)) return '#student';
  if (among(lastTutor.numbers)) return '#tutor';
  return among(student.numbers) || among(tutor.numbers) ? '#earlier' : '#new';
}

import { numbersIn } from '../../../benchmark/judging/replyText';
import { dialogueMeasures } from './dialogueFeatures';
import { featureSigns } from './featureSigns';
import { numberMeasures } from './numberFeatures';
import { relationMeasures } from './relationFeatures';
import { type Found, hasNumber, logCount, readReply, type ReplyMaterial, type ReplyReading } from './replyReading';
import { moveMeasures, openingMeasures, shapeMeasures, wordingMeasures } from './wordingFeatures';

const measures = {
  ...shapeMeasures,
  ...wordingMeasures,
  ...openingMeasures,
  ...moveMeasures,
  ...numberMeasures,
  ...dialogueMeasures,
  ...relationMeasures,
};
type FeatureId = keyof typeof measures;

const signs: Readonly<Record<FeatureId, readonly [high: string, low: string]>> = featureSigns;

/** Those that a worked solution may change: not for dimensions whose judge must not see it. */
const solutionFeatures: ReadonlySet<string> = new Set<FeatureId>([
  'answerNamed',
  'answerNamedFirst',
  'answerStated',
  'answerLast',
  'phraseOfAnswer',
  'stepsOfSolution',
  'solutionKnown',
  'studentIsRight',
  'studentNamedAnswer',
  'wordsOfSolution',
  'studentsOwnNumbers',
  'stepsMissing',
]);

/** All features that are no terms, in the order of the weights. */
export const denseFeatureList = (Object.keys(measures) as FeatureId[]).map((id) => {
  const [high, low] = signs[id];
  return { id, high, low, ofSolution: solutionFeatures.has(id) };
});

/** Their values for a reply, in the same order. */
export function denseFeatures(reading: ReplyReading): Float64Array {
  return Float64Array.from(Object.values(measures), (measure) => numberOf(measure(reading)));
}

function numberOf(found: Found): number {
  if (typeof found === 'number') return found;
  if (typeof found === 'object') return logCount(found?.length ?? 0);
  return found === undefined || found === false ? 0 : 1;
}

/** What the model computes with: a number for each of `denseFeatureList`, and how often each term occurs. */
export interface MeasuredReply {
  readonly dense: Float64Array;
  readonly terms: ReadonlyMap<string, number>;
}

/** The same material always gives the same numbers, and long or odd material costs a bounded time. */
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
  if (studentAnswer !== undefined && hasNumber([studentAnswer], value)) return '#result';
  if (hasNumber(lastStudent.numbers, value)) return '#student';
  if (hasNumber(lastTutor.numbers, value)) return '#tutor';
  return hasNumber(student.numbers, value) || hasNumber(tutor.numbers, value) ? '#earlier' : '#new';
}

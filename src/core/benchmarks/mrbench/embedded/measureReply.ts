import { numbersIn } from '../../../benchmark/judging/replyText';
import { relationMeasures } from './relationFeatures';
import { type Found, hasNumber, logCount, readReply, type ReplyMaterial, type ReplyReading } from './replyReading';
import { wordingMeasures } from './wordingFeatures';

const measures = { ...wordingMeasures, ...relationMeasures };
type FeatureId = keyof typeof measures;

/** Features that depend on the worked solution. Not for dimensions whose judge must not see it. */
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

export const denseFeatureList = Object.keys(measures).map((id) => ({ id, ofSolution: solutionFeatures.has(id) }));

export function denseFeatures(reading: ReplyReading): Float64Array {
  return Float64Array.from(Object.values(measures), (measure) => numberOf(measure(reading)));
}

function numberOf(found: Found): number {
  if (typeof found === 'number') return found;
  if (typeof found === 'object') return logCount(found?.length ?? 0);
  return found === undefined || found === false ? 0 : 1;
}

export interface MeasuredReply {
  readonly dense: Float64Array;
  readonly terms: ReadonlyMap<string, number>;
}

export function measureReply(material: ReplyMaterial): MeasuredReply {
  const reading = readReply(material);
  const terms = new Map<string, number>();
  for (const term of replyTerms(reading)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { dense: denseFeatures(reading), terms };
}

/** `^` and `$` are the ends. A number is named by its source, so that all problems share terms. */
export function replyTerms(reading: ReplyReading): readonly string[] {
  const words = reading.tokens.map((token) => (/\d/.test(token) ? numberTerm(token, reading) : token));
  const framed = ['^', ...words, '$'];
  return [...words, ...framed.slice(1).map((word, index) => `${framed[index] ?? ''} ${word}`)];
}

function numberTerm(token: string, { lastStudent, lastTutor, student, tutor, studentAnswer }: ReplyReading): string {
  const [value] = numbersIn(token);
  if (value === undefined) return '#number';
  if (studentAnswer !== undefined && hasNumber([studentAnswer], value)) return '#result';
  if (hasNumber(lastStudent.numbers, value)) return '#student';
  if (hasNumber(lastTutor.numbers, value)) return '#tutor';
  return hasNumber(student.numbers, value) || hasNumber(tutor.numbers, value) ? '#earlier' : '#new';
}

import { numbersIn } from '../../../judging/replyText';
import { sameNumber, type ReplyReading } from './replyReading';

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

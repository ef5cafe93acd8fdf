import type { Fraction } from 'fraction.js';
import { sameExpression } from '../../kmpbench/arithmetic/expression';
import { plainNotation } from '../../kmpbench/arithmetic/plainNotation';
import {
  askedOf,
  figuresOf,
  isAnswerEnd,
  plainWords,
  readKnownAnswer,
  type Asked,
  type KnownAnswer,
} from './knownAnswer';
import { converted, leadingQuantity, numberWordsAsFigures, type Quantity } from './quantity';
import { statedAnswers } from './statedAnswers';

/**
 * `match`: the reply's final answer is the right one in another form at most. `differs`: it states another. `unsure`: no final
 * answer was found, several contradict each other, or forms that cannot be compared.
 */
export type AnswerMatch = 'match' | 'differs' | 'unsure';

/**
 * Compares a tutor's whole reply with the right answer. Made to be sure of a match: whatever leaves a doubt is for a judge.
 * `question` says which nouns may follow the number, and whether the answer has to have a form. All are untrusted; bounded in
 * length and depth, so that it ends within milliseconds on any text.
 */
export function answersMatch(reply: string, answer: string, question = ''): AnswerMatch {
  const known = readKnownAnswer(answer);
  const asked = askedOf(question, answer);
  const readings = statedAnswers(plainNotation(reply.slice(-longestEnd))).slice(-mostRead);
  const found = readings.map(({ text }) => compareStated(text, known, asked));
  const [first] = found;
  return first !== undefined && found.every((each) => each === first) ? first : 'unsure';
}

/** In characters: the end of a reply, where its final answer stands. */
const longestEnd = 6_000;
/** A reply that states more answers than this is no answer; the last ones disagree or they do not. */
const mostRead = 20;

function compareStated(stated: string, known: KnownAnswer, asked: Asked): AnswerMatch {
  const text = stated.slice(0, 300);
  const words = plainWords(text);
  if (words !== '' && words === known.words) return 'match';
  const value = known.quantity === undefined ? undefined : valuePart(text, known);
  const read = value === undefined ? undefined : leadingQuantity(value, known.variables);
  if (known.quantity === undefined || value === undefined || read === undefined) return 'unsure';
  if (!isAnswerEnd(read.rest, asked.nouns)) return 'unsure';
  const found = compareQuantities(read.quantity, known.quantity);
  const figures = figuresOf(value.slice(0, value.length - read.rest.length), known.variables.size > 0);
  const isAnotherForm =
    (asked.figures && figures !== known.figures) || (asked.unit && hasUnit(known.quantity) && !hasUnit(read.quantity));
  return found === 'match' && isAnotherForm ? 'unsure' : found;
}

function hasUnit(quantity: Quantity): boolean {
  return quantity.kind === 'number' && (quantity.percent || quantity.unit !== undefined);
}

/** What follows the last equals sign. Undefined where words stand before it, as they may say anything of what follows. */
function valuePart(text: string, { variables }: KnownAnswer): string | undefined {
  const equals = text.lastIndexOf('=');
  const left = text.slice(0, Math.max(0, equals));
  if (/\p{L}{2}/u.test(left)) return undefined;
  const plain = text
    .slice(equals + 1)
    .replace(
      /^[\s(["'“]*(?:(?:simply|exactly|just|equal to|that|he|she|it|they|is|has|have|had|are|a total of|the|of)\s+)*/i,
      '',
    )
    .trim();
  return variables.size > 0 ? plain : numberWordsAsFigures(plain);
}

function compareQuantities(given: Quantity, known: Quantity): AnswerMatch {
  if (known.kind === 'number' && given.kind === 'number') return compareNumbers(given, known);
  if (known.kind === 'expression' && given.kind === 'expression') {
    return sameExpression(given.expression, known.expression) ? 'match' : 'differs';
  }
  if (known.kind === 'clock' && given.kind === 'clock') return compareClocks(given, known);
  if (known.kind === 'remainder' && given.kind === 'remainder') {
    const same =
      Number(given.quotient) === Number(known.quotient) && Number(given.remainder) === Number(known.remainder);
    return same ? 'match' : 'differs';
  }
  if (known.kind === 'ratio' && given.kind === 'ratio') return compareRatios(given.parts, known.parts);
  // 3:5 is often written as 3/5; the order of its parts is in both.
  if (known.kind === 'ratio' && given.kind === 'number' && known.parts.length === 2) {
    const [top, bottom] = known.parts;
    const same = top !== undefined && bottom !== undefined && given.value.mul(bottom).equals(top);
    return same && given.unit === undefined && !given.percent ? 'match' : 'unsure';
  }
  return 'unsure';
}

type NumberQuantity = Extract<Quantity, { kind: 'number' }>;

function compareNumbers(given: NumberQuantity, known: NumberQuantity): AnswerMatch {
  if (given.percent !== known.percent) return comparePercent(given, known);
  if (given.unit !== undefined && known.unit !== undefined) {
    const value = converted(given.value, given.unit, known.unit)?.valueOf();
    // Another kind of unit may be another name for the same (pounds), so it is left to a judge.
    if (value === undefined) return 'unsure';
    const wanted = known.value.valueOf();
    return Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)) ? 'match' : 'differs';
  }
  if (given.value.equals(known.value)) {
    // A bare number answers in the unit of the question; a unit that the answer lacks may be the wrong one.
    const extra = given.unit !== undefined && !given.unit.group.startsWith('dollar');
    return extra ? 'unsure' : 'match';
  }
  return given.unit === undefined ? 'differs' : 'unsure';
}

/** A percentage beside a plain number: 50 % is 1/2, but "25 %" where 25 is wanted says something else. */
function comparePercent(given: NumberQuantity, known: NumberQuantity): AnswerMatch {
  if (given.unit !== undefined || known.unit !== undefined) return 'unsure';
  if (given.value.equals(known.value)) return 'match';
  // "25" where 25 % was wanted: the sign is left out like any other unit.
  return known.percent && given.value.equals(known.value.mul(100)) ? 'match' : 'unsure';
}

type ClockQuantity = Extract<Quantity, { kind: 'clock' }>;

function compareClocks(given: ClockQuantity, known: ClockQuantity): AnswerMatch {
  const same = given.minutes % 720 === known.minutes % 720;
  if (!same) return 'differs';
  if (given.half === undefined || known.half === undefined) return 'unsure';
  return given.half === known.half ? 'match' : 'differs';
}

function compareRatios(given: readonly Fraction[], known: readonly Fraction[]): AnswerMatch {
  const [first] = given;
  const [wanted] = known;
  if (first === undefined || wanted === undefined || given.length !== known.length) return 'unsure';
  return given.every((part, place) => part.mul(wanted).equals(first.mul(known[place] ?? 0))) ? 'match' : 'differs';
}

import { valueOf } from '../../kmpbench/arithmetic/expression';
import { plainNotation } from '../../kmpbench/arithmetic/plainNotation';
import { markedAnswers } from './statedAnswers';

/** In characters. */
const longestEnd = 6_000;
const longestAnswer = 300;

/**
 * Whether a tutor's whole reply surely gives the right answer; a judge decides all other cases. Its last sentence has
 * to mark an answer, and all that it marks have to be the right one. All texts are untrusted.
 */
export function answersMatch(reply: string, answer: string, question = ''): boolean {
  const marked = markedAnswers(plainNotation(reply.slice(-longestEnd)));
  const stated = marked.at(-1) === undefined ? [] : marked.filter((text) => text !== undefined);
  return stated.length > 0 && stated.every((text) => isSameAnswer(text, answer, question));
}

/**
 * Answers are the same in the same words, or as the same number. A number may be without its unit, or with the noun
 * that `question` asks for. Where the question asks for a form, only the words count.
 */
export function isSameAnswer(stated: string, answer: string, question = ''): boolean {
  const [given, known] = [plainAnswer(stated), plainAnswer(plainNotation(answer.slice(0, longestAnswer)))];
  if (given !== '' && given === known) return true;
  const asked = question.slice(0, 2_000).toLowerCase();
  const [one, other] = [leadingNumber(given), leadingNumber(known)];
  if (one === undefined || other === undefined || /(?<!\^)\d/.test(other.unit) || form.test(asked)) return false;
  const hasFitUnit = one.unit === '' || one.unit === other.unit || nounsAsked(asked, one.unit);
  return hasFitUnit && Math.abs(one.value - other.value) <= 1e-12 * Math.max(1, Math.abs(other.value));
}

const number = /^(-?)\$?(\d+(?:\.\d+)?(?: \d+\/\d+|\/\(?\d+(?:\.\d+)?\)?)?)([%°]?|\s.*)$/;

/** A number with nothing or with words after it, or the same after an equals sign without words before it: "x = 5". */
function leadingNumber(text: string): { readonly value: number; readonly unit: string } | undefined {
  const plain = plainAnswer(text);
  const equals = plain.lastIndexOf('=');
  if (/\p{L}{2}/u.test(plain.slice(0, Math.max(0, equals)))) return undefined;
  const [, sign = '', figures = '', unit = ''] = number.exec(plain.slice(equals + 1)) ?? [];
  const value = valueOf(figures);
  return value === undefined ? undefined : { value: sign === '' ? value : -value, unit: unit.trim() };
}

/** Wide on purpose: if a form is asked for, only the same words match without a judge. */
const form =
  /\b(?:terms|(?:simplest|reduced|standard|expanded|scientific|exact|decimal|fraction|word) (?:form|notation)|simplif\w*|reduced?|mixed|improper|fractions?|decimals?|d\.p|s\.f|whole numbers?|integers?|units?|in (?:words|figures|digits)|places|powers?|exponents?|ind(?:ex|ices)|surds?|radicals?|roots?|denominators?|percent(?:ages?)?|per cent|ratio|round(?:ed|ing)?|nearest|significant|exact(?:ly)?|expand\w*|factor(?:i[sz]e)?)\b/i;

/** The words right after "how many": "eggs" or "brown eggs", not "dozen" of "dozen eggs". */
function nounsAsked(question: string, words: string): boolean {
  const asked = question.matchAll(/\b(?:how (?:many|much)|number of) (?:(?:more|fewer|other) )?([^.?!,;:\n]{1,80})/g);
  return (
    /^[a-z]{3,}(?: [a-z]{3,})?$/.test(words) && [...asked].some(([, noun = '']) => `${noun} `.startsWith(`${words} `))
  );
}

/** In lower case, without punctuation around it and blanks beside signs. */
function plainAnswer(text: string): string {
  return text
    .slice(0, longestAnswer)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[⟦⟧]/g, '')
    .replace(/^[\s"'“”‘(]+/, '')
    .replace(/^(?:the|an?|exactly|just)\s+/, '')
    .replace(/ ?([-+*/=:°^]) ?/g, '$1')
    .replace(/ ?(?:%|percent\b|per cent\b)/g, '%')
    .replace(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/\b(?:(h)our|(min)ute|(l)it(?:re|er))s?\b/g, '$1$2$3')
    .replace(/^\$/, '')
    .replace(/(?<![\s"'“”’).,;:!])[\s"'“”’).,;:!]+$/, '');
}

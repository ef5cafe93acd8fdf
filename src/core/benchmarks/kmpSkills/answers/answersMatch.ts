import { parseExpression, sameExpression } from '../../kmpbench/arithmetic/expression';
import { plainNotation } from '../../kmpbench/arithmetic/plainNotation';
import { converted, leadingQuantity, leadingUnit, type NumberQuantity, type Quantity } from './quantity';
import { statedAnswers } from './statedAnswers';

/**
 * Whether a tutor's whole reply surely gives the right answer, up to form; a judge decides all other cases. `question`
 * says which nouns may follow the number and whether a form is required. All texts are untrusted. Length and depth are
 * bounded, so it ends within milliseconds.
 */
export function answersMatch(reply: string, answer: string, question = ''): boolean {
  const known = readKnownAnswer(answer);
  const asked = askedOf(question);
  const stated = statedAnswers(plainNotation(reply.slice(-longestEnd))).slice(-mostRead);
  return stated.length > 0 && stated.every((text) => isSameAnswer(text.slice(0, 300), known, asked));
}

const longestEnd = 6_000;
const mostRead = 20;

function isSameAnswer(text: string, known: KnownAnswer, asked: Asked): boolean {
  const words = plainWords(text);
  if (words !== '' && words === known.words) return true;
  const value = valuePart(text);
  const read = value === undefined ? undefined : leadingQuantity(value, known.variables);
  if (known.quantity === undefined || value === undefined || read === undefined) return false;
  if (!isAnswerEnd(read.rest, asked.nouns) || !areEqual(read.quantity, known.quantity)) return false;
  const figures = figuresOf(value.slice(0, value.length - read.rest.length), known.variables.size > 0);
  return (!asked.figures || figures === known.figures) && (!asked.unit || hasUnit(read.quantity));
}

function hasUnit(quantity: Quantity): boolean {
  return quantity.kind === 'number' && (quantity.percent === true || quantity.unit !== undefined);
}

/** The text after the last equals sign; undefined if words precede it, because they may change its meaning. */
function valuePart(text: string): string | undefined {
  const equals = text.lastIndexOf('=');
  if (/\p{L}{2}/u.test(text.slice(0, Math.max(0, equals)))) return undefined;
  return text
    .slice(equals + 1)
    .replace(
      /^[\s(["'“]*(?:(?:simply|exactly|just|equal to|that|he|she|it|they|is|has|have|had|are|a total of|the|of)\s+)*/i,
      '',
    )
    .trim();
}

function areEqual(given: Quantity, known: Quantity): boolean {
  if (known.kind === 'number' && given.kind === 'number') return areEqualNumbers(given, known);
  return (
    known.kind === 'expression' && given.kind === 'expression' && sameExpression(given.expression, known.expression)
  );
}

function areEqualNumbers(given: NumberQuantity, known: NumberQuantity): boolean {
  if (given.unit !== undefined && known.unit !== undefined) {
    return converted(given.value, given.unit, known.unit)?.equals(known.value) === true;
  }
  // A bare number uses the question's unit. A unit that the right answer lacks may be wrong.
  const isExtra = given.unit !== undefined && (given.unit.group !== 'dollar' || known.percent === true);
  if (isExtra || (given.percent === true && known.unit !== undefined)) return false;
  if (given.value.equals(known.value)) return true;
  // "25" for 25 %: the sign may be omitted like any unit.
  return known.percent === true && given.percent !== true && given.value.equals(known.value.mul(100));
}

interface Asked {
  /** The question asks for a form: terms, a kind of number, rounding, a unit. */
  readonly figures: boolean;
  readonly unit: boolean;
  /** The counted things, which may follow the number; lower case, singular. */
  readonly nouns: ReadonlySet<string>;
}

/** Wide on purpose: if a form is asked for, only the exact figures match without a judge. */
const form =
  /\b(?:terms|(?:simplest|reduced|standard|expanded|scientific|exact|decimal|fraction|word) (?:form|notation)|simplif\w*|reduced?|mixed|improper|fractions?|decimals?|d\.p|s\.f|whole numbers?|integers?|in (?:words|figures|digits)|places|powers?|exponents?|ind(?:ex|ices)|surds?|radicals?|roots?|denominators?|percent(?:ages?)?|per cent|ratio|round(?:ed|ing)?|nearest|significant|exact(?:ly)?|expand\w*|factor(?:i[sz]e)?)\b/i;

/** "How many minutes", "in centimetres", "to grams": the next word may be a unit. */
const beforeUnit = /\b(?:how (?:many|much)|in|into|to)\s+(?:(?:square|cubic)\s+)?(?=[a-z°])/gi;

function askedOf(question: string): Asked {
  const text = question.slice(0, 2_000);
  const named = [...text.matchAll(beforeUnit)].some(
    ({ index, 0: words }) => leadingUnit(text.slice(index + words.length, index + words.length + 40)) !== undefined,
  );
  return { figures: named || form.test(text), unit: /\bunits?\b/i.test(text), nouns: askedNouns(text) };
}

/** The figures and signs of a quantity: 3/4 and 6/8 differ, as do 12 cm and 0.12 m; 12 cm² and 12 do not. */
function figuresOf(quantity: string, isExpression: boolean): string {
  const found = isExpression
    ? quantity.match(/\d+(?:\.\d+)?|[A-Za-zπ/*()+^-]/g)
    : quantity.replace(/\^\s?[23]\s*$/, '').match(/\d+(?:\.\d+)?|[/:+-]/g);
  return (found ?? []).join(' ');
}

interface KnownAnswer {
  readonly quantity: Quantity | undefined;
  readonly figures: string;
  readonly variables: ReadonlySet<string>;
  readonly words: string;
}

const longestAnswer = 120;

/** "x = 5" counts as 5, "6 ducks" as 6. */
export function readKnownAnswer(answer: string): KnownAnswer {
  const plain = plainNotation(answer.slice(0, longestAnswer + 1))
    .replace(/[⟦⟧]/g, ' ')
    .trim()
    .replace(/^[A-Za-z]\s*=\s*/, '')
    .replace(/(?<![.;])[.;]+$/, '');
  const words = plainWords(plain);
  const inWords: KnownAnswer = { quantity: undefined, figures: '', variables: new Set(), words };
  if (answer.length > longestAnswer) return inWords;
  const read = leadingQuantity(plain);
  if (read !== undefined && isOnlyWords(read.rest)) {
    const written = plain.slice(0, plain.length - read.rest.length);
    return { ...inWords, quantity: read.quantity, figures: figuresOf(written, false) };
  }
  const expression = parseExpression(plain);
  if (expression === undefined || expression.variables.size === 0) return inWords;
  const variables = new Set(
    [...expression.variables].map((name) => (plain.includes('π') && name === 'p' ? 'π' : name)),
  );
  return { quantity: { kind: 'expression', expression }, figures: figuresOf(plain, true), variables, words };
}

/** "ducks", "of the pizza", "(exactly)" after a number change nothing; figures, signs and single letters do. */
function isOnlyWords(rest: string): boolean {
  // Matches whole words: in parts, a hundred letters have too many readings to try.
  return rest.length <= 100 && /^\s*(?:[(]?[A-Za-z'’-]{2,}(?![A-Za-z'’-])\.?[)]?[\s,]*|a\s+)*$/.test(rest);
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|an?|exactly|just)\s+/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([:°]) ?/g, '$1')
    .replace(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/^[\s"'“”‘(]+/, '')
    .replace(/(?<![\s"'“”’).,;:!])[\s"'“”’).,;:!]+$/, '');
}

/** Words that end the counted noun in a question, or change the number beside them. */
const noNouns: ReadonlySet<string> = new Set(
  (
    'a an the this that these those his her its their your our my some any all both each every other another same such and or ' +
    'of in on at for to from by with without than as if when after before per into out up down over ' +
    'is are was were be been am do does did has have had can could will would shall should may might must ' +
    'he she it they we you i there here who which what left too not no never nor only just about around almost nearly ' +
    'more less fewer most least many much few little larger smaller bigger greater higher lower longer shorter older younger ' +
    'wrong incorrect false right correct true times twice thrice squared cubed short off'
  ).split(' '),
);

/** These count groups, so their number differs from the number of things. */
const multiples =
  /^(?:dozen|pair|couple|score|half|halve|third|quarter|ten|hundred|thousand|million|billion|percent|percentage|percentag|gros|gross)s?$/;

/** As in "red marbles". */
const mostNouns = 2;

/** The words after "how many". Empty for questions in dozens, where a noun may mean another number. */
function askedNouns(question: string): ReadonlySet<string> {
  const nouns = new Set<string>();
  for (const match of question.matchAll(/\b(?:how (?:many|much)|number of)\s+([^.?!,;:\n]{1,80})/gi)) {
    const words = (match[1] ?? '').toLowerCase().split(/\s+/);
    const rest = /^(?:more|fewer|other|less|of|the|these|those)$/.test(words[0] ?? '') ? words.slice(1) : words;
    for (const word of rest.slice(0, mostNouns)) {
      if (!isNoun(word)) break;
      if (multiples.test(word)) return new Set();
      nouns.add(singular(word));
    }
  }
  return nouns;
}

/** Whether nothing after a value could change it. The list is closed; a judge decides all other cases. */
function isAnswerEnd(rest: string, nouns: ReadonlySet<string>): boolean {
  if (rest.length > 200) return false;
  const words = rest.replace(/(?<![\s.,;!)\]"'”’])[\s.,;!)\]"'”’]+$/, '');
  if (words === '') return true;
  const said = /^\s/.test(words) ? words.trim().toLowerCase().split(/\s+/) : [];
  return said.length > 0 && said.length <= mostNouns && said.every((word) => nouns.has(singular(word)));
}

// Participles are not nouns: "12 doubled".
function isNoun(word: string): boolean {
  return /^[\p{L}'’-]{2,}$/u.test(word) && !noNouns.has(word) && !/(?:ed|ing|ly)$/.test(word);
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}

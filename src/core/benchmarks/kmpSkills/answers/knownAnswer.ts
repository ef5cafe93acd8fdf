import { parseExpression } from '../../kmpbench/arithmetic/expression';
import { plainNotation } from '../../kmpbench/arithmetic/plainNotation';
import { figuresOf } from './askedForm';
import { leadingQuantity, type Quantity } from './quantity';
import { numberWordsAsFigures } from './numberWords';

/** The right answer of a sample, made ready to compare with. */
export interface KnownAnswer {
  /** Undefined for an answer in words. */
  readonly quantity: Quantity | undefined;
  /** Its figures and signs as they are written. */
  readonly figures: string;
  /** The letters that stand for numbers in it. */
  readonly variables: ReadonlySet<string>;
  /** Lower case, without articles and marks at its ends. */
  readonly words: string;
}

/** An answer is short; what is longer is text to be judged. */
const longestAnswer = 120;

const noVariables: ReadonlySet<string> = new Set();

/** Reads the answer as a sample states it. "x = 5" counts as 5, "6 ducks" as 6. */
export function readKnownAnswer(answer: string): KnownAnswer {
  const plain = plainNotation(answer.slice(0, longestAnswer + 1))
    .replace(/[⟦⟧]/g, ' ')
    .trim()
    .replace(/^[A-Za-z]\s*=\s*/, '')
    .replace(/(?<![.;])[.;]+$/, '');
  const words = plainWords(plain);
  const inWords = { quantity: undefined, figures: '', variables: noVariables, words };
  if (answer.length > longestAnswer) return inWords;
  const figures = numberWordsAsFigures(plain);
  const read = leadingQuantity(figures);
  if (read !== undefined && isOnlyWords(read.rest)) {
    const written = figures.slice(0, figures.length - read.rest.length);
    return { quantity: read.quantity, figures: figuresOf(written, false), variables: noVariables, words };
  }
  const expression = parseExpression(figures);
  if (expression === undefined || expression.variables.size === 0) return inWords;
  const variables = new Set(
    [...expression.variables].map((name) => (figures.includes('π') && name === 'p' ? 'π' : name)),
  );
  return { quantity: { kind: 'expression', expression }, figures: figuresOf(figures, true), variables, words };
}

/** "ducks", "of the pizza", "(exactly)" after a number change nothing; figures, signs and single letters do. */
function isOnlyWords(rest: string): boolean {
  // A word is taken whole: in parts, a hundred letters have more readings than there is time for.
  return (
    /^\s*(?:[(]?[A-Za-z'’-]{2,}(?![A-Za-z'’-])\.?[)]?[\s,]*|a\s+)*$/.test(rest.slice(0, 100)) && rest.length <= 100
  );
}

/** A text as it is compared in words. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|an?|exactly|just)\s+/, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”‘(]+/, '')
    .replace(/(?<![\s"'“”’).,;:!])[\s"'“”’).,;:!]+$/, '');
}

import { Fraction } from 'fraction.js';
import { create, factory, parseDependencies, type MathJsInstance } from 'mathjs/number';

let parser: Pick<MathJsInstance, 'parse'> | undefined;

/**
 * The parser of mathjs and nothing else of it: no evaluator, as answers are untrusted text, and of its builds the one without
 * matrices and units, which is half as large. Constants become exact fractions, so that 0.1 + 0.2 is 0.3. Made when first used.
 */
export function mathParser(): Pick<MathJsInstance, 'parse'> {
  parser ??= create({ ...parseDependencies, createNumeric: exactConstants }, { number: 'Fraction' });
  return parser;
}

/** Takes the place of the factory that makes a value of the digits in a formula. */
const exactConstants = factory('numeric', [], () => (digits: string) => new Fraction(digits));

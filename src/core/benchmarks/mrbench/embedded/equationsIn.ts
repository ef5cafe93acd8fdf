import { plainMath } from '../../../judging/replyText';

/** An equation of two numbers, as in `3 × 4 = 12`. */
export interface Equation {
  readonly words: string;
  readonly result: number;
  readonly holds: boolean;
}

// A longer chain (2 + 3 × 4 = 14) is left alone: only its last step would be seen.
const equation =
  /(?<![\d./]|[-+−–×x*÷/=(]\s?)(\d{1,9}(?:\.\d{1,6})?)\s?([-+−–×x*÷/])\s?(\d{1,9}(?:\.\d{1,6})?)\s?=\s?(-?\d{1,9}(?:\.\d{1,6})?)(?![\d/%]|\s?[-+×x*÷/])/g;

/** The equations of two whole or decimal numbers in a text, in order, at most 20; rounding to the shown digits is allowed. */
export function equationsIn(text: string): readonly Equation[] {
  const plain = plainMath(text)
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[$£€]/g, '');
  const found: Equation[] = [];
  for (const [words, left, sign, right, result] of plain.matchAll(equation)) {
    const value = compute(Number(left), sign ?? '', Number(right));
    const digits = (result ?? '').split('.')[1]?.length ?? 0;
    const holds = Math.abs(value - Number(result)) <= 0.51 * 10 ** -digits + 1e-9;
    if (found.push({ words, result: Number(result), holds }) === 20) break;
  }
  return found;
}

function compute(left: number, sign: string, right: number): number {
  if (sign === '+') return left + right;
  if (sign === '-' || sign === '−' || sign === '–') return left - right;
  if (sign === '÷' || sign === '/') return left / right;
  return left * right;
}

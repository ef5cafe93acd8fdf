import { plainMath } from '../../judging/replyText';

// A longer chain (2 + 3 × 4 = 14) is left alone: only its last step would be seen.
const equation =
  /(?<![\d./]|[-+−–×x*÷/=(]\s?)(\d{1,9}(?:\.\d{1,6})?)\s?([-+−–×x*÷/])\s?(\d{1,9}(?:\.\d{1,6})?)\s?=\s?(-?\d{1,9}(?:\.\d{1,6})?)(?![\d/%]|\s?[-+×x*÷/])/g;

/** The first equation of two whole or decimal numbers in a text that does not hold (rounding to the shown digits allowed). */
export function wrongEquation(text: string): string | undefined {
  for (const match of plainMath(text)
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .matchAll(equation)) {
    const [words, left, sign, right, result] = match;
    const value = compute(Number(left), sign ?? '', Number(right));
    const digits = (result ?? '').split('.')[1]?.length ?? 0;
    if (value !== undefined && Math.abs(value - Number(result)) > 0.51 * 10 ** -digits + 1e-9) return words;
  }
  return undefined;
}

function compute(left: number, sign: string, right: number): number | undefined {
  if (sign === '+') return left + right;
  if (sign === '-' || sign === '−' || sign === '–') return left - right;
  if (sign === '÷' || sign === '/') return right === 0 ? undefined : left / right;
  return left * right;
}

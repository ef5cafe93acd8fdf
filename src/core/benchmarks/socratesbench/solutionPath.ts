import { equationOf, type Polynomial } from './equation';
import { mathText } from './mathText';
import type { SocratesSample } from './samples';
import { isSwedish } from './script';

/** Lines of a solution as a tutor would write them, from naming values to the answer. */
export interface SolutionPath {
  readonly values: string;
  readonly substituted: string;
  readonly result: string;
  readonly answer: string;
}

const paths = new WeakMap<SocratesSample, SolutionPath>();

/**
 * The way to the answer that a simulated tutor gives away piece by piece. Quadratic and linear equations are worked out from the
 * task text; for all other tasks the numbers of the text and the answer of the key have to do.
 */
export function solutionPath(sample: SocratesSample): SolutionPath {
  let path = paths.get(sample);
  if (path === undefined) paths.set(sample, (path = makePath(sample)));
  return path;
}

function makePath(sample: SocratesSample): SolutionPath {
  const equation = equationOf(sample.task);
  const write = (value: number): string => written(value, sample.language);
  const answer = sample.answer.display;
  if (equation !== undefined && equation.a !== 0) {
    return isSwedish(sample.language)
      ? reducedPath(equation, answer, write, and(sample))
      : generalPath(equation, answer, write, and(sample));
  }
  if (equation !== undefined && equation.b !== 0) {
    const { name, b, c } = equation;
    return {
      values: `${name} = ${write(-c)}/${write(b)}`,
      substituted: `${write(b)}${name} = ${write(-c)}`,
      result: `${write(b)}${name} + ${write(c)} = 0`.replace('+ −', '− '),
      answer,
    };
  }
  return numbersPath(sample, answer, write);
}

/** By the formula for ax² + bx + c, which English-speaking schools teach. */
function generalPath(
  { name, a, b, c }: Polynomial,
  answer: string,
  write: (value: number) => string,
  and: string,
): SolutionPath {
  const bracketed = (value: number): string => (value < 0 ? `(${write(value)})` : write(value));
  const under = `${bracketed(b)}² − 4 · ${bracketed(a)} · ${bracketed(c)}`;
  return {
    values: `a = ${write(a)}, b = ${write(b)} ${and} c = ${write(c)}`,
    substituted: `${name} = (${write(-b)} ± √(${under}))/(2 · ${bracketed(a)})`,
    result: `${under} = ${write(b ** 2 - 4 * a * c)}`,
    answer,
  };
}

/** By the formula for x² + px + q, which Swedish schools teach. */
function reducedPath(
  { name, a, b, c }: Polynomial,
  answer: string,
  write: (value: number) => string,
  and: string,
): SolutionPath {
  const p = b / a;
  const q = c / a;
  const bracketed = (value: number): string => (value < 0 ? `(${write(value)})` : write(value));
  return {
    values: `p = ${write(p)} ${and} q = ${write(q)}`,
    substituted: `${name} = ${write(-p)}/2 ± √((${write(p)}/2)² − ${bracketed(q)})`,
    result: `(${write(p)}/2)² − ${bracketed(q)} = ${write((p / 2) ** 2 - q)}`,
    answer,
  };
}

/** Two numbers of the text and what becomes of them: plausible to look at, not a solution. */
function numbersPath(sample: SocratesSample, answer: string, write: (value: number) => string): SolutionPath {
  const numbers = [...new Set(mathText(sample.task).match(/\d+(?:\.\d+)?/g) ?? [])].map(Number);
  const [first = 2, second = first + 1] = numbers.toSorted((left, right) => right - left);
  return {
    values: `a = ${write(first)} ${and(sample)} b = ${write(second)}`,
    substituted: `(${write(first)} + ${write(second)}) / 2`,
    result: `${write(first)} − ${write(second)} = ${write(first - second)}`,
    answer,
  };
}

function and({ language }: SocratesSample): string {
  return isSwedish(language) ? 'och' : 'and';
}

/** Three decimals at most, a typographic minus, the decimal sign of the language. */
function written(value: number, language: string): string {
  const text = String(Math.round(value * 1000) / 1000).replace('-', '−');
  return isSwedish(language) ? text.replace('.', ',') : text;
}

import { mathSpans, type MathToken } from './mathSpans';
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

/** a·x² + b·x + c, brought to one side. */
interface Polynomial {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
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

/** The first equation in one unknown, of degree one or two, that a text states; `undefined` where there is none. */
export function equationOf(task: string): Polynomial | undefined {
  for (const { tokens } of mathSpans(mathText(task))) {
    const equals = tokens.findIndex(({ text }) => text === '=');
    const names = new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text));
    const [name] = names;
    if (equals === -1 || name === undefined || names.size !== 1) continue;
    const left = polynomialOf(tokens.slice(0, equals));
    const right = polynomialOf(tokens.slice(equals + 1));
    if (left === undefined || right === undefined) continue;
    const [c = 0, b = 0, a = 0] = left.map((value, degree) => value - (right[degree] ?? 0));
    return { name, a, b, c };
  }
  return undefined;
}

/** Coefficients by degree, 0 to 2. */
type Coefficients = readonly [number, number, number];

/** Reads sums, products, powers and brackets by recursive descent; `undefined` for what it cannot read or of a higher degree. */
function polynomialOf(tokens: readonly MathToken[]): Coefficients | undefined {
  let at = 0;
  const peek = (): string | undefined => tokens[at]?.text;
  const sum = (): Coefficients | undefined => {
    let sign = peek() === '-' ? -1 : 1;
    if (peek() === '-' || peek() === '+') at += 1;
    let total: Coefficients = [0, 0, 0];
    for (;;) {
      const term = productOf();
      if (term === undefined) return undefined;
      total = [total[0] + sign * term[0], total[1] + sign * term[1], total[2] + sign * term[2]];
      const next = peek();
      if (next !== '+' && next !== '-') return total;
      sign = next === '-' ? -1 : 1;
      at += 1;
    }
  };
  const productOf = (): Coefficients | undefined => {
    let result = factor();
    while (result !== undefined && at < tokens.length && !/^[-+)]$/.test(peek() ?? '')) {
      const divides = peek() === '/';
      if (divides || peek() === '*') at += 1;
      const next = factor();
      result = next === undefined ? undefined : divides ? divided(result, next) : multiplied(result, next);
    }
    return result;
  };
  const factor = (): Coefficients | undefined => {
    const token = tokens[at];
    at += 1;
    let base: Coefficients | undefined;
    if (token?.kind === 'number') base = [Number(token.text), 0, 0];
    else if (token?.kind === 'name') base = [0, 1, 0];
    else if (token?.text === '(') {
      base = sum();
      if (peek() !== ')') return undefined;
      at += 1;
    }
    if (peek() !== '^' || base === undefined) return base;
    const exponent = tokens[at + 1]?.text;
    at += 2;
    return exponent === '2' ? multiplied(base, base) : exponent === '1' ? base : undefined;
  };
  const result = sum();
  return at === tokens.length ? result : undefined;
}

function multiplied(left: Coefficients, right: Coefficients): Coefficients | undefined {
  const cubes = left[1] * right[2] + left[2] * right[1] + left[2] * right[2];
  if (cubes !== 0) return undefined;
  return [
    left[0] * right[0],
    left[0] * right[1] + left[1] * right[0],
    left[0] * right[2] + left[1] * right[1] + left[2] * right[0],
  ];
}

function divided(left: Coefficients, right: Coefficients): Coefficients | undefined {
  if (right[1] !== 0 || right[2] !== 0 || right[0] === 0) return undefined;
  return [left[0] / right[0], left[1] / right[0], left[2] / right[0]];
}

import { mathSpans, type MathToken } from './mathSpans';
import { mathText } from './mathText';

/** a·x² + b·x + c, brought to one side. */
export interface Polynomial {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
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

import { all, create } from 'mathjs';
import type { Task } from './socratesbenchFile';

export type Polynomial = readonly [number, number, number];

const math = create(all ?? {}, {});

/** School notation with one unknown in mathjs syntax: mathjs would take `x(` for a call of a function named x. */
function mathjsOf(expression: string): string {
  return expression
    .replace(/[−·²³]/g, (sign) => ({ '−': '-', '·': '*', '²': '^2', '³': '^3' })[sign]!)
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/√(\d+)/g, 'sqrt($1)')
    .replaceAll('√', 'sqrt')
    .replace(/([\d)]|(?<![a-z])x)\s*\(/g, '$1*(');
}

export function valueOf(expression: string, x?: number): number {
  const value: unknown = math.evaluate(mathjsOf(expression), x === undefined ? {} : { x });
  if (typeof value !== 'number') throw new Error(`Not a real number: ${expression}`);
  return value;
}

export function near(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left), Math.abs(right));
}

/** Left side minus right side as the coefficients [a, b, c] of ax² + bx + c; throws when that is not its form. */
export function polynomialOf(equation: string): Polynomial {
  const [left, right, ...rest] = equation.split('=');
  if (left === undefined || right === undefined || rest.length > 0) throw new Error(`Not one equation: ${equation}`);
  const at = (x: number): number => valueOf(left, x) - valueOf(right, x);
  const c = at(0);
  const [a, b] = [(at(1) + at(-1)) / 2 - c, (at(1) - at(-1)) / 2];
  if (!near(at(7), 49 * a + 7 * b + c)) throw new Error(`Not of second degree or less: ${equation}`);
  return [a, b, c];
}

/** All real roots, ascending, a double root twice. */
export function rootsOf([a, b, c]: Polynomial): readonly number[] {
  const under = (b * b) / (4 * a * a) - c / a;
  if (under < -1e-9) return [];
  const half = Math.sqrt(Math.max(0, under));
  return [-b / (2 * a) - half, -b / (2 * a) + half];
}

/** Equal for equations that differ by a factor only. */
export function keyOf([a, b, c]: Polynomial): string {
  return `${(b / a).toFixed(6)} ${(c / a).toFixed(6)}`.replaceAll('-0.000000', '0.000000');
}

/** The numbers as written, with their sign when it stands right before them: "−2", but not in "x − 2". */
export function numbersIn(task: string): readonly number[] {
  return [...task.matchAll(/−?\d+(?: \d{3})*(?:[.,]\d+)?/g)].map(([found]) => valueOf(found.replaceAll(' ', '')));
}

/** Both sides of every `=` between expressions in numbers and x; t, the time of one example, is read as x. */
export function writtenEquations(markdown: string): readonly (readonly [string, string])[] {
  const plain = markdown
    .replace(/(?<![\p{L}])t(?![\p{L}])/gu, 'x')
    .replace(/[*_|]/g, ';')
    // Two values in one are no side of an equation.
    .replace(/\([^()]*±[^()]*\)(?:\/\d+)?/g, ';');
  const run = /(?<![\p{L}\d/^(√²)₀-₉]|[+−·±/]\s?)(?:[x\d(√]|−(?=\S))[x\d²()+−·/√, ]*(?:=[x\d²()+−·/√, ]+)+(?![₀-₉])/gu;
  return [...plain.matchAll(run)].flatMap(([found]) => {
    const sides = found.split('=').map((side) => side.split(/, |,$/)[0]!.trim());
    const pairs = sides.slice(1).map((side, index) => [sides[index]!, side] as const);
    return pairs.filter((pair) => pair.every((side) => /[x\d)²]$/.test(side)));
  });
}

/** Every pair of roots the text states, as in `x₁ = 3 och x₂ = −5` or `x₁ = x₂ = 8`, ascending. */
export function statedPairs(markdown: string): readonly (readonly number[])[] {
  const pairs = markdown.matchAll(/x₁ = (?:x₂ = ([^\s.]+)|(.+?) (?:och|and) x₂ = ([^.\n]+))/g);
  return [...pairs].map(([, double, one, two]) => ascending([valueOf(double ?? one!), valueOf(double ?? two!)]));
}

export function ascending(values: readonly number[]): readonly number[] {
  return [...values].sort((left, right) => left - right);
}

export function same(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => near(value, right[index]!));
}

export function rootValues(task: Task): readonly number[] {
  return ascending(task.answer.roots.map((root) => valueOf(root)));
}

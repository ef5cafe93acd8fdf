import { Fraction } from 'fraction.js';
import { create, factory, parseDependencies, type MathJsInstance, type MathNode } from 'mathjs/number';

export interface Expression {
  readonly variables: ReadonlySet<string>;
  /** Exact; undefined on division by zero or beyond the limits for untrusted text. */
  at(values: ReadonlyMap<string, Fraction>): Fraction | undefined;
}

/** In characters and brackets. No school answer is longer or deeper. */
const longest = 120;
const deepest = 12;
const largestExponent = 12n;
/** Limit for numerators and denominators: repeated powers would take too long. */
const largest = 10n ** 60n;

/**
 * Parses `text` with mathjs. Accepts numbers, `+ - * / ^`, brackets, single letters and π; returns undefined for
 * anything else. Never lets mathjs evaluate the text: this code walks the tree, within limits.
 */
export function parseExpression(text: string): Expression | undefined {
  const source = prepared(text);
  if (source === undefined) return undefined;
  let tree: MathNode;
  try {
    tree = mathParser().parse(source);
  } catch {
    return undefined;
  }
  // Also true of nothing that calls, assigns or indexes.
  if (tree.filter((node) => !isArithmetic(node)).length > 0) return undefined;
  const variables = new Set(tree.filter(({ type }) => type === 'SymbolNode').map(({ name = '' }: Parts) => name));
  return { variables, at: (values) => valueOf(tree, values) };
}

export function exactValue(text: string): Fraction | undefined {
  const bare = text.trim();
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(bare)) return new Fraction(bare);
  const expression = parseExpression(text);
  return expression?.variables.size === 0 ? expression.at(new Map()) : undefined;
}

function prepared(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > longest || !/^[\d.+\-*/^()\sA-Za-zπ]+$/.test(trimmed)) return undefined;
  if (/\d{31}|\.\d*\.|\d[eE][+-]?\d/.test(trimmed)) return undefined;
  let depth = 0;
  for (const sign of trimmed) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || depth > deepest) return undefined;
  }
  if (depth !== 0) return undefined;
  return (
    trimmed
      // "2 1/2" is two and a half; mathjs would read a product.
      .replace(/(?<![\d./^])(\d+)\s+(\d+)\s*\/\s*(\d+)(?![\d.])/g, '($1+$2/$3)')
      .replace(/π/g, 'p')
      .replace(/([A-Za-z])(?=[A-Za-z(])/g, '$1*')
  );
}

interface Parts {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly op?: string;
  readonly content?: MathNode;
  readonly args?: readonly MathNode[];
}

function isArithmetic({ type, name, value, op = '?' }: Parts): boolean {
  if (type === 'ConstantNode') return value instanceof Fraction;
  if (type === 'SymbolNode') return name?.length === 1;
  return type === 'ParenthesisNode' || (type === 'OperatorNode' && '+-*/^'.includes(op));
}

function valueOf(node: MathNode, values: ReadonlyMap<string, Fraction>): Fraction | undefined {
  const { name, value, op, content, args }: Parts = node;
  if (content !== undefined) return valueOf(content, values);
  if (name !== undefined) return values.get(name);
  if (value instanceof Fraction) return bounded(value);
  const left = args?.[0] && valueOf(args[0], values);
  if (left === undefined) return undefined;
  if (args?.length === 1) return op === '-' ? left.neg() : left;
  const right = args?.[1] && valueOf(args[1], values);
  return right && bounded(combined(op, left, right));
}

function combined(op: string | undefined, left: Fraction, right: Fraction): Fraction | undefined {
  if (op === '+') return left.add(right);
  if (op === '-') return left.sub(right);
  if (op === '*') return left.mul(right);
  if (op === '/') return right.n === 0n ? undefined : left.div(right);
  if (right.d !== 1n || right.n > largestExponent || (left.n === 0n && right.s < 1n)) return undefined;
  return left.pow(right);
}

function bounded(value: Fraction | undefined): Fraction | undefined {
  return value === undefined || value.n > largest || value.d > largest ? undefined : value;
}

/** So many points that two different school expressions hardly agree at all of them by chance. */
const points = 5;

export function sameExpression(left: Expression, right: Expression): boolean {
  const names = [...left.variables].sort();
  if (names.join('') !== [...right.variables].sort().join('')) return false;
  let compared = 0;
  for (let point = 0; point < points; point += 1) {
    const values = new Map(names.map((name, index) => [name, new Fraction(7 + 4 * point + 3 * index, 2 + point)]));
    const [one, other] = [left.at(values), right.at(values)];
    if (one === undefined || other === undefined) continue;
    if (!one.equals(other)) return false;
    compared += 1;
  }
  return compared >= 3;
}

let parser: Pick<MathJsInstance, 'parse'> | undefined;

/**
 * Only the parser of mathjs: no evaluator, because answers are untrusted. Uses the build without matrices and units,
 * which is half as large. Constants become exact fractions, so 0.1 + 0.2 is 0.3. Created on first use.
 */
function mathParser(): Pick<MathJsInstance, 'parse'> {
  parser ??= create({ ...parseDependencies, createNumeric: exactConstants }, { number: 'Fraction' });
  return parser;
}

/** Replaces the mathjs factory that turns digits into values. */
const exactConstants = factory('numeric', [], () => (digits: string) => new Fraction(digits));

import { exactValue } from './expression';
import { plainNotation } from './plainNotation';

export interface Equality {
  /** Both sides in plain notation, without units and currency signs. */
  readonly text: string;
  /** For display, with × for `*`. */
  readonly shown: string;
  readonly right: number;
  readonly holds: boolean;
}

/** Numbers with the words directly after one of them: "3 apples", "12 cm^2". */
interface Side {
  readonly figures: string;
  readonly words: readonly string[];
}

/** In characters on either side of an equals sign. */
const widest = 80;

// Matches unit powers sign by sign, because a second way to match doubles the steps for each.
const trailing =
  /(?:[\d+\-*/^()%\s]|\.(?=\d)|(?<=\d\s?)(?!(?:and|or|is|are|so|to|in|with|then|the|makes|gives)\b)[A-Za-z°]{1,12}(?![A-Za-z])){1,80}$/;
const leading = /^\s*-?\s*\(?(?:[\d+\-*/^()\s]|\.(?=\d)|%)*/;
const unitWord = /(?<=\d\s?)[A-Za-z°]{1,12}(?:\^[23])?/g;
const shareOf = /(?:\b(?:half|thirds?|quarters?|fourths?|fifths?|tenths?|square|root)|\d)\s+of\s+$/i;
const operation = /[\d)%]\s*[-+*/^]\s*[-\d(]/;

/**
 * The equalities between figures, with chains split: "4 + 2 = 6", "20 % of 45 = 9", "3 × 6 m = 18 m". A right side
 * rounded to its shown digits is true. Skips variables, calculations partly in words, changes of unit, remainders and
 * plain restatements.
 */
export function equalitiesIn(text: string): readonly Equality[] {
  if (!text.includes('=')) return [];
  const plain = plainNotation(text)
    .replace(/[$€£⟦⟧]/g, ' ')
    .replace(/(\d)\s?%\s?of\s/g, '$1%*')
    .replace(/(\d)\s?x\s?(?=\d)/g, '$1*');
  const found: Equality[] = [];
  for (const sign of plain.matchAll(/=/g)) {
    const right = rightSide(plain.slice(sign.index + 1, sign.index + 1 + widest));
    if (right === undefined) continue;
    const left = leftSide(plain.slice(Math.max(0, sign.index - widest), sign.index), right);
    if (left === undefined || !isComparable(left, right)) continue;
    const equality = compared(left.figures, right.figures);
    if (equality !== undefined) found.push(equality);
  }
  return found;
}

export function brokenEquality(text: string): Equality | undefined {
  return equalitiesIn(text).find(({ holds }) => !holds);
}

function leftSide(text: string, right: Side): Side | undefined {
  const run = trailing.exec(text)?.[0];
  if (run === undefined) return undefined;
  // An unmatched closing bracket ends a list mark, as in "a) 2 + 3".
  const closing = run.indexOf(')');
  const own = closing !== -1 && !run.slice(0, closing).includes('(') ? run.slice(closing + 1) : run;
  const figures = own.replace(unitWord, '').trim();
  const before = text.slice(0, text.length - own.trimStart().length);
  if (isTail(before, figures)) return undefined;
  return isCalculated(before, figures, right.figures) ? { figures, words: own.match(unitWord) ?? [] } : undefined;
}

/** The end of an expression that cannot be read as a whole: "√9 + 1", "x − 5 + 2", "half of 6 + 1". */
function isTail(before: string, figures: string): boolean {
  if (/[\p{L}√^_]$/u.test(before) || shareOf.test(before)) return true;
  return /^(?:[+*/^]|-\s)/.test(figures) && /[\p{L}\p{N}]\s*$/u.test(before);
}

/** Without an operation between figures there is no calculation: "1 m = 100 cm", "x = 5", "double 6 = 12". */
function isCalculated(before: string, left: string, right: string): boolean {
  if (operation.test(left)) return true;
  if (/^\d+(?:\.\d+)?\s?%$/.test(left)) return /^\d*\.\d+$|\//.test(right);
  // The middle of a chain, as in "2 × 3 = 6 = 5 + 1".
  return /=\s*$/.test(before) && operation.test(right);
}

function rightSide(after: string): Side | undefined {
  const run = leading.exec(after)?.[0] ?? '';
  const figures = run.replace(/(?<![\s+\-*/^(])[\s+\-*/^(]+$/, '').trim();
  if (figures === '') return undefined;
  const rest = after.slice(after.indexOf(figures) + figures.length);
  // A product with a bracket, as in "3x(2x + 5)".
  if (/^\s?[A-Za-z]\(/.test(rest)) return undefined;
  if (/^\s*(?:r|rem|remainder|with)\b/i.test(rest)) return undefined;
  const word = /^\s?([A-Za-z°]{1,12}(?:\^[23])?)/.exec(rest)?.[1];
  return { figures, words: word === undefined ? [] : [word] };
}

function isComparable(left: Side, right: Side): boolean {
  const bases = new Set(left.words.map(base));
  const [result] = right.words.map(base);
  const numbers = left.figures.match(/\d+(?:\.\d+)?/g)?.length ?? 0;
  const multiplies = /[*/^]/.test(left.figures);
  // "4h + 6" is algebra, and "1 m - 20 cm" changes its unit.
  const added = new Set(left.words.map((word) => `${base(word)}${/\^.*/.exec(word)?.[0] ?? ''}`));
  if (!multiplies && left.words.length > 0 && (left.words.length < numbers || added.size > 1)) return false;
  if (left.words.some((word) => word.length === 1) && result === undefined) return false;
  return bases.size === 0 || result === undefined || bases.has(result) || (result.length > 3 && !multiplies);
}

function base(word: string): string {
  return word.replace(/\^.*/, '').toLowerCase().replace(/s$/, '');
}

function compared(left: string, right: string): Equality | undefined {
  const text = `${left} = ${right}`.replace(/\s+/g, ' ');
  const bare = right.replaceAll('%', '').trim();
  const [one, other] = [exactValue(left.replace(/\s?%/g, '/100')), exactValue(bare)];
  if (one === undefined || other === undefined) return undefined;
  const digits = /\.(\d+)$/.exec(bare)?.[1]?.length;
  const rounding = digits === undefined ? 0 : 0.5 * 10 ** -digits;
  const [value, wanted] = [one.valueOf(), other.valueOf()];
  const close = (given: number): boolean => Math.abs(given - wanted) <= rounding + 1e-9 * Math.max(1, Math.abs(wanted));
  // "26 / 80 = 32.5 %", "26 / 80 * 100 = 32.5 %" and "10 % + 5 % = 15 %" are all true.
  const holds = close(value) || ((right.includes('%') || left.includes('%')) && close(100 * value));
  return { text, shown: text.replaceAll('*', '×'), right: wanted, holds };
}

import { valueOf } from './expression';
import { plainNotation } from './plainNotation';

export interface Equality {
  /** Both sides in plain notation, without currency signs and with × for `*`. */
  readonly shown: string;
  readonly right: number;
  readonly holds: boolean;
}

/** In characters on either side of an equals sign. */
const widest = 80;

const atEnd = /(?:[\d+\-*/^()%\s]|\.(?=\d))+$/;
const atStart = /^(?:[\d+\-*/^()%\s]|\.(?=\d))+/;
const operation = /[\d)%]\s*[-+*/^]\s*[-\d(]/;
/** What makes figures the end of more than can be read: "√9 + 1", "half of 6 + 1". */
const open = /[√^_]$|(?:\b(?:half|thirds?|quarters?|fourths?|fifths?|tenths?|square|root)|\d)\s+of\s*$/iu;

/**
 * The equalities between figures, with chains split: "4 + 2 = 6", "20 % of 45 = 9". A right side rounded to its shown
 * digits is true. Skips units on the left, variables, calculations partly in words, remainders and restatements.
 */
export function equalitiesIn(text: string): readonly Equality[] {
  if (!text.includes('=')) return [];
  const plain = plainNotation(text)
    .replace(/[$€£⟦⟧]/g, ' ')
    .replace(/(\d)\s?%\s?of\s/g, '$1%*')
    .replace(/(\d)\s?x\s?(?=\d)/g, '$1*');
  return Array.from(plain.matchAll(/=/g), ({ index }) => {
    const left = leftSide(plain.slice(Math.max(0, index - widest), index));
    const right = rightSide(plain.slice(index + 1, index + 1 + widest));
    if (left === undefined || right === undefined) return undefined;
    // The middle of a chain, as in "2 × 3 = 6 = 5 + 1", needs no operation on its left.
    return operation.test(left.chained ? left.figures + right : left.figures)
      ? compared(left.figures, right)
      : undefined;
  }).filter((equality) => equality !== undefined);
}

function leftSide(text: string): { readonly figures: string; readonly chained: boolean } | undefined {
  const run = atEnd.exec(text)?.[0] ?? '';
  // An unmatched closing bracket ends a list mark, as in "a) 2 + 3".
  const closing = run.indexOf(')');
  const figures = (closing === -1 || run.slice(0, closing).includes('(') ? run : run.slice(closing + 1)).trim();
  const before = text.slice(0, text.lastIndexOf(figures));
  const isTail = /^(?:[+*/^]|-\s)/.test(figures) && /\p{L}\s*$/u.test(before);
  if (figures === '' || isTail || /\p{L}$/u.test(before) || open.test(before)) return undefined;
  return { figures, chained: /=\s*$/.test(before) };
}

function rightSide(after: string): string | undefined {
  const run = atStart.exec(after)?.[0] ?? '';
  const figures = run.replace(/(?<![\s+\-*/^(])[\s+\-*/^(]+$/, '').trim();
  const rest = after.slice(after.indexOf(figures) + figures.length);
  const isOpen = /^(?:[A-Za-z(]|\s*(?:r|rem|remainder|with)\b|\s?[a-z]{1,2} \d)/i.test(rest);
  return figures === '' || isOpen ? undefined : figures;
}

function compared(left: string, right: string): Equality | undefined {
  const bare = right.replaceAll('%', '').trim();
  const [value, wanted] = [valueOf(left.replace(/\s?%/g, '/100')), valueOf(bare)];
  if (value === undefined || wanted === undefined) return undefined;
  const digits = /\.(\d+)$/.exec(bare)?.[1]?.length;
  const rounding = digits === undefined ? 0 : 0.5 * 10 ** -digits;
  const close = (given: number): boolean => Math.abs(given - wanted) <= rounding + 1e-9 * Math.max(1, Math.abs(wanted));
  // "26 / 80 = 32.5 %", "26 / 80 * 100 = 32.5 %" and "10 % + 5 % = 15 %" are all true.
  const holds = close(value) || ((right.includes('%') || left.includes('%')) && close(100 * value));
  const shown = `${left} = ${right}`.replace(/\s+/g, ' ').replaceAll('*', '×');
  return { shown, right: wanted, holds };
}

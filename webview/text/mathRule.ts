import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

/** A formula found in model text. `source` is the TeX between the delimiters. */
export interface Formula {
  readonly source: string;
  readonly display: boolean;
  /** As it was written, delimiters included: what is shown when it cannot be drawn. */
  readonly written: string;
}

interface Delimiter {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
}

/** Longest first, so that `$$` is not read as an empty `$…$`. */
const delimiters: readonly Delimiter[] = [
  { open: '$$', close: '$$', display: true },
  { open: '$', close: '$', display: false },
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
];

/** A formula that starts with a number but reads like prose is an amount of money and what follows it. */
function readsLikeMoney(source: string): boolean {
  return /^\d/u.test(source) && /\p{L}{3,}/u.test(source) && !/[\\^_{}=]/u.test(source);
}

/**
 * The end of a formula that opens at `from` (just behind the opening delimiter), or -1. For a single `$` these must hold,
 * so that "$5 and $3" stays two prices: no letter or digit touches the opening sign from the left ("US$5"), no space
 * follows it, no space precedes the closing sign, no digit follows that, and the inside does not read like money and prose.
 */
function closingAt(text: string, from: number, { close }: Delimiter): number {
  const single = close === '$';
  if (single && (/\s/u.test(text[from] ?? ' ') || /[\p{L}\p{N}]/u.test(text[from - 2] ?? ' '))) return -1;
  for (let at = text.indexOf(close, from); at !== -1; at = text.indexOf(close, at + 1)) {
    const escaped = close.startsWith('$') && text[at - 1] === '\\';
    if (escaped || at === from) continue;
    if (!single) return at;
    // The first unescaped dollar sign decides: skipping it would pair an amount with some sign far away.
    const fits = !/\s/u.test(text[at - 1] ?? ' ') && !/\d/u.test(text[at + 1] ?? '');
    return fits && !readsLikeMoney(text.slice(from, at)) ? at : -1;
  }
  return -1;
}

function mathAt(state: StateInline, formulas: Formula[], silent: boolean): boolean {
  const delimiter = delimiters.find(({ open }) => state.src.startsWith(open, state.pos));
  if (delimiter === undefined) return false;
  const from = state.pos + delimiter.open.length;
  const end = closingAt(state.src, from, delimiter);
  if (end === -1) return false;
  const after = end + delimiter.close.length;
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.meta = formulas.length;
    const source = state.src.slice(from, end);
    formulas.push({ source, display: delimiter.display, written: state.src.slice(state.pos, after) });
  }
  state.pos = after;
  return true;
}

/**
 * Teaches a parser `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Each formula becomes an empty `<span data-formula="index">`, and
 * the formula itself is appended to the list `formulas()` gives: nothing of it passes through markup.
 */
export function addMathRule(parser: MarkdownIt, formulas: () => Formula[]): void {
  // Before `escape`, which would turn `\(` into a plain parenthesis.
  parser.inline.ruler.before('escape', 'formula', (state, silent) => mathAt(state, formulas(), silent));
  parser.renderer.rules.formula = (tokens, index) =>
    `<span data-formula="${String(Number(tokens[index]?.meta))}"></span>`;
}

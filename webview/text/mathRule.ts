import DOMPurify from 'dompurify';
import katex from 'katex';
import type { StateInline } from 'markdown-it';
import type MarkdownIt from 'markdown-it';

/** A formula found in model text. `source` is the TeX between the delimiters. */
export interface Formula {
  readonly source: string;
  readonly display: boolean;
  /** As it was written, delimiters included: what is shown when it cannot be drawn. */
  readonly written: string;
}

/** How a formula opens and closes. Longest first, so that `$$` is not read as an empty `$…$`. */
const delimiters = [
  { open: '$$', close: '$$', display: true },
  { open: '$', close: '$', display: false },
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
] as const;

/**
 * The end of a formula that opens just before `from`, or -1. Stricter rules for a single `$` keep "$5 and $3" two
 * prices. The opening sign has no letter or digit before it ("US$5") and no space after it. The closing sign has no
 * space before it and no digit after it. The inside must not read like money.
 */
function closingAt(text: string, from: number, close: string): number {
  const single = close === '$';
  if (single && (/\s/u.test(text[from] ?? ' ') || /[\p{L}\p{N}]/u.test(text[from - 2] ?? ' '))) return -1;
  for (let at = text.indexOf(close, from); at !== -1; at = text.indexOf(close, at + 1)) {
    const escaped = close.startsWith('$') && text[at - 1] === '\\';
    if (escaped || at === from) continue;
    if (!single) return at;
    // The first unescaped dollar sign decides: skipping it would pair an amount with some sign far away.
    const fits = !/\s/u.test(text[at - 1] ?? ' ') && !/\d/u.test(text[at + 1] ?? '');
    // What starts with a number and reads like prose is an amount of money, not a formula.
    const inside = text.slice(from, at);
    const isMoney = /^\d/u.test(inside) && /\p{L}{3,}/u.test(inside) && !/[\\^_{}=]/u.test(inside);
    return fits && !isMoney ? at : -1;
  }
  return -1;
}

function mathAt(state: StateInline, formulas: Formula[], silent: boolean): boolean {
  const delimiter = delimiters.find(({ open }) => state.src.startsWith(open, state.pos));
  if (delimiter === undefined) return false;
  const from = state.pos + delimiter.open.length;
  const end = closingAt(state.src, from, delimiter.close);
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
 * Teaches a parser `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Each formula becomes an empty `<span
 * data-formula="index">` and is appended to `formulas()`, so that its text never passes through markup.
 */
export function addMathRule(parser: MarkdownIt, formulas: () => Formula[]): void {
  // Before `escape`, which would turn `\(` into a plain parenthesis.
  parser.inline.ruler.before('escape', 'formula', (state, silent) => mathAt(state, formulas(), silent));
  parser.renderer.rules.formula = (tokens, index) =>
    `<span data-formula="${String(Number(tokens[index]?.meta))}"></span>`;
}

/** Characters. Longer formulas are shown as written, because drawing time grows with length. */
const longestFormula = 2_000;

/** The elements of presentation MathML, without links, images, events or styles. */
const mathTags = (
  'math semantics mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover ' +
  'mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom menclose mlabeledtr'
).split(' ');
const mathAttributes = (
  'display mathvariant accent accentunder stretchy fence separator lspace rspace linethickness displaystyle ' +
  'scriptlevel columnalign rowspacing columnspacing columnlines rowlines notation minsize maxsize symmetric largeop ' +
  'movablelimits mathcolor xmlns'
).split(' ');

/** Widest space that a formula gets, in em: `\hspace{1000em}` would break the page. */
const widestSpace = 10;

function limitSpaces(math: Element): void {
  for (const element of math.querySelectorAll('mspace, mpadded')) {
    for (const name of ['width', 'height', 'depth', 'voffset', 'lspace']) {
      const size = Number.parseFloat(element.getAttribute(name) ?? '0');
      if (Math.abs(size) > widestSpace) element.removeAttribute(name);
    }
  }
}

function asWritten(formula: Formula): HTMLElement {
  const code = document.createElement('code');
  code.className = 'formula-source';
  code.textContent = formula.written;
  return code;
}

/** Draws a formula as MathML. Invalid or endless TeX, and TeX with links, images or classes, is shown as written. */
export function renderFormula(formula: Formula): Element {
  if (formula.source.length > longestFormula) return asWritten(formula);
  const refused: string[] = [];
  try {
    const markup = katex.renderToString(formula.source, {
      displayMode: formula.display,
      output: 'mathml',
      throwOnError: true,
      // KaTeX calls this for every command that could link, load or name something.
      trust: ({ command }) => {
        refused.push(command);
        return false;
      },
      strict: 'ignore',
      maxExpand: 200,
      maxSize: widestSpace,
    });
    return (refused.length > 0 ? undefined : checkedMath(markup)) ?? asWritten(formula);
  } catch {
    // A ParseError, or a RangeError from deep nesting.
    return asWritten(formula);
  }
}

function checkedMath(markup: string): Element | undefined {
  // Only KaTeX wrote this markup. Styles are removed before parsing, since the page's policy would report them.
  const start = markup.indexOf('<math');
  const end = markup.lastIndexOf('</math>');
  const bare = markup.slice(start, end + '</math>'.length).replace(/\sstyle="[^"]*"/gu, '');
  const fragment = DOMPurify.sanitize(bare, {
    ALLOWED_TAGS: [...mathTags, '#text'],
    ALLOWED_ATTR: [...mathAttributes, 'width', 'height', 'depth', 'voffset'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const math = fragment.firstElementChild;
  if (math?.localName !== 'math') return undefined;
  limitSpaces(math);
  return math;
}

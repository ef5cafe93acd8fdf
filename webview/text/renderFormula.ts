import DOMPurify from 'dompurify';
import katex from 'katex';
import type { Formula } from './mathRule';

/** Longer ones are shown as they were written: drawing time grows with length, and nobody reads them. Characters. */
const longestFormula = 2_000;

/** What presentation MathML needs. Neither links, images, events nor styles. */
const mathTags = (
  'math semantics mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover ' +
  'mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom menclose mlabeledtr'
).split(' ');
const mathAttributes = (
  'display mathvariant accent accentunder stretchy fence separator lspace rspace linethickness displaystyle ' +
  'scriptlevel columnalign rowspacing columnspacing columnlines rowlines notation minsize maxsize symmetric largeop ' +
  'movablelimits mathcolor xmlns'
).split(' ');

/** Room that a formula asks for, in em; `\hspace{1000em}` is a way to break the page. */
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

/**
 * Draws a formula as MathML. TeX that cannot be read, asks for what is not trusted (links, images, classes) or expands
 * without end is shown as it was written.
 */
export function renderFormula(formula: Formula): Element {
  if (formula.source.length > longestFormula) return asWritten(formula);
  const refused: string[] = [];
  try {
    const markup = katex.renderToString(formula.source, {
      displayMode: formula.display,
      output: 'mathml',
      throwOnError: true,
      // Asked for every command that could link, load or name something.
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
    // A ParseError, or a RangeError from deep nesting: either way the source is the most that can be shown.
    return asWritten(formula);
  }
}

function checkedMath(markup: string): Element | undefined {
  // KaTeX is the only author of this markup. Styles go before it is parsed, since a strict policy reports them.
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

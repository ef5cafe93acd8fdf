import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { addMathRule, type Formula, renderFormula } from './mathRule';

/** Formulas drawn in one text; the rest is shown as written, so that a text of thousands does not hold up the page. */
const mostFormulas = 200;

/** Every element that model text can become. A heading is a bold line: model text must not enter the page's outline. */
const markdownTags = [
  ...['p', 'br', 'hr', 'em', 'strong', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'span', 'div'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const;

let found: Formula[] = [];

function createParser(): MarkdownIt {
  // The strictest preset: at most 20 levels of nesting. No raw markup, link or image is read, their source is shown as text.
  const parser = new MarkdownIt('commonmark', { html: false, linkify: false, typographer: false, breaks: true });
  parser.enable(['table', 'strikethrough']);
  parser.disable(['link', 'image', 'autolink', 'reference', 'html_block', 'html_inline']);
  addMathRule(parser, () => found);
  const { rules } = parser.renderer;
  rules.heading_open = () => '<div class="heading">';
  rules.heading_close = () => '</div>';
  // The stock renderers write style attributes (cell alignment) and classes taken from the text (code fences).
  rules.th_open = () => '<th>';
  rules.td_open = () => '<td>';
  rules.fence = (tokens, index) => `<pre><code>${parser.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
  rules.code_block = rules.fence;
  return parser;
}

const parser = createParser();

/**
 * Untrusted Markdown as nodes. Made in three steps, each of which would be enough on its own: the parser knows no raw
 * markup, the result passes an allow-list, and mathematics is put in afterwards as nodes.
 */
export function renderMarkdown(text: string): DocumentFragment {
  found = [];
  const formulas = found;
  const fragment = DOMPurify.sanitize(parser.render(text), {
    ALLOWED_TAGS: [...markdownTags, '#text'],
    ALLOWED_ATTR: ['data-formula', 'class', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const span of fragment.querySelectorAll('span[data-formula]')) {
    const index = Number(span.getAttribute('data-formula'));
    const formula = formulas[index];
    if (formula === undefined) continue;
    span.replaceWith(index < mostFormulas ? renderFormula(formula) : document.createTextNode(formula.written));
  }
  return fragment;
}

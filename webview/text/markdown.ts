import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { addMathRule, type Formula, renderFormula } from './mathRule';

/** Formulas drawn in one text. The rest is shown as written, because drawing thousands would block the page. */
const mostFormulas = 200;

/** Elements that model text may contain. Headings become bold lines, to stay out of the page's outline. */
const markdownTags = [
  ...['p', 'br', 'hr', 'em', 'strong', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'span', 'div'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const;

let found: Formula[] = [];

function createParser(): MarkdownIt {
  // The strictest preset: at most 20 levels of nesting. Raw markup, links and images are shown as text.
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
 * Untrusted Markdown as nodes. It has three defences: the parser reads no raw markup, the result passes an allow-list,
 * and formulas are inserted afterwards as nodes.
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

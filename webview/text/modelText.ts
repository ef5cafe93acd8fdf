import { html, nothing, type TemplateResult } from 'lit-html';
import { AsyncDirective } from 'lit-html/async-directive.js';
import { directive } from 'lit-html/directive.js';
import { t, wholeNumber } from '../../src/core/text/countWords';
import { link } from '../dom/elements';
import { visibleText } from './visibleText';
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { addMathRule, type Formula, renderFormula } from './mathRule';

/** Characters shown before "Show all". */
const firstPart = 4_000;
/** Longer texts are shown as plain text: Markdown of this size is never a tutor's reply. */
const longestMarkdown = 40_000;
const longestText = 1_000_000;

type Form = 'markdown' | 'plain';

function contentOf(text: string, form: Form): unknown {
  return form === 'plain' || text.length > longestMarkdown
    ? html`<div class="plain-text">${text}</div>`
    : renderMarkdown(text);
}

/** Cuts between characters, never inside a surrogate pair. */
function beginning(text: string): string {
  const cut = text.slice(0, firstPart);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

class ModelText extends AsyncDirective {
  #key: string | undefined;
  #all = false;
  #shown: unknown = nothing;

  /** Renders each text once: snapshots arrive several times a second and must not rebuild what is being read. */
  override render(text: string, form: Form = 'markdown'): unknown {
    const key = form + text;
    if (key !== this.#key) {
      this.#key = key;
      this.#all = false;
      this.#shown = this.#template(text, form);
    }
    return this.#shown;
  }

  #template(text: string, form: Form): TemplateResult {
    const visible = visibleText(text.slice(0, longestText));
    const long = visible.length > firstPart * 1.25;
    const content = contentOf(long && !this.#all ? beginning(visible) : visible, form);
    const showAll = (): void => {
      this.#all = true;
      this.#shown = this.#template(text, form);
      this.setValue(this.#shown);
    };
    const rest = link(t`Show all ${wholeNumber(visible.length)} characters`, showAll);
    return html`<div class="model-text" dir="auto">${content}</div>
      ${long && !this.#all ? rest : nothing}`;
  }
}

/**
 * Text of a sample, tutor or judge, made safe and readable. Markdown has no links, images and markup, mathematics is
 * drawn, hidden characters are spelled out, long texts shortened. `plain` keeps it as it was written.
 */
export const modelText = directive(ModelText);

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

/** Untrusted Markdown as nodes: no raw markup is read, the result passes an allow-list, formulas come last as nodes. */
function renderMarkdown(text: string): DocumentFragment {
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

import { html, nothing, type TemplateResult } from 'lit-html';
import { AsyncDirective } from 'lit-html/async-directive.js';
import { directive } from 'lit-html/directive.js';
import { t, wholeNumber } from '../../src/core/text/countWords';
import { link } from '../dom/elements';
import { renderMarkdown } from './markdown';
import { visibleText } from './visibleText';

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

import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { DiffSegment } from '../../src/core/report/comparisonViewModel';
import { visibleText } from '../text/visibleText';

/** Characters of a reply that are marked word by word; what is longer is read as it was written. */
const longest = 20_000;

/** One side of a reply's diff, as it was written: removed words struck through, added ones underlined. */
export function diffWords(segments: readonly DiffSegment[], side: 'before' | 'after'): TemplateResult {
  const own = segments.filter(({ kind }) => kind === 'same' || kind === (side === 'before' ? 'removed' : 'added'));
  let room = longest;
  const pieces = own.map(({ kind, text }) => {
    if (room <= 0) return nothing;
    const shown = visibleText(text.slice(0, room));
    room -= text.length;
    if (kind === 'same') return shown;
    return kind === 'removed' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`;
  });
  const rest = own.reduce((sum, { text }) => sum + text.length, 0) - longest;
  return html`<div class="model-text" dir="auto"><div class="diff-text">${pieces}${rest > 0 ? '…' : nothing}</div></div>
    ${rest > 0 ? html`<p class="muted">${rest.toLocaleString('en')} characters more: switch the marks off to read them.</p>` : nothing}`;
}

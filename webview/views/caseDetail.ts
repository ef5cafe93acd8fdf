import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { CaseDetail, CaseSummary } from '../../src/core/results/reportModel';
import { isFailing } from '../cases/caseFilter';
import { iconButton } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import { caseBody } from './caseBody';

/** What is known of the open case: nothing yet, that it is gone, or all of it. */
export type OpenCase =
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'open'; readonly id: string; readonly detail: CaseDetail };

function replyOf(detail: CaseDetail): string {
  return detail.turns
    .filter((turn) => turn.role === 'reply')
    .map((turn) => turn.text)
    .join('\n\n');
}

function content(open: OpenCase, openTurn: number | undefined, actions: PanelActions): unknown {
  switch (open.kind) {
    case 'loading':
      return html`<p class="muted case-wait">Reading the case…</p>`;
    case 'missing':
      return html`<p class="muted case-wait">This case is not part of the run that is shown.</p>`;
    case 'open':
      return caseBody(open.detail, openTurn, actions);
  }
}

/** The open case with its commands. `cases` is the list as filtered and sorted, for the way to the next failing one. */
export function caseDetailView(
  open: OpenCase,
  cases: readonly CaseSummary[],
  openTurn: number | undefined,
  actions: PanelActions,
): TemplateResult {
  const at = cases.findIndex(({ id }) => id === open.id);
  const previous = cases.slice(0, Math.max(0, at)).findLast(isFailing)?.id;
  const next = cases.slice(at + 1).find(isFailing)?.id;
  const summary = open.kind === 'open' ? open.detail.summary : cases.find((item) => item.id === open.id);
  // Each half of a pair has its own heading with its group.
  const pair = open.kind === 'open' && open.detail.sibling !== undefined;
  const reply = open.kind === 'open' ? replyOf(open.detail) : '';
  const show = (id: string | undefined) => (): void => {
    if (id !== undefined) actions.openCase(id);
  };
  const title = summary === undefined ? 'Case' : visibleLine(summary.title || summary.sampleId);
  return html`<section class="case-detail" id="case-detail" aria-labelledby="case-heading">
    <div class="case-head">
      <span class="only-narrow">${iconButton('back', 'Back to the list', () => actions.backToList())}</span>
      <h2 id="case-heading" tabindex="-1" dir="auto">${title}</h2>
      ${summary === undefined || pair ? nothing : html`<span class="muted case-head-group" dir="auto">${visibleLine(summary.group)}</span>`}
      <span class="case-commands">
        ${iconButton('previous', 'Previous failing case', show(previous), { enabled: previous !== undefined })}
        ${iconButton('next', 'Next failing case', show(next), { enabled: next !== undefined })}
        ${iconButton('copy', 'Copy the reply', () => actions.copy(reply), { enabled: reply !== '' })}
        <span class="only-wide">${iconButton('close', 'Close the case', () => actions.closeCase())}</span>
      </span>
    </div>
    <div class="case-content" id="case-content" tabindex="0" role="region" aria-labelledby="case-heading">
      ${keyed(open.id, html`${content(open, openTurn, actions)}`)}
    </div>
  </section>`;
}

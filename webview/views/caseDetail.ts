import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { CaseDetail, CaseSummary } from '../../src/core/results/reportModel';
import { isFailing } from '../cases/caseFilter';
import { icon, type IconName } from '../charts/icons';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import { caseBody } from './caseBody';

/** What is known of the open case: nothing yet, that it is gone, or all of it. */
export type OpenCase =
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'open'; readonly id: string; readonly detail: CaseDetail };

function iconButton(name: IconName, label: string, enabled: boolean, onClick: () => void): TemplateResult {
  // Not `disabled`: the button may have the focus when the last failing case is reached.
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    data-tip=${label}
    aria-disabled=${String(!enabled)}
    @click=${() => enabled && onClick()}
  >
    ${icon(name)}
  </button>`;
}

/** Failing cases before and after the open one, in the order of the list. */
function failingNeighbours(
  cases: readonly CaseSummary[],
  id: string,
): { readonly previous?: string; readonly next?: string } {
  const at = cases.findIndex((summary) => summary.id === id);
  return {
    previous: at === -1 ? undefined : cases.slice(0, at).findLast(isFailing)?.id,
    next: cases.slice(at + 1).find(isFailing)?.id,
  };
}

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

/**
 * The open case with its commands. `cases` is the list as filtered and sorted, for the way to the next failing one;
 * `openTurn` the reply that a picture led to.
 */
export function caseDetailView(
  open: OpenCase,
  cases: readonly CaseSummary[],
  openTurn: number | undefined,
  actions: PanelActions,
): TemplateResult {
  const { previous, next } = failingNeighbours(cases, open.id);
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
      <span class="only-narrow">${iconButton('back', 'Back to the list', true, () => actions.backToList())}</span>
      <h2 id="case-heading" tabindex="-1" dir="auto">${title}</h2>
      ${summary === undefined || pair ? nothing : html`<span class="muted case-head-group" dir="auto">${visibleLine(summary.group)}</span>`}
      <span class="case-commands">
        ${iconButton('previous', 'Previous failing case', previous !== undefined, show(previous))}
        ${iconButton('next', 'Next failing case', next !== undefined, show(next))}
        ${iconButton('copy', 'Copy the reply', reply !== '', () => actions.copy(reply))}
        <span class="only-wide">${iconButton('close', 'Close the case', true, () => actions.closeCase())}</span>
      </span>
    </div>
    <div class="case-content" id="case-content" tabindex="0" role="region" aria-labelledby="case-heading">
      ${keyed(open.id, html`${content(open, openTurn, actions)}`)}
    </div>
  </section>`;
}

import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { BenchmarkReport, CaseSummary } from '../../src/core/results/reportModel';
import type { CaseChoices } from '../cases/caseIndex';
import type { PanelActions } from '../panelActions';
import type { ViewState } from '../viewState';
import { caseDetailView, type OpenCase } from './caseDetail';
import { caseToolbar } from './caseToolbar';

export interface CasesContent {
  readonly benchmarks: readonly BenchmarkReport[];
  /** All cases, in file order. */
  readonly all: readonly CaseSummary[];
  /** As filtered and sorted. */
  readonly shown: readonly CaseSummary[];
  readonly choices: CaseChoices;
  readonly open: OpenCase | undefined;
  /** Called with the element that the list lives in, and with nothing when it goes. */
  readonly attachList: (element: Element | undefined) => void;
}

function emptyList(content: CasesContent, actions: PanelActions): unknown {
  if (content.shown.length > 0) return nothing;
  if (content.all.length === 0) return html`<p class="no-cases muted">No cases yet. They appear as replies arrive.</p>`;
  return html`<p class="no-cases muted">
    No case matches.
    <button class="link" type="button" @click=${() => actions.clearFilter()}>
      Show all ${content.all.length} cases
    </button>
  </p>`;
}

function onEscape(event: KeyboardEvent, view: ViewState, actions: PanelActions): void {
  if (event.key !== 'Escape' || event.defaultPrevented || view.openCase === undefined) return;
  const inDetail = (event.target as Element).closest('.case-detail') !== null;
  const inList = (event.target as Element).closest('.case-list') !== null;
  if (inDetail) actions.backToList();
  else if (inList) actions.closeCase();
}

/** The list of cases, and the open one beside, below or in place of it, as the width allows. */
export function casesView(content: CasesContent, view: ViewState, actions: PanelActions): TemplateResult {
  const { benchmarks, all, shown, open, choices } = content;
  const { filter, sort } = view;
  return html`<div
    class="cases ${open === undefined ? '' : 'has-open'}"
    @keydown=${(event: KeyboardEvent) => onEscape(event, view, actions)}
  >
    <div class="case-pane">
      ${caseToolbar({ benchmarks, choices, cases: all.length, shown: shown.length, filter, sort }, actions)}
      ${emptyList(content, actions)}
      <div
        class="case-list"
        role="listbox"
        aria-label="Cases"
        ?hidden=${shown.length === 0}
        ${ref(content.attachList)}
      ></div>
    </div>
    ${open === undefined ? nothing : caseDetailView(open, shown, view.openTurn, actions)}
  </div>`;
}

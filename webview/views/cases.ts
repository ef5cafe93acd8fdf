import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import type { CaseIndex } from '../cases/caseIndex';
import { link } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import type { ViewState } from '../viewState';
import { caseDetailView, type OpenCase } from './caseDetail';
import { caseToolbar } from './caseToolbar';

export interface CasesContent {
  readonly benchmarks: readonly BenchmarkReport[];
  readonly index: CaseIndex;
  readonly open: OpenCase | undefined;
  /** Called with the element that the list lives in, and with nothing when it goes. */
  readonly attachList: (element: Element | undefined) => void;
}

function emptyList({ all, shown }: CaseIndex, actions: PanelActions): unknown {
  if (shown.length > 0) return nothing;
  if (all.length === 0) return html`<p class="no-cases muted">No cases yet. They appear as replies arrive.</p>`;
  return html`<p class="no-cases muted">
    No case matches. ${link(`Show all ${String(all.length)} cases`, () => actions.clearFilter())}
  </p>`;
}

function onEscape(event: KeyboardEvent, view: ViewState, actions: PanelActions): void {
  if (event.key !== 'Escape' || event.defaultPrevented || view.openCase === undefined) return;
  const target = event.target as Element;
  if (target.closest('.case-detail') !== null) actions.backToList();
  else if (target.closest('.case-list') !== null) actions.closeCase();
}

/** The list of cases, and the open one beside, below or in place of it, as the width allows. */
export function casesView(content: CasesContent, view: ViewState, actions: PanelActions): TemplateResult {
  const { benchmarks, index, open, attachList } = content;
  return html`<div
    class="cases ${open === undefined ? '' : 'has-open'}"
    @keydown=${(event: KeyboardEvent) => onEscape(event, view, actions)}
  >
    <div class="case-pane">
      ${caseToolbar(benchmarks, index, view, actions)} ${emptyList(index, actions)}
      <div
        class="case-list"
        role="listbox"
        aria-label="Cases"
        ?hidden=${index.shown.length === 0}
        ${ref(attachList)}
      ></div>
    </div>
    ${open && caseDetailView(open, index.shown, view.openTurn, actions)}
  </div>`;
}

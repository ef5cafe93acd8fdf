import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import type { BenchmarkReport, CaseDetail, CaseSummary } from '../../src/core/results/reportModel';
import { type CaseIndex, isFailing } from '../cases/caseFilter';
import { iconButton, link } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { t, visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { caseBody } from './caseBody';
import { caseToolbar } from './caseToolbar';

export interface OpenCase {
  readonly id: string;
  readonly detail: CaseDetail | 'loading' | 'missing';
}

/** The open case with its commands. `cases` is the filtered and sorted list, to find the next failing case. */
function caseDetailView(
  { id, detail: found }: OpenCase,
  cases: readonly CaseSummary[],
  openTurn: number | undefined,
  actions: PanelActions,
): TemplateResult {
  const detail = typeof found === 'string' ? undefined : found;
  const at = cases.findIndex((item) => item.id === id);
  const previous = cases.slice(0, Math.max(0, at)).findLast(isFailing)?.id;
  const next = cases.slice(at + 1).find(isFailing)?.id;
  const summary = detail?.summary ?? cases[at];
  // Each half of a pair has its own heading with its group.
  const pair = detail?.sibling !== undefined;
  const replies = detail?.turns.filter((turn) => turn.role === 'reply') ?? [];
  const reply = replies.map((turn) => turn.text).join('\n\n');
  const show =
    (to = '') =>
    (): void =>
      actions.openCase(to);
  const wait = found === 'missing' ? t`The shown run does not have this case.` : t`Reading the case…`;
  const waiting = html`<p class="muted case-wait">${wait}</p>`;
  const title = summary === undefined ? t`Case` : visibleLine(summary.title || summary.sampleId);
  return html`<section class="case-detail" id="case-detail" aria-labelledby="case-heading">
    <div class="case-head">
      <span class="only-narrow">${iconButton('back', t`Back to the list`, () => actions.backToList())}</span>
      <h2 id="case-heading" tabindex="-1" dir="auto">${title}</h2>
      ${summary === undefined || pair ? nothing : html`<span class="muted case-head-group" dir="auto">${visibleLine(summary.group)}</span>`}
      <span class="case-commands">
        ${iconButton('previous', t`Previous failing case`, show(previous), { enabled: previous !== undefined })}
        ${iconButton('next', t`Next failing case`, show(next), { enabled: next !== undefined })}
        ${iconButton('copy', t`Copy the reply`, () => actions.copy(reply), { enabled: reply !== '' })}
        <span class="only-wide">${iconButton('close', t`Close the case`, () => actions.closeCase())}</span>
      </span>
    </div>
    <div class="case-content" id="case-content" tabindex="0" role="region" aria-labelledby="case-heading">
      ${keyed(id, html`${detail ? caseBody(detail, openTurn, actions) : waiting}`)}
    </div>
  </section>`;
}

export interface CasesContent {
  readonly benchmarks: readonly BenchmarkReport[];
  readonly index: CaseIndex;
  readonly open: OpenCase | undefined;
  /** Called with the list's element, and with `undefined` when it is removed. */
  readonly attachList: (element: Element | undefined) => void;
}

function emptyList({ all, shown }: CaseIndex, actions: PanelActions): unknown {
  if (shown.length > 0) return nothing;
  if (all.length === 0) return html`<p class="no-cases muted">${t`No cases yet. They appear as replies arrive.`}</p>`;
  return html`<p class="no-cases muted">
    ${t`No case matches.`} ${link(t`Show all ${String(all.length)} cases`, () => actions.clearFilter())}
  </p>`;
}

function onEscape(event: KeyboardEvent, view: ViewState, actions: PanelActions): void {
  if (event.key !== 'Escape' || event.defaultPrevented || view.openCase === undefined) return;
  const target = event.target as Element;
  if (target.closest('.case-detail') !== null) actions.backToList();
  else if (target.closest('.case-list') !== null) actions.closeCase();
}

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
        aria-label=${t`Cases`}
        ?hidden=${index.shown.length === 0}
        ${ref(attachList)}
      ></div>
    </div>
    ${open && caseDetailView(open, index.shown, view.openTurn, actions)}
  </div>`;
}

import { html, nothing, type TemplateResult } from 'lit-html';
import type { PanelState } from '../../src/protocol/panelState';
import type { CaseIndex } from '../cases/caseIndex';
import type { ComparePane } from '../compare/comparePane';
import { compareView } from '../compare/compareView';
import { cssVariables } from '../dom/cssVariables';
import type { HistoryPage } from '../history/historyPage';
import { historyView } from '../history/historyView';
import type { JudgesPage } from '../judges/judgesPage';
import { judgesView } from '../judges/judgesView';
import type { LabelPage } from '../labels/labelPage';
import { labellingPage } from '../labels/labellingPage';
import type { PanelActions } from '../panelActions';
import type { Tab, ViewState } from '../viewState';
import { batchesView } from './batches';
import type { OpenCase } from './caseDetail';
import { casesView } from './cases';
import { headerView } from './header';
import { noticesView } from './notices';
import { overviewView } from './overview';

export interface PanelPage {
  readonly state: PanelState;
  readonly view: ViewState;
  readonly menuOpen: boolean;
  readonly index: CaseIndex;
  readonly open: OpenCase | undefined;
  readonly attachList: (element: Element | undefined) => void;
  readonly rememberOverview: (scrollTop: number) => void;
  readonly compare: ComparePane;
  readonly history: HistoryPage;
  /** Absent while nobody labels. */
  readonly labels: LabelPage | undefined;
  readonly judges: JudgesPage;
}

function content(page: PanelPage, actions: PanelActions): TemplateResult {
  const { state, view, index } = page;
  if (view.tab === 'overview') {
    const onScroll = (event: Event): void => page.rememberOverview((event.currentTarget as HTMLElement).scrollTop);
    return html`<div class="overview" id="overview" @scroll=${onScroll}>${overviewView(state, view, actions)}</div>`;
  }
  if (view.tab === 'compare') return compareView(page.compare, view.folded, actions);
  if (view.tab === 'history') return historyView(page.history);
  if (view.tab === 'judges') return judgesView(page.judges);
  const cases = {
    benchmarks: state.report?.benchmarks ?? [],
    all: index.all,
    shown: index.shown,
    choices: index.choices,
    open: page.open,
    attachList: page.attachList,
  };
  return casesView(cases, view, actions);
}

/** The whole page for a snapshot and a view. */
export function panelView(page: PanelPage, actions: PanelActions): TemplateResult {
  const { state, view, index, labels } = page;
  if (labels !== undefined) return labellingPage(labels);
  const hasReport = state.report !== undefined;
  const heads = [
    { tab: 'overview', title: 'Overview' },
    { tab: 'cases', title: 'Cases', count: hasReport ? index.failing : undefined, countMeans: 'failing' },
    { tab: 'compare', title: 'Compare' },
    { tab: 'history', title: 'History' },
    { tab: 'judges', title: 'Judges' },
  ] as const;
  return html`${headerView(state, page.menuOpen, actions)} ${progressView(state)} ${batchesView(state, actions)}
    ${noticesView(state, view.tab !== 'overview', actions)} ${tabsView(heads, view.tab, actions)}
    <main class="panel" id="panel" role="tabpanel" aria-labelledby="tab-${view.tab}">${content(page, actions)}</main>
    <div class="sr-only" role="status">${announcement(state) ?? nothing}</div>`;
}

const ended = {
  running: undefined,
  completed: 'Evaluation finished.',
  incomplete: 'Evaluation finished, some calls failed.',
  cancelled: 'Evaluation cancelled.',
  interrupted: undefined,
  failed: 'Evaluation failed.',
  overBudget: 'Evaluation stopped at a cap.',
} as const;

/** What a screen reader is told when it changes: the stages of a run, not its counts. */
function announcement(state: PanelState): string | undefined {
  switch (state.phase.kind) {
    case 'empty':
      return undefined;
    case 'starting':
      return 'Starting the evaluation.';
    case 'running':
      return state.batches === undefined ? 'Evaluation running.' : 'Evaluation waiting for batches.';
    case 'cancelling':
      return 'Cancelling the evaluation.';
    case 'blocked':
      return 'The evaluation did not start.';
    case 'done':
      return state.report && ended[state.report.run.status];
  }
}

/** Share done, 0..1. Judgements planned are an estimate until all replies are in, so the bar may step back a little. */
function shareDone(done: number, planned: number): number {
  return planned === 0 ? 0 : Math.min(1, done / planned);
}

/** A bar with counts, while a run goes; the counts alone while it waits for batches. */
function progressView(state: PanelState): unknown {
  const { kind } = state.phase;
  if (kind !== 'running' && kind !== 'cancelling') return nothing;
  const progress = state.report?.run.progress;
  if (progress === undefined) return nothing;
  const { replies, judgements } = progress;
  const share = shareDone(replies.done + judgements.done, replies.planned + judgements.planned);
  const about = replies.done < replies.planned ? 'about ' : '';
  const words =
    `Replies ${String(replies.done)} of ${String(replies.planned)}, ` +
    `judgements ${String(judgements.done)} of ${about}${String(judgements.planned)}` +
    (state.waitsFor === undefined || kind === 'cancelling' ? '' : `. ${state.waitsFor}`);
  if (state.batches !== undefined) {
    return html`<div class="progress"><p class="progress-words number">${words}</p></div>`;
  }
  return html`<div class="progress">
    <div
      class="progress-track"
      role="progressbar"
      aria-label="Evaluation"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(share * 100)}
      aria-valuetext=${words}
    >
      <div class="progress-done" ${cssVariables({ '--share': String(share) })}></div>
    </div>
    <p class="progress-words number">${words}</p>
  </div>`;
}

interface TabHead {
  readonly tab: Tab;
  readonly title: string;
  readonly count?: number;
  readonly countMeans?: string;
}

function onKey(event: KeyboardEvent, heads: readonly TabHead[], selected: Tab, actions: PanelActions): void {
  const index = heads.findIndex((head) => head.tab === selected);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: (index - 1 + heads.length) % heads.length,
    ArrowRight: (index + 1) % heads.length,
    Home: 0,
    End: heads.length - 1,
  };
  const target = heads[targets[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  actions.showTab(target.tab);
  document.getElementById(`tab-${target.tab}`)?.focus();
}

/** The row of tabs; each controls the panel `panel-<tab>`. Arrow keys move between them. */
function tabsView(heads: readonly TabHead[], selected: Tab, actions: PanelActions): TemplateResult {
  return html`<div
    class="tabs"
    role="tablist"
    aria-label="Views"
    @keydown=${(event: KeyboardEvent) => onKey(event, heads, selected, actions)}
  >
    ${heads.map(
      ({ tab, title, count, countMeans }) =>
        html`<button
          class="tab"
          id="tab-${tab}"
          role="tab"
          type="button"
          aria-selected=${String(tab === selected)}
          aria-controls="panel"
          tabindex=${tab === selected ? 0 : -1}
          @click=${() => actions.showTab(tab)}
        >
          ${title}${
            count === undefined
              ? nothing
              : html` <span class="badge number">${count}</span><span class="sr-only"> ${countMeans}</span>`
          }
        </button>`,
    )}
  </div>`;
}

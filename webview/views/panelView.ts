import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelState } from '../../src/protocol/panelState';
import type { CaseIndex } from '../cases/caseIndex';
import type { ComparePage } from '../compare/comparePage';
import { compareView } from '../compare/compareView';
import type { HistoryPage } from '../history/historyPage';
import { historyView } from '../history/historyView';
import type { LabelPage } from '../labels/labelPage';
import { labellingPage } from '../labels/labellingPage';
import type { JudgesPage } from '../judges/judgesPage';
import { judgesView } from '../judges/judgesView';
import type { PanelActions } from '../panelActions';
import type { ViewState } from '../viewState';
import { announcement } from './announcement';
import type { OpenCase } from './caseDetail';
import { batchesView } from './batches';
import { casesView } from './cases';
import { headerView } from './header';
import { noticesView } from './notices';
import { overviewView } from './overview';
import { progressView } from './progress';
import { tabsView } from './tabs';

export interface PanelPage {
  readonly state: PanelState;
  readonly view: ViewState;
  readonly menuOpen: boolean;
  readonly index: CaseIndex;
  readonly open: OpenCase | undefined;
  readonly attachList: (element: Element | undefined) => void;
  readonly rememberOverview: (scrollTop: number) => void;
  readonly compare: ComparePage;
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
  if (view.tab === 'compare') {
    const toggleGroup = (id: string, folded: boolean): void => actions.toggleGroup(id, folded);
    return compareView(page.compare, { folded: view.folded, toggleGroup });
  }
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

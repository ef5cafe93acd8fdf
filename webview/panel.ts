import { html, render } from 'lit-html';
import type { CaseSummary } from '../src/core/results/reportModel';
import type { RulesView } from '../src/core/results/ruleModel';
import { t } from '../src/core/text/countWords';
import type { PanelState } from '../src/protocol/panelState';
import { type CaseIndex, caseIndex, firstFailingTurn, noFilter } from './cases/caseFilter';
import { ComparePane } from './compare/comparePane';
import { Lightbox } from './dom/lightbox';
import { type ListPage, RowList } from './dom/rowList';
import { Tooltip } from './dom/tooltip';
import { HistoryPane } from './history/historyPane';
import type { Ask, Host, HostMessage, Receivers } from './host';
import { JudgesPane } from './judges/judgesPane';
import { LabelPane } from './labels/labelPane';
import { lastResult } from './lastResult';
import type { PanelActions, PaneFrame, Tab } from './panelActions';
import { restoreView, savedView, viewActions, type ViewState } from './viewState';
import type { OpenCase } from './views/cases';
import { panelView } from './views/panelView';

const saveDelay = 150;
const narrow = window.matchMedia('(max-width: 639px)');

/** The page: receives snapshots, keeps the view state and draws. */
export class Panel {
  readonly #tooltip = new Tooltip();
  readonly #lightbox = new Lightbox();
  readonly #compare: ComparePane;
  readonly #history: HistoryPane;
  readonly #judges: JudgesPane;
  readonly #labels: LabelPane;
  #state: PanelState | undefined;
  #rules: RulesView | undefined;
  #view: ViewState;
  /** Cached, because a scroll or a key press must not filter 20,000 rows. */
  readonly #indexOf = lastResult(caseIndex);
  readonly #cases: RowList<CaseSummary>;
  readonly #lists: readonly Pick<RowList<unknown>, 'drawn' | 'followScroll'>[];
  #open: (OpenCase & { readonly stamp: string }) | undefined;
  /** The reply to scroll to once the open case has arrived. */
  #awaitedTurn: number | undefined;
  #drawnTab: Tab | undefined;
  #drawing = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host,
  ) {
    this.#view = restoreView(host.savedState());
    this.#awaitedTurn = this.#view.openTurn;
    this.#cases = new RowList(this.#page, {
      name: 'case',
      scroller: 'case-list',
      idOf: ({ id }) => id,
      click: (id) => this.#openCase(id),
      open: (id) => this.#openCase(id, true),
      activate: (id) => this.#change({ activeCase: id }),
    });
    this.#compare = new ComparePane(this.#frameOf('compare'));
    this.#judges = new JudgesPane(this.#frameOf('judges'));
    this.#history = new HistoryPane(this.#frameOf('history'));
    this.#labels = new LabelPane({ ...this.#page, post: (message) => host.post(message) });
    this.#lists = [this.#cases, this.#compare.flips, this.#history.revisions];
    host.onMessage((message) => this.#receive(message));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    root.addEventListener('scroll', ({ target }) => this.#scrolled(target as Element), { capture: true });
    window.addEventListener('resize', () => this.#draw());
    window.addEventListener('pagehide', () => this.#save());
  }

  /** Draws and asks the host for the first snapshot. */
  start(): void {
    this.#draw();
    this.host.post({ kind: 'ready' });
  }

  readonly #ask: Ask = (message, answered) =>
    this.host.ask(message, (value) => {
      answered(value);
      this.#draw();
    });

  readonly #page: ListPage = {
    draw: () => this.#draw(),
    drawNow: () => this.#drawNow(),
  };

  #frameOf<Key extends 'compare' | 'history' | 'judges'>(key: Key): PaneFrame<ViewState[Key]> {
    const changed = (part: Partial<ViewState[Key]>): Partial<ViewState> => ({ [key]: { ...this.#view[key], ...part } });
    return {
      ...this.#page,
      post: (message) => this.host.post(message),
      ask: this.#ask,
      isToggled: (id) => this.#view.toggled.includes(id),
      toggle: (id) => this.#actions.toggle(id),
      view: () => this.#view[key],
      change: (part) => this.#change(changed(part)),
      remember: (part) => this.#remember(changed(part)),
    };
  }

  readonly #receivers: Receivers = {
    state: ({ state }) => this.#show(state),
    // Showing another view ends label mode.
    show: (message) => {
      this.#labels.close();
      if (message.tab === 'compare') this.#compare.show(message.runs);
      if (message.tab === 'judges') this.#judges.seek(message.card);
      this.#change({ tab: message.tab });
      if (message.tab === 'cases' && message.caseId !== undefined) this.#openCase(message.caseId, false);
    },
    history: ({ view }) => {
      this.#compare.history = this.#history.history = view;
      this.#compare.noticeNewer();
    },
    compareAgain: () => this.#compare.askAgain(),
    judges: ({ view }) => this.#judges.receive(view),
    labelling: ({ view }) => {
      const wasOpen = this.#labels.view !== undefined;
      this.#labels.receive(view);
      if (!wasOpen || view !== undefined) return;
      this.#drawNow();
      // The button that started label mode.
      if (this.#view.tab === 'cases') document.getElementById('label-replies')?.focus();
    },
  };

  #receive(message: HostMessage): void {
    // The table pairs kinds and receivers, which the compiler cannot follow through an index.
    (this.#receivers[message.kind] as (message: HostMessage) => void)(message);
    this.#follow();
    this.#draw();
  }

  #askRules(): void {
    this.#ask({ kind: 'openRules' }, (view) => {
      this.#rules = view;
    });
  }

  #show(state: PanelState): void {
    const hasEnded = state.phase.kind === 'done' && this.#state?.phase.kind === 'running';
    const isBlocked = state.phase.kind === 'blocked' && this.#state?.phase.kind !== 'blocked';
    // What stopped it stands above the scores.
    if (isBlocked || (hasEnded && state.report?.run.status !== 'completed')) this.#toTop('overview');
    if (this.#view.tab === 'rules' && state.phase.kind !== this.#state?.phase.kind) {
      // What was evaluated has its answer in the overview.
      if (hasEnded && state.report?.rules === undefined) this.#remember({ tab: 'overview' });
      else this.#askRules();
    }
    this.#state = state;
    // A problem that comes back is said again.
    if (state.phase.kind === 'starting') this.#remember({ dismissed: [] });
    // Sent after the drawing that `#receive` asks for, even a failed one: the host waits for it.
    queueMicrotask(() => queueMicrotask(() => this.host.post({ kind: 'drawn' })));
  }

  readonly #actions: PanelActions = {
    run: (action) => this.host.post({ kind: 'action', action }),
    post: (message) => this.host.post(message),
    copy: (text) => this.host.post({ kind: 'copy', text: text.slice(0, 1_000_000) }),
    dismiss: (key) => {
      this.#change({ dismissed: [...this.#view.dismissed.slice(-99), key] });
      // Its button goes.
      document.getElementById(`tab-${this.#view.tab}`)?.focus();
    },
    showTab: (tab) => this.#change({ tab }),
    ...viewActions(
      () => this.#view,
      (change) => this.#change(change),
    ),
    compare: (pair) => {
      this.#compare.choose(pair);
      this.#toTop('compare');
      this.#change({ tab: 'compare' });
    },
    sort: (sort) => this.#change({ sort }),
    showCases: (part) => {
      const filter = { ...noFilter, ...part };
      this.#change({ tab: 'cases', filter, openCase: undefined, openTurn: undefined });
    },
    showCard: (card) => {
      this.#judges.seek(card);
      this.#change({ tab: 'judges' });
    },
    openCase: (id) => this.#openCase(id),
    openTurn: (id, turn) => this.#openCase(id, true, turn),
    enlarge: (image) => this.#lightbox.show(image),
    backToList: () => (narrow.matches ? this.#closeCase() : this.#cases.focus(this.#view.activeCase)),
    closeCase: () => this.#closeCase(),
  };

  #change(change: Partial<ViewState>): void {
    this.#remember(change);
    // Another filter or order starts at the top.
    if ('filter' in change || 'sort' in change) this.#toTop('case-list');
    if ('openCase' in change) this.#follow();
    this.#draw();
  }

  #remember(change: Partial<ViewState>): void {
    this.#view = { ...this.#view, ...change };
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), saveDelay);
  }

  #scrolled({ id, scrollTop }: Element): void {
    for (const list of this.#lists) list.followScroll();
    if (id in this.#view.scrolls) this.#remember({ scrolls: { ...this.#view.scrolls, [id]: scrollTop } });
  }

  #toTop(id: string): void {
    this.#remember({ scrolls: { ...this.#view.scrolls, [id]: 0 } });
    document.getElementById(id)?.scrollTo(0, 0);
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.host.saveState(savedView(this.#view));
  }

  get #index(): CaseIndex {
    return this.#indexOf(this.#state?.report, this.#view.filter, this.#view.sort);
  }

  /** Asks for the transcript of the open case if it is missing or out of date: snapshots have none. */
  #follow(): void {
    const { openCase: id } = this.#view;
    const runId = this.#state?.report?.run.id;
    if (id === undefined || runId === undefined) {
      this.#open = undefined;
      return;
    }
    const summary = this.#index.all.find((one) => one.id === id);
    const stamp = [runId, id, summary?.status, ...(summary?.chips ?? []).map(({ label }) => label)].join('\n');
    if (stamp === this.#open?.stamp) return;
    this.#open = { id, stamp, detail: this.#open?.id === id ? this.#open.detail : 'loading' };
    this.#ask({ kind: 'openCase', caseId: id }, (detail) => {
      if (this.#open?.id === id) this.#open = { id, stamp, detail: detail ?? 'missing' };
    });
  }

  /** Resets a filter that hides the case. `named`: the reply to scroll to; else the first that fails. */
  #openCase(id: string, focus = narrow.matches, named?: number): void {
    const { all, shown } = this.#index;
    const found = all.find((summary) => summary.id === id);
    if (found === undefined) return;
    const { benchmark } = found;
    const turn = named ?? firstFailingTurn(found);
    if (!shown.some((summary) => summary.id === id)) this.#change({ filter: { ...noFilter, benchmark } });
    this.#awaitedTurn = turn;
    this.#change({ tab: 'cases', openCase: id, activeCase: id, openTurn: turn });
    this.#drawNow();
    this.#cases.reveal();
    if (focus) document.getElementById('case-content')?.focus({ preventScroll: true });
  }

  #showAwaitedTurn(): void {
    if (this.#awaitedTurn === undefined || typeof this.#open?.detail !== 'object' || this.#view.tab !== 'cases') return;
    const selector = `#case-content .member:first-child [data-reply="${String(this.#awaitedTurn)}"]`;
    this.root.querySelector(selector)?.scrollIntoView({ block: 'start' });
    this.#awaitedTurn = undefined;
  }

  #closeCase(): void {
    this.#change({ openCase: undefined, openTurn: undefined });
    this.#cases.focus(this.#view.activeCase);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || this.#view.tab !== 'cases') return;
    if (event.composedPath().some((target) => target instanceof HTMLInputElement)) return;
    if (narrow.matches && this.#view.openCase !== undefined) return;
    event.preventDefault();
    document.getElementById('search')?.focus();
  }

  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      if (this.#drawing) this.#drawNow();
    });
  }

  #drawNow(): void {
    this.#drawing = false;
    const state = this.#state;
    if (state === undefined) {
      render(html`<p class="muted first-wait">${t`Opening…`}</p>`, this.root);
      return;
    }
    const { tab, scrolls } = this.#view;
    const index = this.#index;
    const arrived = this.#drawnTab !== tab;
    const panes = { compare: this.#compare, history: this.#history, judges: this.#judges, labels: this.#labels };
    if (tab === 'compare' || tab === 'history' || tab === 'judges') panes[tab].follow(arrived);
    else if (tab === 'rules' && arrived) this.#askRules();
    const absent = Object.entries(scrolls).filter(([id]) => document.getElementById(id) === null);
    const page = {
      state,
      view: this.#view,
      cases: { benchmarks: state.report?.benchmarks ?? [], index, open: this.#open, list: this.#cases },
      rules: this.#rules,
      ...panes,
    };
    render(panelView(page, this.#actions), this.root);
    for (const [id, top] of absent) document.getElementById(id)?.scrollTo(0, top);
    for (const list of this.#lists) list.drawn();
    for (const pane of [this.#judges, this.#labels]) pane.drawn();
    this.#drawnTab = tab;
    this.#showAwaitedTurn();
    this.#tooltip.refresh();
  }
}

import { html, render } from 'lit-html';
import type { CardPlace } from '../src/core/results/trustModel';
import type { PanelState } from '../src/protocol/panelState';
import { noFilter } from './cases/caseFilter';
import { CaseIndex } from './cases/caseIndex';
import { CaseList } from './cases/caseList';
import { CaseReader } from './cases/caseReader';
import { changedState } from './changedState';
import { Lightbox } from './dom/lightbox';
import { Tooltip } from './dom/tooltip';
import type { Ask, Host, HostMessage } from './host';
import { LabelPane } from './labels/labelPane';
import type { PanelActions } from './panelActions';
import { Panes } from './panes';
import { restoreView, type ViewState } from './viewState';
import { panelView } from './views/panelView';

/** Milliseconds between a change and its being saved. */
const saveDelay = 150;
const narrow = window.matchMedia('(max-width: 639px)');

/** The page: takes snapshots, keeps where the reader is, draws. */
export class Panel {
  readonly #root: HTMLElement;
  readonly #host: Host;
  readonly #tooltip = new Tooltip();
  readonly #lightbox = new Lightbox();
  readonly #index = new CaseIndex();
  readonly #reader: CaseReader;
  readonly #panes: Panes;
  readonly #labels: LabelPane;
  #state: PanelState | undefined;
  #view: ViewState;
  #list: CaseList | undefined;
  #menuOpen = false;
  /** The reply to scroll to as soon as the open case is there. */
  #awaitedTurn: number | undefined;
  #drawn: ViewState | undefined;
  #drawing = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, host: Host) {
    this.#root = root;
    this.#host = host;
    this.#view = restoreView(host.savedState());
    this.#awaitedTurn = this.#view.openTurn;
    const ask: Ask = (message, answered) =>
      host.ask(message, (value) => {
        answered(value);
        this.#draw();
      });
    this.#reader = new CaseReader((caseId, answered) => ask({ kind: 'openCase', caseId }, answered));
    this.#panes = new Panes({
      post: (message) => host.post(message),
      ask,
      drawNow: () => this.#drawNow(),
      view: () => this.#view,
      change: (change) => this.#change(change),
      remember: (change) => this.#remember(change),
    });
    this.#labels = new LabelPane({
      post: (request) => host.post({ kind: 'labelling', request }),
      draw: () => this.#draw(),
      left: () => this.#leaveLabels(),
    });
    host.onMessage((message) => this.#receive(message));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    document.addEventListener('pointerdown', (event) => this.#onPointer(event));
    window.addEventListener('pagehide', () => this.#save());
  }

  /** Draws and asks the host for the first snapshot. */
  start(): void {
    this.#draw();
    this.#host.post({ kind: 'ready' });
  }

  #receive(message: HostMessage): void {
    this.#labels.receive(message);
    if (message.kind === 'state') this.#show(message.state);
    else if (message.kind === 'changed') this.#show(changedState(this.#state, message.change));
    else if (message.kind === 'show') {
      if (message.tab === 'compare') this.#panes.compare.show(message.runs);
      this.#change({ tab: message.tab });
    } else if (message.kind === 'judges') this.#panes.judges.receive(message.view);
    else if (message.kind === 'showJudges') this.#showCard(message.place);
    else if (message.kind !== 'labelling') this.#panes.compare.receive(message);
    this.#follow();
    this.#draw();
  }

  #show(state: PanelState): void {
    this.#state = state;
    // After the drawing that `#receive` asks for, also where that fails: the host sends nothing more before.
    queueMicrotask(() => queueMicrotask(() => this.#host.post({ kind: 'drawn' })));
  }

  /** Where label mode was started from. */
  #leaveLabels(): void {
    this.#drawNow();
    if (this.#view.tab === 'cases') document.getElementById('label-replies')?.focus();
  }

  readonly #actions: PanelActions = {
    run: (action) => this.#host.post({ kind: 'action', action }),
    copy: (text) => this.#host.post({ kind: 'copy', text: text.slice(0, 1_000_000) }),
    showTab: (tab) => this.#change({ tab }),
    filter: (change) => this.#change({ filter: { ...this.#view.filter, ...change }, listScroll: 0 }),
    clearFilter: () => this.#change({ filter: noFilter }),
    sort: (sort) => this.#change({ sort, listScroll: 0 }),
    showCases: (benchmark, { judges, title }, outcome) => {
      const filter = { ...noFilter, benchmark, judges, judgesTitle: title, outcome };
      this.#change({ tab: 'cases', filter, listScroll: 0, openCase: undefined, openTurn: undefined });
    },
    showCard: (place) => this.#showCard(place),
    toggleGroup: (id, isFolded) => {
      const folded = this.#view.folded.filter((other) => other !== id);
      const unfolded = this.#view.unfolded.filter((other) => other !== id);
      this.#change(isFolded ? { folded, unfolded: [...unfolded, id] } : { folded: [...folded, id], unfolded });
    },
    openCase: (id) => this.#openCase(id),
    openTurn: (id, turn) => this.#openTurn(id, turn),
    chooseLayer: (picture, layer) => {
      const others = this.#view.layers.filter((other) => !other.startsWith(`${picture}/`));
      this.#change({ layers: [...others, `${picture}/${layer}`] });
    },
    activateCell: (activeCell) => {
      if (activeCell !== this.#view.activeCell) this.#change({ activeCell });
    },
    enlarge: (image) => this.#lightbox.show(image),
    backToList: () => this.#backToList(),
    closeCase: () => this.#closeCase(),
    toggleMenu: () => this.#toggleMenu(),
    tagFailures: () => this.#host.post({ kind: 'tagFailures' }),
    labelReplies: () => this.#host.post({ kind: 'labelling', request: { do: 'open' } }),
  };

  #change(change: Partial<ViewState>): void {
    this.#view = { ...this.#view, ...change };
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), saveDelay);
    if ('openCase' in change) this.#follow();
    this.#draw();
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.#host.saveState(this.#view);
  }

  /** Reports where the reader scrolled to, without drawing. */
  #remember(change: Partial<ViewState>): void {
    this.#view = { ...this.#view, ...change };
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), saveDelay);
  }

  #follow(): void {
    const report = this.#state?.report;
    this.#index.update(report, this.#view.filter, this.#view.sort);
    this.#reader.follow(this.#view.openCase, report?.run.id, this.#index.all);
  }

  #openCase(id: string, focus = false): void {
    this.#awaitedTurn = undefined;
    this.#change({ openCase: id, activeCase: id, openTurn: undefined });
    this.#drawNow();
    this.#list?.reveal(id);
    if (focus || narrow.matches) document.getElementById('case-content')?.focus({ preventScroll: true });
  }

  /** From a picture to a case; a filter that hides the case gives way. */
  #openTurn(id: string, turn: number): void {
    const benchmark = this.#index.all.find((summary) => summary.id === id)?.benchmark;
    if (benchmark === undefined) return;
    const listed = this.#index.shown.some((summary) => summary.id === id);
    const filter = listed ? this.#view.filter : { ...noFilter, benchmark };
    this.#awaitedTurn = turn;
    this.#change({ tab: 'cases', filter, openCase: id, activeCase: id, openTurn: turn });
    this.#drawNow();
    this.#list?.reveal(id);
    document.getElementById('case-content')?.focus({ preventScroll: true });
  }

  #showAwaitedTurn(): void {
    if (this.#awaitedTurn === undefined || this.#reader.open?.kind !== 'open' || this.#view.tab !== 'cases') return;
    const selector = `#case-content .member:first-child [data-reply="${String(this.#awaitedTurn)}"]`;
    this.#root.querySelector(selector)?.scrollIntoView({ block: 'start' });
    this.#awaitedTurn = undefined;
  }

  #showCard(place: CardPlace | undefined): void {
    this.#panes.judges.seek(place);
    this.#change({ tab: 'judges' });
  }

  #backToList(): void {
    if (narrow.matches) this.#closeCase();
    else this.#list?.focus(this.#view.activeCase);
  }

  #closeCase(): void {
    this.#change({ openCase: undefined, openTurn: undefined });
    this.#drawNow();
    this.#list?.focus(this.#view.activeCase);
  }

  #toggleMenu(): void {
    this.#menuOpen = !this.#menuOpen;
    this.#drawNow();
    const focused = this.#menuOpen ? '[role=menuitem]' : '#more';
    this.#root.querySelector<HTMLElement>(focused)?.focus();
  }

  #onPointer(event: PointerEvent): void {
    if (!this.#menuOpen || (event.target as Element).closest('.menu-place') !== null) return;
    this.#menuOpen = false;
    this.#draw();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || this.#view.tab !== 'cases') return;
    if (event.composedPath().some((target) => target instanceof HTMLInputElement)) return;
    if (narrow.matches && this.#view.openCase !== undefined) return;
    event.preventDefault();
    document.getElementById('search')?.focus();
  }

  readonly #attachList = (element: Element | undefined): void => {
    if (!(element instanceof HTMLElement)) {
      this.#list = undefined;
      return;
    }
    this.#list = new CaseList(element, this.#view.listScroll, {
      open: (id, byKeyboard) => this.#openCase(id, byKeyboard),
      activate: (id) => this.#change({ activeCase: id }),
      scrolled: (listScroll) => this.#remember({ listScroll }),
    });
  };

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
      render(html`<p class="muted first-wait">Opening…</p>`, this.#root);
      return;
    }
    this.#index.update(state.report, this.#view.filter, this.#view.sort);
    const arrived = this.#drawn?.tab !== this.#view.tab;
    this.#panes.follow(this.#view.tab, arrived);
    const hadList = this.#list !== undefined;
    const hadOverview = document.getElementById('overview') !== null;
    const page = {
      state,
      view: this.#view,
      menuOpen: this.#menuOpen,
      index: this.#index,
      open: this.#reader.open,
      attachList: this.#attachList,
      rememberOverview: (overviewScroll: number) => this.#remember({ overviewScroll }),
      compare: this.#panes.compare,
      history: this.#panes.history.page(),
      labels: this.#labels.page(this.#actions),
      judges: this.#panes.judges.page(state.trusted),
    };
    render(panelView(page, this.#actions), this.#root);
    this.#list?.update({
      cases: this.#index.shown,
      activeCase: this.#view.activeCase,
      openCase: this.#view.openCase,
      severalJudges: this.#index.severalJudges,
      repeated: this.#index.repeated,
      benchmarkTitles: this.#index.benchmarkTitles,
    });
    if (!hadList) this.#list?.scrollTo(this.#view.listScroll);
    if (!hadOverview) document.getElementById('overview')?.scrollTo(0, this.#view.overviewScroll);
    this.#panes.drawn();
    this.#labels.drawn();
    const { filter, sort } = this.#drawn ?? this.#view;
    // Another choice of cases is read from its beginning.
    if (filter !== this.#view.filter || sort !== this.#view.sort) this.#list?.scrollTo(0);
    this.#drawn = this.#view;
    this.#showAwaitedTurn();
    this.#tooltip.refresh();
  }
}

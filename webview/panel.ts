import { html, render } from 'lit-html';
import type { PanelState } from '../src/protocol/panelState';
import { CaseIndex } from './cases/caseIndex';
import { CaseList } from './cases/caseList';
import { CaseReader } from './cases/caseReader';
import { noFilter } from './cases/caseFilter';
import { Tooltip } from './dom/tooltip';
import type { Host } from './host';
import type { PanelActions } from './panelActions';
import { panelView } from './views/panelView';
import { restoreView } from './viewState';
import type { ViewState } from './viewState';

/** Milliseconds between a change and its being saved. */
const saveDelay = 150;
const narrow = window.matchMedia('(max-width: 639px)');

/** The page: takes snapshots, keeps where the reader is, draws. */
export class Panel {
  readonly #root: HTMLElement;
  readonly #host: Host;
  readonly #tooltip = new Tooltip();
  readonly #index = new CaseIndex();
  readonly #reader: CaseReader;
  #state: PanelState | undefined;
  #view: ViewState;
  #list: CaseList | undefined;
  #menuOpen = false;
  #drawn: ViewState | undefined;
  #drawing = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, host: Host) {
    this.#root = root;
    this.#host = host;
    this.#view = restoreView(host.savedState());
    this.#reader = new CaseReader((caseId) => host.post({ kind: 'openCase', caseId }));
    host.onMessage((message) => {
      if (message.kind === 'case') this.#reader.receive(message.caseId, message.detail);
      else this.#state = message.state;
      this.#follow();
      this.#draw();
    });
    document.addEventListener('keydown', (event) => this.#onKey(event));
    document.addEventListener('pointerdown', (event) => this.#onPointer(event));
    window.addEventListener('pagehide', () => this.#save());
  }

  /** Draws and asks the host for the first snapshot. */
  start(): void {
    this.#draw();
    this.#host.post({ kind: 'ready' });
  }

  readonly #actions: PanelActions = {
    run: (action) => this.#host.post({ kind: 'action', action }),
    copy: (text) => this.#host.post({ kind: 'copy', text: text.slice(0, 1_000_000) }),
    showTab: (tab) => this.#change({ tab }),
    filter: (change) => this.#change({ filter: { ...this.#view.filter, ...change }, listScroll: 0 }),
    clearFilter: () => this.#change({ filter: noFilter }),
    sort: (sort) => this.#change({ sort, listScroll: 0 }),
    showFailures: (benchmark, { judges, title }) => {
      const filter = { ...noFilter, benchmark, judges, judgesTitle: title, outcome: 'failing' as const };
      this.#change({ tab: 'cases', filter, listScroll: 0, openCase: undefined });
    },
    toggleGroup: (id) => {
      const { folded } = this.#view;
      this.#change({ folded: folded.includes(id) ? folded.filter((other) => other !== id) : [...folded, id] });
    },
    openCase: (id) => this.#openCase(id),
    backToList: () => this.#backToList(),
    closeCase: () => this.#closeCase(),
    toggleMenu: () => this.#toggleMenu(),
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
    this.#change({ openCase: id, activeCase: id });
    this.#drawNow();
    this.#list?.reveal(id);
    if (focus || narrow.matches) document.getElementById('case-content')?.focus({ preventScroll: true });
  }

  #backToList(): void {
    if (narrow.matches) this.#closeCase();
    else this.#list?.focus(this.#view.activeCase);
  }

  #closeCase(): void {
    this.#change({ openCase: undefined });
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
    };
    render(panelView(page, this.#actions), this.#root);
    this.#list?.update({
      cases: this.#index.shown,
      activeCase: this.#view.activeCase,
      openCase: this.#view.openCase,
      severalJudges: this.#index.severalJudges,
      showRepeat: this.#index.repeated,
    });
    if (!hadList) this.#list?.scrollTo(this.#view.listScroll);
    if (!hadOverview) document.getElementById('overview')?.scrollTo(0, this.#view.overviewScroll);
    const { filter, sort } = this.#drawn ?? this.#view;
    // Another choice of cases is read from its beginning.
    if (filter !== this.#view.filter || sort !== this.#view.sort) this.#list?.scrollTo(0);
    this.#drawn = this.#view;
    this.#tooltip.refresh();
  }
}

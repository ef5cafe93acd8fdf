import type { ComparedRunView } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { FlipPlace, FromPanel, RunPair } from '../../src/protocol/messages';
import { RowList } from '../dom/rowList';
import type { Ask } from '../host';
import type { HistoryAnswer } from '../history/historyReader';
import type { PanelActions } from '../panelActions';
import type { CompareActions, ComparePage, ListedFlip } from './comparePage';
import { ComparisonReader, isSamePair } from './comparisonReader';
import { mostStrays, type CompareViewState, type StrayRun } from './compareViewState';
import { FlipIndex } from './flipIndex';
import { flipRow } from './flipList';

/** What the pane needs of the page around it. */
export interface PaneFrame<State> {
  post(message: FromPanel): void;
  /** As `Host.ask`, and draws what is answered. */
  readonly ask: Ask;
  view(): State;
  /** Keeps and draws. */
  change(change: Partial<State>): void;
  /** Keeps without drawing. */
  remember(change: Partial<State>): void;
  /** Draws at once, so that what was drawn can take the focus. */
  drawNow(): void;
}

/** Pixels; two lines where the panel is narrow. Kept in step with styles/compare.css. */
const rowHeight = { wide: 28, narrow: 48 } as const;

/** Another pair is read from its beginning. */
const fromTop = { openFlip: undefined, activeFlip: undefined, play: 0, flipScroll: 0 } as const;

/** Whether a run was made after both runs of a pair; those of other prompts have no place in this history. */
function isNewerThan({ runs }: HistoryView, id: string, pair: RunPair): boolean {
  const madeAt = (of: string): string => runs.find((run) => run.id === of)?.createdAt ?? '';
  return madeAt(id) > madeAt(pair.before) && madeAt(id) > madeAt(pair.after);
}

/** The view Compare: asks for what it shows, keeps its list and the reader's way through it. */
export class ComparePane {
  readonly #frame: PaneFrame<CompareViewState>;
  readonly #index = new FlipIndex();
  readonly #reader: ComparisonReader;
  #list: RowList<ListedFlip> | undefined;
  #isOutrun = false;
  #drawnRows: readonly ListedFlip[] = [];
  #wasThere = false;

  constructor(frame: PaneFrame<CompareViewState>) {
    this.#frame = frame;
    this.#reader = new ComparisonReader(
      (message) => frame.post(message),
      frame.ask,
      ({ before, after }) => this.#rememberStrays([after, before]),
    );
  }

  get reader(): ComparisonReader {
    return this.#reader;
  }

  readonly #actions: CompareActions = {
    send: (message) => this.#frame.post(message),
    choose: (pair) => this.choose(pair),
    showNewest: () => this.choose(undefined),
    back: () => {
      const pair = this.#reader.wayBack;
      if (pair !== undefined) this.#actions.choose(pair);
    },
    retry: () => {
      const { comparison } = this.#reader;
      if (comparison.kind !== 'none') this.#reader.ask(comparison.runs);
      this.#frame.change({});
    },
    filterFlips: (change) => {
      this.#frame.change({ flips: { ...this.#frame.view().flips, ...change }, flipScroll: 0 });
    },
    showFlipsOf: (benchmark, { judges, title }) => {
      const { flips } = this.#frame.view();
      this.#frame.change({ flips: { ...flips, benchmark, judges, judgesTitle: title }, flipScroll: 0 });
      this.#frame.drawNow();
      const heading = document.getElementById('flips-heading');
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    },
    showOnlyCalled: (onlyCalled) => this.#frame.change({ onlyCalled }),
    openFlip: (id) => this.#openFlip(id),
    choosePlay: (play) => this.#frame.change({ play }),
    markWords: (marked) => this.#frame.change({ marked }),
  };

  /** Asks for what the view needs. Call before it is drawn; `arrived`: it was not in sight before. */
  follow(arrived: boolean): void {
    this.#reader.histories.want(arrived);
    const { pair, flips } = this.#frame.view();
    this.#reader.want(pair);
    const { comparison } = this.#reader;
    this.#index.update(comparison.kind === 'shown' ? comparison.view : undefined, flips);
    this.#reader.open(this.#placeOf(this.#opened()));
  }

  /** Takes what the host says of the history, or that comparisons have other limits. */
  receive(message: HistoryAnswer | { readonly kind: 'compareAgain' }): void {
    if (message.kind === 'compareAgain') this.#reader.askAgain();
    else this.#reader.histories.receive(message);
    if (message.kind === 'history') this.#noticeNewer();
  }

  /** Shows a pair that the host brings forward. */
  show(pair: RunPair): void {
    const { comparison } = this.#reader;
    const isThere = comparison.kind !== 'none' && isSamePair(comparison.runs, pair);
    if (!isThere) {
      this.#isOutrun = false;
      this.#frame.remember({ pair, hostPair: true, ...fromTop });
    }
    // One that is shown may have changed since.
    if (!isThere || comparison.kind !== 'loading') this.#reader.ask(pair);
  }

  /** Shows a pair by the reader's own choice; the suggested one where there is none. */
  choose(pair: RunPair | undefined): void {
    this.#isOutrun = false;
    this.#frame.change({ pair, hostPair: false, ...fromTop });
  }

  /** After a run ended: a pair that the host chose gives way to the suggested one, the reader's own stays. */
  #noticeNewer(): void {
    const { history } = this.#reader;
    const latest = history?.suggested?.after;
    const { pair, hostPair, seen } = this.#frame.view();
    if (history === undefined || latest === undefined || latest === seen) return;
    this.#frame.remember({ seen: latest });
    if (seen === undefined || pair === undefined || !isNewerThan(history, latest, pair)) return;
    if (hostPair) this.#frame.remember({ pair: undefined, hostPair: false, ...fromTop });
    else this.#isOutrun = true;
  }

  /** What this prompt's history does not list must be named after a reload, and stay within reach. */
  #rememberStrays(runs: readonly ComparedRunView[]): void {
    const known = new Set(this.#reader.history?.runs.map(({ id }) => id));
    const strays = runs
      .filter(({ id }) => !known.has(id))
      .map(({ id, promptName, name, createdAt, judge }): StrayRun => ({ id, promptName, name, createdAt, judge }));
    if (strays.length === 0) return;
    const ids = new Set(strays.map(({ id }) => id));
    const others = this.#frame.view().strays.filter(({ id }) => !ids.has(id));
    this.#frame.remember({ strays: [...strays, ...others].slice(0, mostStrays) });
  }

  page(panel: PanelActions): ComparePage {
    return {
      state: this.#reader.comparison,
      history: this.#reader.history,
      view: this.#frame.view(),
      wayBack: this.#reader.wayBack,
      isOutrun: this.#isOutrun,
      index: this.#index,
      opened: this.#opened(),
      flip: this.#reader.flip,
      attachList: this.#attachList,
      rememberScroll: (scroll) => this.#frame.remember({ scroll }),
      actions: this.#actions,
      panel,
    };
  }

  /** Call after the page was drawn: fills the list and puts both scrolling boxes where they were. */
  drawn(): void {
    const { activeFlip, scroll, flipScroll } = this.#frame.view();
    const rows = this.#index.shown;
    const several = new Set(this.#index.all.map(({ benchmark }) => benchmark)).size > 1;
    this.#list?.update({
      rows,
      activeId: activeFlip,
      className: 'flip-rows',
      draw: (flip, place) => flipRow(flip, place, several, (id) => this.#openFlip(id)),
    });
    const isThere = document.getElementById('compare-answer') !== null;
    if (isThere && !this.#wasThere) {
      document.getElementById('compare')?.scrollTo(0, scroll);
      this.#list?.scrollTo(flipScroll);
    } else if (rows !== this.#drawnRows) this.#list?.scrollTo(0);
    this.#drawnRows = rows;
    this.#wasThere = isThere;
  }

  #opened(): ListedFlip | undefined {
    const { openFlip } = this.#frame.view();
    return openFlip === undefined ? undefined : this.#index.all.find(({ id }) => id === openFlip);
  }

  #placeOf(flip: ListedFlip | undefined): FlipPlace | undefined {
    const { comparison } = this.#reader;
    if (flip === undefined || comparison.kind !== 'shown') return undefined;
    const { before, after } = comparison.runs;
    const play = flip.of.plays[this.#frame.view().play] ?? flip.of.plays[0];
    return {
      beforeRun: before,
      afterRun: after,
      ...(play?.before === undefined ? {} : { beforeCase: play.before }),
      ...(play?.after === undefined ? {} : { afterCase: play.after }),
    };
  }

  #openFlip(id: string | undefined): void {
    if (id !== undefined) {
      this.#frame.change({ openFlip: id, activeFlip: id, play: 0 });
      this.#frame.drawNow();
      document.getElementById('flip-content')?.focus({ preventScroll: true });
      return;
    }
    this.#frame.change({ openFlip: undefined, play: 0 });
    this.#frame.drawNow();
    const { activeFlip } = this.#frame.view();
    this.#list?.focus(activeFlip);
  }

  readonly #attachList = (element: Element | undefined): void => {
    if (!(element instanceof HTMLElement)) {
      this.#list = undefined;
      return;
    }
    const options = { name: 'flip', idOf: ({ id }: ListedFlip) => id, rowHeight };
    this.#list = new RowList(element, this.#frame.view().flipScroll, options, {
      open: (id) => this.#openFlip(id),
      activate: (activeFlip) => this.#frame.change({ activeFlip }),
      scrolled: (flipScroll) => this.#frame.remember({ flipScroll }),
    });
  };
}
